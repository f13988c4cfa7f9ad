import type { Live } from '../../src/model/campaign.ts';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/model/json.ts';
import { bindingAfter, resolveIntent } from '../../src/model/resolve-intent.ts';
import { verifyIntent } from '../../src/model/verify.ts';
import type { Intent, IntentOf } from '../../src/model/state.ts';
import { compare } from '../../src/plan/compare.ts';
import { bindingOf, intent, live } from '../support/builders.ts';

type SentIntent = Exclude<Intent, { kind: 'create' }>;

const A = { utm_source: 'a', utm_medium: 'm', utm_term: 't' };
const WITHOUT_TERM = { utm_source: 'a', utm_medium: 'm' };
const DEFAULTED = { ...WITHOUT_TERM, utm_id: 'service' };

const update = (components: JsonObject) => {
  return { ...intent({ kind: 'update', components: { utm_params: components } }), at: 0 } as SentIntent;
};

interface Case {
  readonly sent: JsonObject;
  readonly applied: JsonObject;
  readonly observed: JsonObject;
  readonly now: JsonObject;
  readonly adopted?: boolean;
}

const ADDS = { sent: A, applied: WITHOUT_TERM, observed: WITHOUT_TERM };
const REMOVES = { sent: WITHOUT_TERM, applied: A, observed: A };

describe('an update whose answer was lost', () => {
  it.each<readonly [what: string, given: Case, arrived: boolean]>([
    ['that live shows', { ...ADDS, now: A }, true],
    ['that only removes what live has', { ...REMOVES, now: A }, false],
    ['that only removes, and live no longer has it', { ...REMOVES, now: WITHOUT_TERM }, true],
    [
      'to which the service adds its own as always',
      { ...REMOVES, observed: { ...A, utm_id: 'service' }, now: DEFAULTED },
      true,
    ],
    ['next to which there is something that was never sent', { ...REMOVES, now: DEFAULTED }, true],
    ['of which live shows one value in another spelling', { ...ADDS, now: { ...A, utm_term: 'T' } }, true],
    [
      'that was merged: what it took away is still there',
      { sent: { utm_source: 'b' }, applied: A, observed: A, now: { ...A, utm_source: 'b' } },
      false,
    ],
    [
      'that removes what existed when it was adopted',
      { sent: WITHOUT_TERM, applied: WITHOUT_TERM, observed: A, now: A, adopted: true },
      false,
    ],
  ])('%s', (_, { sent, applied, observed, now, adopted }, arrived) => {
    const shown = live({ components: { utm_params: now } });
    const before = bindingOf(shown, {
      applied: { utm_params: applied },
      observed: { utm_params: observed },
      adopted: adopted ? ['utm_params'] : [],
    });
    const resolution = resolveIntent(update(sent), shown, before, 0);
    expect(resolution.kind).toBe(arrived ? 'arrived' : 'not-carried-out');
  });
});

describe('what live shows of a component', () => {
  const leaf = (value: string) => ({ utm_params: { utm_source: value } });
  const utm = (utm_source: string, utm_term: string) => ({ utm_source, utm_term });

  it.each<readonly [string, { sent: JsonObject; was: JsonObject; now: JsonObject }, string]>([
    ['as sent', { sent: A, was: WITHOUT_TERM, now: A }, 'shown'],
    ['in a third spelling', { sent: A, was: WITHOUT_TERM, now: { ...A, utm_term: 'T' } }, 'respelled'],
    [
      'in part new, and in part as before',
      { sent: utm('b', 'x'), was: utm('a', 'y'), now: utm('b', 'y') },
      'not-yet',
    ],
    [
      'in part new, and in part as before, which is a spelling of what was sent',
      { sent: utm('b', 'x & y'), was: utm('a', 'x &amp; y'), now: utm('b', 'x &amp; y') },
      'respelled',
    ],
  ])('%s', (_, { sent, was, now }, kind) => {
    const reading = live({ components: { utm_params: was } });
    const binding = bindingOf(reading, { applied: {}, observed: {} });
    const intent = { kind: 'update', components: { utm_params: sent }, before: reading.components } as const;
    const verified = verifyIntent(intent, { utm_params: now }, binding);
    expect(verified.get('utm_params')?.kind).toBe(kind);
  });

  it('a recorded spelling is not a difference', () => {
    const binding = bindingOf(live(), { applied: leaf('x & y'), observed: leaf('x &amp; y') });
    const sent = { utm_params: { utm_source: 'x & y', utm_medium: 'new' } };
    const now = { utm_params: { utm_source: 'x &amp; y', utm_medium: 'new' } };
    const verified = verifyIntent({ kind: 'update', components: sent }, now, binding);
    expect(verified.get('utm_params')?.kind).toBe('shown');
  });

  it('a default that the service adds by itself may stay; one that someone changed may not', () => {
    const binding = bindingOf(live(), {
      applied: leaf('a'),
      observed: { utm_params: { utm_source: 'a', utm_id: 'service' } },
    });
    const intent = { kind: 'update', components: leaf('b') } as const;
    const verified = (utm_id: string) =>
      verifyIntent(intent, { utm_params: { utm_source: 'b', utm_id } }, binding).get('utm_params')?.kind;
    expect([verified('service'), verified('hand')]).toEqual(['shown', 'respelled']);
  });
});

