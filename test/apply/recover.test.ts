import { describe, expect, it } from 'vitest';
import { recover, type RecoveryScope } from '../../src/apply/recover.ts';
import type { RunOptions } from '../../src/apply/run.ts';
import type { Desired, Live } from '../../src/model/campaign.ts';
import type { CreateIntent } from '../../src/model/resolve-intent.ts';
import { heldBy, type HeldCause } from '../../src/model/held.ts';
import type { Result } from '../../src/model/result.ts';
import type { Binding, Intent } from '../../src/model/state.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/model/time.ts';
import type { NotDone } from '../../src/model/trail-event.ts';
import { runOn, stageOf } from '../support/apply-world.ts';
import {
  bindingOf,
  campaignId,
  desired,
  intent,
  key,
  live,
  NOW,
  stateOf,
  UNREADABLE,
} from '../support/builders.ts';
import { NOT_PUSHED } from '../support/fake-recorder.ts';

// What reading alone resolves of what an earlier run left open. Nothing is sent here, and nothing waits.

const UTM = { utm_params: { utm_source: 'app', utm_medium: 'push' } };

const NOTHING: Omit<Result, 'workspace' | 'refused'> = {
  ...{ applied: [], deferred: [], stale: [], unconfirmed: [], held: [], failed: [] },
};

interface Case {
  readonly open: readonly Intent[];
  readonly live?: readonly Live[];
  readonly unreadable?: readonly string[];
  readonly bindings?: readonly Binding[];
  readonly files?: readonly Desired[];
  readonly mayResend?: RecoveryScope['mayResend'];
  readonly run?: Partial<RunOptions>;
  readonly fails?: boolean;
}

async function resolve(given: Case) {
  const { open, live: campaigns = [live()], bindings = [], files = [desired()] } = given;
  const stage = stageOf({
    desired: files,
    live: campaigns,
    state: stateOf(bindings, { open }),
    unreadable: new Set((given.unreadable ?? []).map(campaignId)),
  });
  const { service, recorder, clock } = stage;
  if (given.unreadable?.includes('search')) service.searchByName = () => Promise.resolve(UNREADABLE);
  const searches: string[] = [];
  const search = service.searchByName.bind(service);
  service.searchByName = (kind) => {
    searches.push(kind.name);
    return search(kind);
  };
  if (given.fails) recorder.answers.push(NOT_PUSHED);
  const run = runOn(stage, given.run);
  const scope = { files, mayResend: given.mayResend ?? (() => true) };
  const unfinished = await recover(run, open, scope);
  expect([service.writes, clock.sleeps]).toEqual([[], []]);
  run.results.addUnresolved();
  const { workspace, refused, ...result } = run.result(undefined);
  expect([workspace, refused]).toEqual(['local', undefined]);
  return { run, result, unfinished, searches, trail: recorder.trail, stillOpen: recorder.state.open };
}

/** The entry that closes an intent without an effect. */
function closed(one: Intent, why: NotDone, binding?: Binding) {
  return {
    key: one.key,
    event: { code: 'not-done', sent: one.kind, why },
    components: one.kind === 'transition' ? [] : Object.keys(one.components),
    ...{ requestId: one.requestId, responseId: undefined, closes: one.requestId, binding },
  };
}

function stillUnclear({ key }: Pick<Intent, 'key'>) {
  return { ...NOTHING, failed: [{ key, cause: { code: 'unclear', found: 'earlier' }, responseId: null }] };
}

const UPDATE = intent({ kind: 'update', components: UTM });
const PAUSE = intent({ kind: 'transition' });
const PUBLISH: Intent = {
  ...intent({ kind: 'transition' }),
  ...{ kind: 'transition', campaignId: campaignId('id-a'), action: 'PUBLISH', desired: 'ACTIVE' },
};
const SHOWN = live({ components: UTM });
const BOUND = bindingOf(live());

