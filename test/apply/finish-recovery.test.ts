import { describe, expect, it } from 'vitest';
import { finishRecovery } from '../../src/apply/finish-recovery.ts';
import type { Answer } from '../../src/apply/ports.ts';
import type { RunOptions } from '../../src/apply/run.ts';
import type { Live } from '../../src/model/campaign.ts';
import type { CreateIntent } from '../../src/model/resolve-intent.ts';
import type { Progress } from '../../src/model/progress.ts';
import type { Result } from '../../src/model/result.ts';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '../../src/model/time.ts';
import { successes } from '../../src/quota/windows.ts';
import { runOn, stageOf, type Stage } from '../support/apply-world.ts';
import { BROKE, LOST } from '../support/answer-problems.ts';
import { bindingOf, campaignId, intent, key, live, NOW, stateOf } from '../support/builders.ts';
import { FakeLease } from '../support/fake-lease.ts';
import { refused } from '../support/fake-service.ts';

// Creations of an earlier run without an answer, which a first search did not find.

const NOTHING: Omit<Result, 'workspace' | 'refused'> = {
  ...{ applied: [], deferred: [], stale: [], unconfirmed: [], held: [], failed: [] },
};
const LIMITED: Answer = { kind: 'limited', retryAfterMs: 30_000, responseId: null };

/** Until when the service remembers the request ID of a creation by email. */
const REMEMBERED_MS = DAY_MS - 5 * MINUTE_MS;

function creation(name = 'a', ageMs = MINUTE_MS): CreateIntent {
  return { ...(intent({ kind: 'create', key: name }) as CreateIntent), at: NOW - ageMs };
}

const expired = (name = 'a') => creation(name, REMEMBERED_MS);

interface Case {
  readonly open?: readonly CreateIntent[];
  /** How many milliseconds before the start each was searched for. */
  readonly readAgo?: readonly number[];
  readonly run?: Partial<RunOptions>;
  readonly prepare?: (stage: Stage) => void;
}

async function finish({ open = [creation()], readAgo = [], run: options, prepare }: Case = {}) {
  const stage = stageOf({ desired: [], state: stateOf([], { open }) });
  const { service, recorder, clock } = stage;
  prepare?.(stage);
  const progress: Progress[] = [];
  const searches: [number, string][] = [];
  const search = service.searchByName.bind(service);
  service.searchByName = (kind) => {
    searches.push([clock.now() - NOW, kind.name]);
    return search(kind);
  };
  const lease = new FakeLease();
  const run = runOn(stage, { lease, onProgress: (one) => progress.push(one), ...options });
  await finishRecovery(
    run,
    open.map((one, n) => ({ intent: one, readAt: NOW - (readAgo[n] ?? 0) })),
  );
  run.results.addUnresolved();
  const { workspace, refused: end, ...result } = run.result(undefined);
  expect(workspace).toBe('local');
  return {
    ...{ stage, run, result, end, searches, lease: lease.calls, trail: recorder.trail },
    ...{ waits: progress.filter(({ kind }) => kind !== 'sent'), stillOpen: recorder.state.open },
  };
}

function created(id: string, responseId: string | null, name = 'a'): Result['applied'][number] {
  return {
    ...{ key: key(name), change: 'create', campaignId: campaignId(id), responseId },
    components: ['basic_details'],
    ...(responseId === null && { isRecovered: true }),
  };
}

const UNCLEAR = {
  ...NOTHING,
  failed: [{ key: 'a', cause: { code: 'unclear', found: 'earlier' }, responseId: null }],
};

function answering(answer: Answer | ((nth: number) => Answer | undefined), made: readonly Live[] = []) {
  return ({ service }: Stage) => {
    service.interfere = ({ nth }) => {
      for (const one of made) service.campaigns.set(one.id, one);
      return typeof answer === 'function' ? answer(nth) : answer;
    };
  };
}

const named = (id: string): Answer => ({ kind: 'done', data: { id }, responseId: 'response' });
const OTHER = live({ key: 'other' });

