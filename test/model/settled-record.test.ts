import { describe, expect, it } from 'vitest';
import type { Components, Live } from '../../src/model/campaign.ts';
import type { JsonObject } from '../../src/model/json.ts';
import {
  bindingAfter,
  bindingWhenSuperseded,
  resolveIntent,
  SETTLED_AFTER_MS,
} from '../../src/model/resolve-intent.ts';
import type { Binding, Intent } from '../../src/model/state.ts';
import { HOUR_MS } from '../../src/model/time.ts';
import { bindingOf, intent, live, NOW } from '../support/builders.ts';

// What is recorded about a campaign once the result of an intent is known.

type Update = Extract<Intent, { kind: 'update' }>;
type Transition = Extract<Intent, { kind: 'transition' }>;

const [OLD, NEW] = [{ utm_source: 'old' }, { utm_source: 'new' }];
const ANSWERED = NOW;
const LATE = NOW + SETTLED_AFTER_MS;

function update(components: Components): Update {
  return { ...(intent({ kind: 'update', components }) as Update), answered: ANSWERED };
}

function at(time: string, components: Components): Live {
  return { ...live({ components }), updatedAt: time };
}

function closed(sent: Update, shown: Live, before: Binding) {
  const resolution = resolveIntent(sent, shown, before, LATE);
  if (resolution.kind !== 'not-carried-out') throw new Error(`It is ${resolution.kind}.`);
  return resolution;
}

describe('an update of two components of which live shows one', () => {
  const was = { utm_params: OLD, connector: { connector_name: 'old' }, advanced: { a: 1 } };
  const sent = update({ utm_params: NEW, connector: { connector_name: 'new' } });
  const before = { ...bindingOf(at('before', was)), updatedAt: 'before' };
  const half = at('after', { ...was, connector: { connector_name: 'new' } });

  it('stays open, and says what is missing', () => {
    const resolution = resolveIntent(sent, half, before, LATE - 1);
    const missing = new Map([['utm_params', ['/utm_source']]]);
    expect(resolution).toMatchObject({ kind: 'waiting', missing });
    expect(resolution.binding).toMatchObject({
      applied: { ...was, ...sent.components },
      observed: half.components,
      unconfirmed: { utm_params: { kind: 'in-flight', at: ANSWERED } },
    });
    expect(resolution.binding.unconfirmed).not.toHaveProperty('connector');
  });

  it('is recorded in part after five minutes, and the other part is planned again', () => {
    const { shown, givenUp, binding } = closed(sent, half, before);
    expect([shown, givenUp]).toEqual([['connector'], false]);
    expect(binding).toMatchObject({
      applied: { ...was, connector: { connector_name: 'new' } },
      observed: half.components,
      observedAt: 'after',
      unconfirmed: { utm_params: { kind: 'not-carried-out', at: LATE, sent: NEW } },
    });
  });

  it('leaves no trace if the service never answered', () => {
    const unanswered = intent({ kind: 'update', components: sent.components }) as Update;
    expect(resolveIntent(unanswered, half, before, NOW)).toEqual({
      ...{ kind: 'not-carried-out', binding: before, shown: [], givenUp: false },
    });
  });
});

describe('an update that arrived in part of a component', () => {
  const was = { utm_params: { utm_source: 'old', utm_medium: 'old' } };
  const sent = update({ utm_params: { utm_source: 'new', utm_medium: 'new' } });
  const before = bindingOf(live({ components: was }));

  it('is our own change: the part is not a manual edit', () => {
    const half = { utm_params: { utm_source: 'new', utm_medium: 'old' } };
    expect(closed(sent, live({ components: half }), before).binding.observed).toMatchObject(half);
  });

  it('does not hide a manual change next to it', () => {
    const now = { utm_params: { utm_source: 'old', utm_medium: 'old', utm_term: 'by hand' } };
    const removes = update({ utm_params: { utm_source: 'new', utm_medium: 'old' } });
    const had = bindingOf(live({ components: { utm_params: { ...was.utm_params, utm_term: 'old' } } }));
    expect(closed(removes, live({ components: now }), had).binding.observed).toEqual(had.observed);
  });
});

describe('an update that live does not show after the second attempt', () => {
  const sent = update({ utm_params: NEW });
  const shown = live({ components: { utm_params: OLD } });

  it.each<readonly [what: string, before: Partial<Binding>, givenUp: boolean]>([
    ['is given up', { unconfirmed: { utm_params: { kind: 'not-carried-out', at: 0, sent: NEW } } }, true],
    [
      'is given up where the first one seemed to be respelled',
      {
        applied: { utm_params: NEW },
        observed: { utm_params: { utm_source: 'N E W' } },
        unconfirmed: { utm_params: { kind: 'respelled', at: 0 } },
      },
      true,
    ],
    [
      'is the first one of this value',
      { unconfirmed: { utm_params: { kind: 'not-carried-out', at: 0, sent: { utm_source: 'other' } } } },
      false,
    ],
  ])('%s', (_, more, givenUp) => {
    const binding = { ...bindingOf(shown), ...more };
    const resolution = closed({ ...sent, before: shown.components }, shown, binding);
    expect(resolution.givenUp).toBe(givenUp);
    const { unconfirmed, applied } = resolution.binding;
    expect(unconfirmed.utm_params).toMatchObject(
      givenUp ? { kind: 'given-up', at: LATE } : { kind: 'not-carried-out', at: LATE, sent: NEW },
    );
    expect(applied.utm_params).toEqual(givenUp ? NEW : OLD);
  });

  it.each<readonly [what: string, name: 'utm_params' | 'trigger_condition', mark: unknown]>([
    ['is the service’s if no file had it', 'utm_params', undefined],
    ['is given up if it decides who gets it', 'trigger_condition', { kind: 'given-up', at: LATE }],
  ])('a leaf that it should remove %s', (_, name, mark) => {
    const [said, had]: JsonObject[] = [{ a: 1 }, { a: 1, added: 'by the service' }];
    const now = live({ components: { [name]: had } });
    const components: Components = { [name]: said };
    const binding = bindingOf(now, {
      applied: components,
      observed: components,
      unconfirmed: { [name]: { kind: 'not-carried-out', at: 0, sent: said } },
    });
    const resolution = closed({ ...update(components), before: now.components }, now, binding);
    expect(resolution.givenUp).toBe(mark !== undefined);
    expect(resolution.binding.unconfirmed[name]).toEqual(mark);
    expect(resolution.binding.observed[name]).toEqual(had);
  });
});