describe('an open update or status change', () => {
  it.each<readonly [code: 'campaign-forgotten' | 'campaign-gone', given: Partial<Case>]>([
    ['campaign-forgotten', {}],
    ['campaign-gone', { bindings: [BOUND], live: [] }],
  ])('is closed by %s in the meantime', async (code, given) => {
    for (const one of [UPDATE, PAUSE]) {
      const { result, trail, stillOpen, run } = await resolve({ open: [one], ...given });
      expect(trail).toEqual([closed(one, { code })]);
      expect([result, stillOpen, run.open.size]).toEqual([NOTHING, [], 0]);
    }
  });

  it('stays open if it is a publish whose campaign is gone, because that may appear again', async () => {
    const { result, trail, stillOpen } = await resolve({ open: [PUBLISH], bindings: [BOUND], live: [] });
    expect([result, trail, stillOpen]).toEqual([NOTHING, [], [PUBLISH]]);
  });

  const unreadable = { open: [UPDATE], bindings: [BOUND], unreadable: ['id-a'] };
  it.each<readonly [what: string, given: Case, result: object]>([
    ['stays open and is reported if it cannot be read', unreadable, stillUnclear(UPDATE)],
    [
      'is reported next to other files, too',
      { ...unreadable, files: [desired({ key: 'z' }), desired()] },
      stillUnclear(UPDATE),
    ],
    ['is not reported if its file is gone', { ...unreadable, files: [desired({ key: 'z' })] }, NOTHING],
    [
      'is not reported if this run was not asked to do it',
      { ...unreadable, mayResend: (one) => one.requestId !== UPDATE.requestId },
      NOTHING,
    ],
  ])('%s', async (_, given, expected) => {
    const { result, trail, stillOpen } = await resolve(given);
    expect([result, trail, stillOpen]).toEqual([expected, [], [UPDATE]]);
  });

  it('is done if live shows it', async () => {
    const { result, trail, stillOpen, run } = await resolve({
      ...{ open: [UPDATE], bindings: [BOUND], live: [SHOWN] },
    });
    const binding = { ...BOUND, applied: SHOWN.components, observed: SHOWN.components };
    expect(trail).toEqual([
      {
        ...{ key: 'a', event: { code: 'updated', components: ['utm_params'] }, components: ['utm_params'] },
        ...{ requestId: 'request-a', responseId: null, closes: 'request-a', binding },
      },
    ]);
    const applied = { key: 'a', change: 'update', campaignId: 'id-a', components: ['utm_params'] };
    const recovered = { responseId: null, isRecovered: true };
    expect(result).toEqual({ ...NOTHING, applied: [{ ...applied, ...recovered }] });
    expect([stillOpen, run.open.size]).toEqual([[], 0]);
    expect(run.bindings.get(BOUND.key)).toEqual(binding);
  });

  it('was not carried out if it got no answer and live does not show it', async () => {
    const { result, trail, stillOpen } = await resolve({ open: [UPDATE], bindings: [BOUND] });
    expect(trail).toEqual([closed(UPDATE, { code: 'not-found' }, BOUND)]);
    expect([result, stillOpen]).toEqual([NOTHING, []]);
  });

  it('is waited for by later runs if it was accepted recently, and what is missing is reported', async () => {
    const one: Intent = { ...UPDATE, answered: NOW - MINUTE_MS };
    const { result, trail, stillOpen } = await resolve({ open: [one], bindings: [BOUND] });
    expect(result).toEqual({
      ...NOTHING,
      unconfirmed: [{ ...{ key: 'a', component: 'utm_params' }, paths: ['/utm_medium', '/utm_source'] }],
    });
    expect([trail, stillOpen]).toEqual([[], [one]]);
  });

  it('is waited for if it is a recent status change, of which nothing else is reported', async () => {
    const bound = bindingOf(live({ status: 'ACTIVE' }));
    const { result, trail, stillOpen } = await resolve({
      ...{ open: [PAUSE], bindings: [bound], live: [live({ status: 'ACTIVE' })] },
    });
    expect([result, trail, stillOpen]).toEqual([NOTHING, [], [PAUSE]]);
  });

  it('was not carried out if it was accepted long ago, and its binding says so', async () => {
    const one: Intent = { ...UPDATE, answered: NOW - HOUR_MS };
    const { result, trail, stillOpen, run } = await resolve({ open: [one], bindings: [BOUND] });
    const marked = {
      ...BOUND,
      unconfirmed: { utm_params: { kind: 'not-carried-out', at: NOW, sent: UTM.utm_params } } as const,
    };
    expect(trail).toEqual([closed(one, { code: 'not-shown', shown: [], givenUp: false }, marked)]);
    expect(run.bindings.get(BOUND.key)).toEqual(marked);
    expect([result, stillOpen]).toEqual([NOTHING, []]);
  });

  it('is reported if its outcome could not be recorded, and the others are not resolved anymore', async () => {
    const other = intent({ kind: 'update', key: 'b', components: UTM });
    const { result, run } = await resolve({
      open: [UPDATE, other],
      bindings: [BOUND],
      live: [],
      fails: true,
    });
    const cause = { code: 'not-recorded', because: NOT_PUSHED.cause, outcome: 'in-this-clone' };
    expect(result).toEqual({ ...NOTHING, failed: [{ key: 'a', cause, responseId: null }] });
    expect([run.stopped, [...run.open.keys()]]).toEqual(['state-branch', ['request-b']]);
  });
});