describe('a creation whose request ID the service remembers', () => {
  it('is sent again exactly as before, and is done', async () => {
    const one = creation();
    const { result, stage, trail, stillOpen, searches, run } = await finish({ open: [one] });
    expect(stage.service.writes).toEqual([
      {
        operation: 'create',
        request: { method: 'POST', path: '/v5/campaigns', body: one.body },
        keys: { idempotencyKey: one.idempotencyKey, requestId: one.requestId },
      },
    ]);
    expect(result).toEqual({ ...NOTHING, applied: [created('created-1', 'response')] });
    expect(trail).toMatchObject([
      {
        ...{ key: 'a', event: { code: 'created', campaignId: 'created-1' }, components: ['basic_details'] },
        ...{ requestId: 'request-a', responseId: 'response', closes: 'request-a' },
        binding: { campaignId: 'created-1' },
      },
    ]);
    expect([stillOpen, searches, run.open.size]).toEqual([[], [], 0]);
    expect(run.ledger).toEqual({ attempts: [NOW], successes: [NOW] });
  });

  it.each<readonly [what: string, prepare: (stage: Stage) => void]>([
    ['if the answer names no campaign', answering({ kind: 'done', data: {}, responseId: 'r' }, [live()])],
    ['if the answer names another campaign', answering(named('id-other'), [live(), OTHER])],
    ['if it gets no answer again', answering(LOST, [live()])],
    ['if it is refused, because the first one may have arrived', answering(refused(400, 'NO'), [live()])],
    ['if its request ID is taken', answering(refused(400, 'NO', 'request_id'), [live()])],
    ['if it meets a limit', answering(LIMITED, [live()])],
  ])('is searched for %s, and bound to what is found', async (_, prepare) => {
    const { result, searches, stillOpen } = await finish({ prepare });
    expect(result).toEqual({ ...NOTHING, applied: [created('id-a', null)] });
    expect(searches).toHaveLength(1);
    expect(stillOpen).toEqual([]);
  });

  it.each<readonly [what: string, prepare: (stage: Stage) => void, searched: number]>([
    ['the answer names no campaign', answering({ kind: 'done', data: {}, responseId: 'r' }), 1],
    ['the answer names another campaign', answering(named('id-other'), [OTHER]), 1],
    ['it gets no answer again', answering(LOST), 1],
    ['it is refused', answering(refused(400, 'NO')), 1],
    ['the campaign that the answer names is not shown yet', answering(named('id-a')), 0],
  ])('has no known result and stays open if %s and nothing is found', async (_, prepare, searched) => {
    const one = creation();
    const { result, searches, trail, stillOpen, stage, run } = await finish({ open: [one], prepare });
    expect(result).toEqual(UNCLEAR);
    expect(searches).toHaveLength(searched);
    expect([trail, stillOpen, [...run.open.values()]]).toEqual([[], [one], [one]]);
    // The attempts count, although there is no outcome to record.
    expect(stage.recorder.state.ledger.attempts).toHaveLength(stage.service.writes.length);
  });

  it('is marked as done for good if the service says that its request ID is taken', async () => {
    const one = creation();
    const { result, trail, stillOpen, run } = await finish({
      ...{ open: [one], prepare: answering(refused(400, 'NO', 'request_id')) },
    });
    const taken = { ...one, isTaken: true };
    expect(result).toEqual(UNCLEAR);
    expect(trail).toEqual([
      {
        ...{ key: 'a', components: ['basic_details'], requestId: 'request-a', responseId: null },
        event: { code: 'not-confirmed', sent: 'create', why: { code: 'taken' } },
        ...{ binding: undefined, closes: undefined, keepsOpen: taken },
      },
    ]);
    expect([stillOpen, [...run.open.values()]]).toEqual([[taken], [taken]]);
  });

  it('is bound to none of several that it could have made', async () => {
    const twin = { ...live(), id: campaignId('id-twin') };
    const { result, trail, stillOpen } = await finish({ prepare: answering(LOST, [live(), twin]) });
    const found = ['id-a', 'id-twin'].map((id) => ({ id, status: 'DRAFT' }));
    const cause = { code: 'creation-unclear', run: 'earlier', key: 'a', found };
    const held = [{ key: 'a', reason: 'ambiguous', components: [], cause, until: null }];
    expect([result, trail]).toEqual([{ ...NOTHING, held }, []]);
    expect(stillOpen).toHaveLength(1);
  });

  it('waits for the limit that it meets, and is searched for before it is sent once more', async () => {
    const { result, stage, searches, waits } = await finish({
      prepare: answering((nth) => (nth === 1 ? LIMITED : undefined)),
      run: { deadline: NOW + MINUTE_MS },
    });
    expect(result).toEqual({ ...NOTHING, applied: [created('created-1', 'response')] });
    expect(searches).toEqual([[0, 'The a']]);
    const at = NOW + 30 * SECOND_MS;
    const counts = { done: 0, total: 1, deferredCount: 0 };
    expect(waits).toEqual([{ kind: 'waiting', next: at, last: at, ...counts, cause: 'service' }]);
    const [first, second] = stage.service.writes;
    expect(second).toEqual(first);
    expect(stage.recorder.state.ledger.attempts).toEqual([NOW, NOW + 30 * SECOND_MS]);
  });

  const oneAMinute = [successes(1, MINUTE_MS)];
  it.each<readonly [what: string, given: Case, result: object]>([
    [
      'another run resolved it while this one waited for quota',
      {
        run: { windows: oneAMinute },
        prepare: ({ recorder }) => {
          recorder.meanwhile = (state) => ({ ...{ state: { ...state, open: [] }, changed: new Set() } });
        },
      },
      UNCLEAR,
    ],
    [
      'its request ID expires while it waits for quota',
      { open: [creation('a', REMEMBERED_MS - 30 * SECOND_MS)], run: { windows: oneAMinute } },
      UNCLEAR,
    ],
  ])('is not sent if %s', async (_, given, expected) => {
    const { result, stage, searches } = await finish({
      ...given,
      prepare: (one) => {
        one.recorder.state = { ...one.recorder.state, ledger: { attempts: [NOW], successes: [NOW] } };
        given.prepare?.(one);
      },
      run: { ...given.run, deadline: NOW + 10 * MINUTE_MS },
    });
    expect(result).toEqual(expected);
    expect([stage.service.writes, searches]).toEqual([[], []]);
  });

  it('is not sent if the lease is lost before', async () => {
    const lease = new FakeLease();
    const cause = { code: 'lease-lost', workspace: 'local', said: null } as const;
    lease.whenChecked = () => ({ kind: 'refused', cause });
    const { result, stage, end } = await finish({ run: { lease } });
    expect([result, end]).toEqual([UNCLEAR, 'lease']);
    expect(stage.service.writes).toEqual([]);
  });

  it('is sent only after the limit on such writes admits it', async () => {
    const { stage, waits } = await finish({
      prepare: ({ service }) => {
        service.nextSlot = (operation) => (operation === 'create' ? NOW + 7 * SECOND_MS : 0);
      },
    });
    expect(waits).toEqual([
      { kind: 'request-wait', until: NOW + 7 * SECOND_MS, why: 'limits', operation: 'create' },
    ]);
    expect(stage.service.creations).toEqual([{ name: 'The a', at: NOW + 7 * SECOND_MS }]);
  });

  it.each<readonly [what: string, prepare: (stage: Stage) => void, run: Partial<RunOptions>]>([
    ['the run was asked to end', () => undefined, { signal: AbortSignal.abort() }],
    [
      'its key has a campaign by now',
      ({ recorder }) => {
        recorder.state = { ...recorder.state, bindings: stateOf([bindingOf(live())]).bindings };
      },
      {},
    ],
    [
      'it is not open anymore',
      ({ recorder }) => {
        recorder.state = { ...recorder.state, open: [] };
      },
      {},
    ],
  ])('is left alone, as is one that has expired, if %s', async (_, prepare, run) => {
    for (const one of [creation(), expired()]) {
      const { result, stage, searches, lease, trail } = await finish({ open: [one], prepare, run });
      expect(result).toEqual(NOTHING);
      expect([stage.service.writes, searches, lease, trail]).toEqual([[], [], [], []]);
      expect(stage.clock.sleeps).toEqual([]);
    }
  });
});