describe('a transition', () => {
  const unanswered = intent({ kind: 'transition' }) as Transition;
  const pause = { ...unanswered, answered: ANSWERED };
  const before = bindingOf(live({ status: 'ACTIVE' }));

  it('that live does not show stays open for five minutes, and is then closed without a trace', () => {
    const shown = live({ status: 'ACTIVE' });
    expect(resolveIntent(pause, shown, before, LATE - 1)).toEqual({
      ...{ kind: 'waiting', binding: before, until: LATE, missing: new Map() },
    });
    const nothing = { kind: 'not-carried-out', binding: before, shown: [], givenUp: false };
    expect(resolveIntent(pause, shown, before, LATE)).toEqual(nothing);
  });

  it('without an answer, too, counted from when it was recorded', () => {
    const shown = live({ status: 'ACTIVE' });
    const until = unanswered.at + SETTLED_AFTER_MS;
    expect(resolveIntent(unanswered, shown, before, until - 1)).toMatchObject({ kind: 'waiting' });
    expect(resolveIntent(unanswered, shown, before, until)).toMatchObject({ kind: 'not-carried-out' });
  });

  it.each([
    ['with', NOW],
    ['without', undefined],
  ] as const)('to publish stays open for an hour while live shows a draft, %s an answer', (_, answered) => {
    const publish = {
      ...unanswered,
      action: 'PUBLISH',
      ...(answered !== undefined && { answered }),
    } as const;
    const resolved = (status: 'DRAFT' | 'ACTIVE', now: number) =>
      resolveIntent(publish, live({ status }), before, now).kind;
    const asked = answered ?? unanswered.at;
    expect(resolved('DRAFT', asked + HOUR_MS - 1)).toBe('waiting');
    expect(resolved('DRAFT', asked + HOUR_MS)).toBe('not-carried-out');
    expect(resolved('ACTIVE', asked)).toBe('arrived');
  });
});

describe('a newer edit that is sent before live showed an earlier one', () => {
  it('marks the earlier one as not carried out, and what live shows now as seen', () => {
    const before = bindingOf(at('before', { utm_params: OLD, advanced: { a: 1 } }));
    const now = { utm_params: { utm_source: 'now' }, advanced: { a: 2 } };
    const circumstances = { live: now, binding: before, now: NOW };
    const marked = bindingWhenSuperseded(update({ utm_params: NEW }), circumstances);
    expect(marked).toMatchObject({
      applied: { utm_params: OLD },
      observed: { utm_params: { utm_source: 'now' }, advanced: { a: 1 } },
      unconfirmed: { utm_params: { kind: 'not-carried-out', at: NOW, sent: NEW } },
    });
    expect(marked.observedAt).toBeUndefined();
  });
});

describe('a campaign that was just created', () => {
  const create = intent({ kind: 'create', components: { utm_params: NEW } });
  const after = (shown: Live, wanted: 'DRAFT' | 'ACTIVE' | undefined) =>
    bindingAfter(create, { live: shown, before: undefined, desired: wanted, at: NOW });

  it('is bound with everything that it is', () => {
    const shown = { ...at('now', { utm_params: NEW }), documentId: 'document' };
    expect(after(shown, undefined)).toMatchObject({
      ...{
        key: 'a',
        documentId: 'document',
        campaignId: shown.id,
        channel: 'EMAIL',
        deliveryType: 'ONE_TIME',
      },
      ...{ name: 'The a', applied: shown.components, observed: shown.components, adopted: [] },
      ...{ updatedAt: 'now', observedAt: 'now', unconfirmed: {}, changing: {}, reverted: {} },
    });
  });

  it('was a draft when it was created, whatever was done with it since', () => {
    const { status } = after(live({ status: 'ACTIVE', components: { utm_params: NEW } }), 'ACTIVE');
    expect(status).toEqual({ applied: 'ACTIVE', observed: 'ACTIVE', seen: 'DRAFT' });
  });

  it('marks what live spells differently', () => {
    const shown = live({ components: { utm_params: { utm_source: 'NEW' } } });
    expect(after(shown, undefined).unconfirmed).toEqual({ utm_params: { kind: 'respelled', at: NOW } });
  });
});