const CREATE = intent({ kind: 'create', components: UTM }) as CreateIntent;
const ANONYMOUS = { channel: 'EMAIL', campaign_delivery_type: 'ONE_TIME', ...CREATE.components };
const CREATED: CreateIntent = { ...CREATE, created: campaignId('id-a') };
const OTHER = live({ key: 'other' });
/** Until when the service remembers the request ID of a creation by email. */
const REMEMBERED_MS = DAY_MS - 5 * MINUTE_MS;
const otherType = (now: string) => ({ kind: 'other-type', now, before: 'EMAIL ONE_TIME' }) as const;
const aged = (one: CreateIntent, ms: number): CreateIntent => ({ ...one, at: NOW - ms });

describe('an open creation that is found', () => {
  const entry = (made: Live) => ({
    ...{ key: 'a', event: { code: 'created', campaignId: made.id } },
    ...{ requestId: 'request-a', responseId: null, closes: 'request-a' },
    binding: { key: 'a', campaignId: made.id },
  });

  it.each<readonly [what: string, one: CreateIntent, searches: number, counted: number]>([
    ['by its name, and counts in the quota', CREATE, 1, 1],
    ['by the ID that the answer named, without a search', CREATED, 0, 1],
    ['and was answered, so it was counted before', { ...CREATED, answered: NOW - MINUTE_MS }, 0, 0],
    ['by its name if the answer named one that is gone', { ...CREATED, created: campaignId('x') }, 1, 1],
    ['by its name if the answer named another campaign', { ...CREATED, created: OTHER.id }, 1, 1],
  ])('is bound %s', async (_, one, searched, counted) => {
    const { result, trail, stillOpen, unfinished, searches, run } = await resolve({
      ...{ open: [one], live: [SHOWN, OTHER] },
    });
    expect(trail).toMatchObject([entry(SHOWN)]);
    const recovered = { campaignId: 'id-a', responseId: null, isRecovered: true };
    const components = ['basic_details', 'utm_params'];
    expect(result).toEqual({
      ...NOTHING,
      applied: [{ key: 'a', change: 'create', components, ...recovered }],
    });
    expect(searches).toHaveLength(searched);
    expect(run.ledger.successes).toEqual(counted === 0 ? [] : [NOW]);
    expect([stillOpen, unfinished]).toEqual([[], []]);
  });

  it('is bound to none of several', async () => {
    const twin = { ...SHOWN, id: campaignId('id-b'), status: 'ACTIVE' as const };
    const { result, trail, stillOpen } = await resolve({ open: [CREATE], live: [twin, SHOWN] });
    const found = [
      { id: 'id-a', status: 'DRAFT' },
      { id: 'id-b', status: 'ACTIVE' },
    ];
    const cause = { code: 'creation-unclear', run: 'earlier', key: 'a', found };
    const held = [{ key: 'a', reason: 'ambiguous', components: [], cause, until: null }];
    expect([result, trail, stillOpen]).toEqual([{ ...NOTHING, held }, [], [CREATE]]);
  });
});