describe('a creation whose request ID has expired', () => {
  const notFound = (name = 'a') => ({
    ...{ key: name, components: ['basic_details'], requestId: `request-${name}`, responseId: undefined },
    event: { code: 'not-done', sent: 'create', why: { code: 'not-found' } },
    ...{ binding: undefined, closes: `request-${name}` },
  });

  it('is looked for twice, a minute apart, and given up. It is not sent again', async () => {
    const { result, stage, trail, stillOpen, searches, waits, lease } = await finish({ open: [expired()] });
    expect(searches).toEqual([[MINUTE_MS, 'The a']]);
    expect(waits).toEqual([
      { kind: 'request-wait', until: NOW + MINUTE_MS, why: 'second-look', operation: 'search' },
    ]);
    expect(trail).toEqual([notFound()]);
    expect([result, stillOpen]).toEqual([NOTHING, []]);
    expect(lease).toEqual(['free', 'take']);
    expect(stage.service.writes).toEqual([]);
  });

  it('is bound if it is found the second time', async () => {
    const { result, trail, stillOpen, run } = await finish({
      ...{ open: [expired()] },
      prepare: ({ service, clock }) => {
        const search = service.searchByName.bind(service);
        service.searchByName = (kind) => {
          if (clock.now() >= NOW + MINUTE_MS) service.campaigns.set(live().id, live());
          return search(kind);
        };
      },
    });
    expect(result).toEqual({ ...NOTHING, applied: [created('id-a', null)] });
    expect(trail.map(({ event }) => event)).toEqual([{ code: 'created', campaignId: 'id-a' }]);
    expect(stillOpen).toEqual([]);
    expect(run.ledger.successes).toEqual([NOW + MINUTE_MS]);
  });

  it('has no known result if the second search fails', async () => {
    const { result, trail, stillOpen } = await finish({
      ...{ open: [expired()] },
      prepare: ({ service }) => {
        service.searchByName = () => Promise.resolve({ kind: 'unknown', cause: 'lost', problem: BROKE });
      },
    });
    expect([result, trail]).toEqual([UNCLEAR, []]);
    expect(stillOpen).toHaveLength(1);
  });

  it('waits once with all others, until the last of them was searched for a minute ago', async () => {
    const { waits, searches, trail } = await finish({
      open: [expired('a'), expired('b'), expired('c')],
      readAgo: [20_000, 5_000, 10_000],
    });
    expect(waits).toMatchObject([{ until: NOW + 55_000 }]);
    expect(searches).toEqual(['a', 'b', 'c'].map((name) => [55_000, `The ${name}`]));
    expect(trail).toEqual(['a', 'b', 'c'].map(notFound));
  });

  it.each([
    ['does not wait if the first search was a minute ago', MINUTE_MS, []],
    ['waits for the rest of the minute', MINUTE_MS - 1, ['free', 'take']],
  ])('%s', async (_, ago, calls) => {
    const { lease, searches } = await finish({ open: [expired()], readAgo: [ago] });
    expect(lease).toEqual(calls);
    expect(searches).toEqual([[MINUTE_MS - ago, 'The a']]);
  });

  it('comes after those that are sent again, whose requests do not wait for it', async () => {
    const { stage, result, trail } = await finish({ open: [expired('a'), creation('b')] });
    expect(stage.service.creations).toEqual([{ name: 'The b', at: NOW }]);
    expect(result).toEqual({ ...NOTHING, applied: [created('created-1', 'response', 'b')] });
    expect(trail.map((one) => [one.key, one.event.code])).toEqual([
      ['b', 'created'],
      ['a', 'not-done'],
    ]);
  });
});