describe('a third value in what was sent', () => {
  const [OURS, HAND] = ['ada@example.com', 'mallory@example.com'];
  const [BEFORE, AFTER] = ['2026-01-01 00:00:00.000000', '2026-01-01 00:02:00.000000'];
  const at = Date.parse('2026-01-01T00:01:00Z');
  const edited = { ...A, utm_term: 'by hand' };
  const spelled = { ...A, utm_term: ' t\u00a0' };
  const grown = { ...A, utm_id: 'by hand' };

  it.each<readonly [what: string, now: JsonObject, by: string | undefined, at: string, hand: boolean]>([
    ['that another user wrote since', edited, HAND, AFTER, true],
    ['to which another user added something since', grown, HAND, AFTER, true],
    ['of which another user took something away since', WITHOUT_TERM, HAND, AFTER, true],
    ['in a campaign that another user edited before', edited, HAND, BEFORE, false],
    ['under our own name', edited, OURS, AFTER, false],
    ['under no name', edited, undefined, AFTER, false],
    ['that is only spelled otherwise', spelled, HAND, AFTER, false],
  ])('%s', (_, now, updatedBy, updatedAt, isByHand) => {
    const reading = live({ components: { utm_params: WITHOUT_TERM } });
    const shown = { ...live({ components: { utm_params: now } }), updatedAt, updatedBy } as Live;
    if (updatedBy === undefined) Reflect.deleteProperty(shown, 'updatedBy');
    const sent = [
      {
        ...(update(A) as IntentOf<'update'>),
        at,
        actor: OURS,
        before: { utm_params: { utm_source: 'old', utm_term: 'old' } },
      },
      { ...(intent({ kind: 'create', components: { utm_params: A } }) as IntentOf<'create'>), at },
    ];
    for (const one of now === grown ? sent.slice(0, 1) : sent) {
      const binding = bindingAfter(one, {
        ...{ live: shown, before: one.kind === 'update' ? bindingOf(reading, {}) : undefined },
        ...{ desired: undefined, at },
      });
      const context = { now: at, acceptsUnconfirmed: false };
      const { changes } = compare({ components: { utm_params: A } }, { live: shown, binding }, context);
      const causes = changes.flatMap(({ name, cause }) => (name === 'utm_params' ? [cause] : []));
      expect(causes).toEqual(isByHand ? ['drifted'] : []);
      expect(binding.unconfirmed.utm_params?.kind).toBe(isByHand ? undefined : 'respelled');
      if (isByHand) expect(binding).toMatchObject({ observed: { utm_params: A }, observedAt: undefined });
    }
  });
});

describe('the record after a write', () => {
  it('says that what was adopted is ours now, and keeps the status, because no edit changes it', () => {
    const shown = live({ status: 'ACTIVE', components: { utm_params: A } });
    const before = bindingOf(live({ components: { utm_params: WITHOUT_TERM } }), {
      adopted: ['basic_details', 'utm_params'],
    });
    const after = bindingAfter(update(A), { live: shown, before, desired: undefined, at: 0 });
    expect(after).toMatchObject({
      ...{ applied: { utm_params: A }, observed: { utm_params: A }, adopted: ['basic_details'] },
      status: { observed: 'DRAFT', seen: 'DRAFT' },
    });
  });

  it.each([
    ['PAUSED', undefined],
    ['ACTIVE', { status: 'ACTIVE', message: 'no' }],
  ] as const)('of a transition to %s has the refusal of an edit that met ACTIVE: %j', (status, kept) => {
    const editsRefused = { status: 'ACTIVE', message: 'no' } as const;
    const before = bindingOf(live({ status: 'ACTIVE' }), { editsRefused });
    const paused = { ...intent({ kind: 'transition' }), from: 'ACTIVE' } as SentIntent;
    const after = bindingAfter(paused, { live: live({ status }), before, desired: 'PAUSED', at: 0 });
    expect(after.editsRefused).toEqual(kept);
  });
});