describe('an open creation that is not found', () => {
  const NONE_FOUND = { code: 'creation-unclear', run: 'earlier', key: key('a'), found: [] } as const;
  const inFlight = (cause: HeldCause) => ({ key: 'a', ...heldBy('in-flight', cause) });

  it.each<readonly [what: string, given: Partial<Case> & { readonly one?: CreateIntent }]>([
    ['if its body names its author', {}],
    ['if its body names none', { one: { ...CREATE, body: ANONYMOUS } }],
    ['if its request ID has expired', { one: aged(CREATE, REMEMBERED_MS) }],
    ['if its request ID and its body are worthless', { one: aged({ ...CREATE, body: {} }, REMEMBERED_MS) }],
    ['if the named campaign is gone and its request ID has expired', { one: aged(CREATED, REMEMBERED_MS) }],
  ])('needs more than a read %s', async (_, { one = CREATE, ...given }) => {
    const { result, trail, unfinished, stillOpen } = await resolve({ open: [one], live: [], ...given });
    expect(unfinished).toEqual([{ intent: one, readAt: NOW }]);
    expect([result, trail, stillOpen]).toEqual([NOTHING, [], [one]]);
  });

  it('is not sent again if this run was not asked to', async () => {
    const { result, trail, unfinished, stillOpen } = await resolve({
      ...{ open: [CREATE], live: [], mayResend: () => false },
    });
    expect([result, trail, unfinished, stillOpen]).toEqual([NOTHING, [], [], [CREATE]]);
  });

  it.each<readonly [what: string, given: Partial<Case> & { readonly one: CreateIntent }]>([
    ['if the search fails', { one: CREATE, unreadable: ['search'] }],
    ['if the answer named a campaign that is not shown yet', { one: CREATED }],
    ['if the service said that it had done it', { one: { ...CREATE, isTaken: true } }],
    ['until its request ID expires', { one: aged({ ...CREATE, isTaken: true }, REMEMBERED_MS - 1) }],
  ])('has no known result %s', async (_, { one, ...given }) => {
    const { result, trail, unfinished, stillOpen } = await resolve({ open: [one], live: [], ...given });
    expect(result).toEqual(stillUnclear(one));
    expect([trail, unfinished, stillOpen]).toEqual([[], [], [one]]);
  });

  it('is never given up if the service said that it had done it', async () => {
    const one = aged({ ...CREATE, isTaken: true }, REMEMBERED_MS);
    const { result, trail, unfinished, stillOpen } = await resolve({ open: [one], live: [] });
    expect(result).toEqual({ ...NOTHING, held: [inFlight(NONE_FOUND)] });
    expect([trail, unfinished, stillOpen]).toEqual([[], [], [one]]);
  });

  it.each([
    ['is gone', [desired({ key: 'z' })], { kind: 'file-gone' }],
    ['has another channel', [desired({ channel: 'PUSH' })], otherType('PUSH ONE_TIME')],
    ['has another type', [desired({ type: 'PERIODIC' })], otherType('EMAIL PERIODIC')],
  ] as const)(
    'waits until its request ID expires if its file %s, and is closed then',
    async (_, all, why) => {
      const early = aged(CREATE, REMEMBERED_MS - 1);
      const waiting = await resolve({ open: [early], live: [], files: all });
      const held = [inFlight({ code: 'unresolved', what: 'unwanted' })];
      expect(waiting.result).toEqual({ ...NOTHING, held });
      expect([waiting.trail, waiting.unfinished, waiting.stillOpen]).toEqual([[], [], [early]]);

      const late = aged(CREATE, REMEMBERED_MS);
      const { result, trail, unfinished, stillOpen } = await resolve({ open: [late], live: [], files: all });
      expect(trail).toEqual([closed(late, { code: 'not-found', unwanted: why })]);
      expect([result, unfinished, stillOpen]).toEqual([NOTHING, [], []]);
    },
  );

  it.each([
    ['has another value', { utm_params: { utm_source: 'evil' } }],
    ['has an author that is none', { created_by: 7 }],
  ])('is not sent again if its recorded body %s', async (_, edit) => {
    const one = { ...CREATE, body: { ...CREATE.body, ...edit } };
    const { result, trail, unfinished } = await resolve({ open: [one], live: [] });
    expect(result).toEqual({ ...NOTHING, held: [inFlight(NONE_FOUND)] });
    expect([trail, unfinished]).toEqual([[], []]);
  });
});
