import { beforeEach, describe, expect, it } from 'vitest';
import { ResultCollector } from '../../src/apply/result-collector.ts';
import type { Failed } from '../../src/model/failure.ts';
import { heldBy } from '../../src/model/held.ts';
import type { PlannedCampaign } from '../../src/model/plan.ts';
import type { Progress } from '../../src/model/progress.ts';
import type { Applied, Result } from '../../src/model/result.ts';
import type { Action } from '../../src/model/transitions.ts';
import { successes } from '../../src/quota/windows.ts';
import { ANSWERED_500 } from '../support/answer-problems.ts';
import { unrecorded } from '../support/report/results.ts';
import {
  bindingOf,
  campaignId,
  desired,
  intent,
  key,
  live,
  NOW,
  planFor,
  stateOf,
} from '../support/builders.ts';

const [A, B] = [key('a'), key('b')];
const NOTHING: Result = {
  ...{ workspace: 'local', refused: undefined, applied: [], deferred: [], stale: [], unconfirmed: [] },
  ...{ held: [], failed: [] },
};
const EVENT = { code: 'updated', components: ['utm_params'] } as const;
const BUSY = heldBy('in-flight', { code: 'creation-taken', key: A });

let progress: Progress[];
let results: ResultCollector;

beforeEach(() => {
  progress = [];
  results = new ResultCollector((one) => progress.push(one));
});

function concluded(more: Partial<Parameters<ResultCollector['result']>[0]> = {}): Result {
  return results.result({ workspace: 'local', refused: undefined, stopped: undefined, ...more });
}

function done(name: string, change: Applied['change'] = 'update'): Applied {
  return { key: key(name), change, campaignId: campaignId(name), components: [], responseId: null };
}

function apply(name: string, change?: Applied['change']): void {
  results.addApplied(done(name, change), EVENT);
}

function move(name: string, action: Action): void {
  results.addApplied(done(name, 'transition'), { code: 'transitioned', action, from: '', to: '' });
}

function failure(name: string, cause: Failed['cause'] = { code: 'interrupted' }): Failed {
  return { key: key(name), cause, responseId: null };
}

/** A managed campaign that is edited and then published, as planned. */
function planned(name: string): PlannedCampaign {
  const known = live({ key: name });
  const utm = { utm_params: { utm_source: 'app', utm_medium: 'push' } };
  const [one] = planFor({
    desired: [desired({ key: name, components: utm, status: 'ACTIVE' })],
    live: [known],
    state: stateOf([bindingOf(known)]),
  }).campaigns;
  if (one?.steps.length !== 2) throw new Error('not an edit and a publish');
  return one;
}

describe('what breaks off a campaign', () => {
  it.each<readonly [what: string, add: () => void, isBrokenOff: boolean, result: Partial<Result>]>([
    [
      'a deferred creation',
      () => {
        results.breakOffDeferred(A, NOW, { cause: undefined });
      },
      true,
      { deferred: [{ key: A, resumeAt: '2031-01-01T09:00:00.000Z' }] },
    ],
    [
      'a deferred edit',
      () => {
        results.breakOffDeferred(A, NOW, { change: 'update', cause: 'service' });
      },
      true,
      {
        deferred: [{ key: A, resumeAt: '2031-01-01T09:00:00.000Z', change: 'update', cause: 'service' }],
      },
    ],
    [
      'a full window',
      () => {
        results.breakOffDeferred(A, NOW, { cause: successes(5, 60_000) });
      },
      true,
      { deferred: [{ key: A, resumeAt: '2031-01-01T09:00:00.000Z', cause: successes(5, 60_000) }] },
    ],
    [
      'a stale step',
      () => {
        results.breakOffStale({ key: A, cause: { code: 'changed', what: 'gone' } });
      },
      true,
      { stale: [{ key: A, cause: { code: 'changed', what: 'gone' } }] },
    ],
    [
      'a failure',
      () => {
        results.breakOffFailed(failure('a'));
      },
      true,
      { failed: [failure('a')] },
    ],
    [
      'a change that is not shown',
      () => {
        results.breakOffUnconfirmed({ key: A, component: 'utm_params', paths: ['/utm_term'] });
      },
      true,
      { unconfirmed: [{ key: A, component: 'utm_params', paths: ['/utm_term'] }] },
    ],
    [
      'a block',
      () => {
        results.breakOffHeld(A, BUSY);
      },
      true,
      { held: [{ key: A, ...BUSY }] },
    ],
    [
      'not a block by the plan',
      () => {
        results.addHeld(A, BUSY);
      },
      false,
      { held: [{ key: A, ...BUSY }] },
    ],
    [
      'not what is left open',
      () => {
        results.addLeftOpen(A, BUSY);
      },
      false,
      { held: [{ key: A, ...BUSY }] },
    ],
    [
      'not an earlier change that is not shown',
      () => {
        results.noteUnconfirmed({ key: A, component: 'utm_params', paths: [] });
      },
      false,
      { unconfirmed: [{ key: A, component: 'utm_params', paths: [] }] },
    ],
    [
      'not a change that was made',
      () => {
        apply('a');
      },
      false,
      { applied: [done('a')] },
    ],
  ])('is %s', (_, add, isBrokenOff, result) => {
    add();
    expect([results.isBrokenOff(A), results.isBrokenOff(B)]).toEqual([isBrokenOff, false]);
    expect(concluded()).toEqual({ ...NOTHING, ...result });
  });
});

it('tells whoever follows the run what was sent', () => {
  apply('a');
  results.breakOffFailed(failure('b'));
  expect(progress).toEqual([{ kind: 'sent', key: A, event: EVENT }]);
});

describe('a campaign has stopped', () => {
  it.each<readonly [what: string, add: () => void, hasStopped: boolean]>([
    [
      'after a pause that live shows',
      () => {
        move('a', 'PAUSE');
      },
      true,
    ],
    [
      'not after a publish that an earlier run sent',
      () => {
        move('a', 'PUBLISH');
      },
      false,
    ],
    [
      'not after an edit',
      () => {
        apply('a', 'update');
      },
      false,
    ],
    [
      'not after the pause of another',
      () => {
        move('b', 'PAUSE');
      },
      false,
    ],
    [
      'not after an edit and the pause of another',
      () => {
        apply('a');
        move('b', 'PAUSE');
      },
      false,
    ],
    [
      'not if something else of it failed',
      () => {
        move('a', 'PAUSE');
        results.breakOffFailed(failure('a'));
      },
      false,
    ],
    ['not if nothing was sent', () => undefined, false],
  ])('%s', (_, add, hasStopped) => {
    add();
    expect(results.hasStopped(A)).toBe(hasStopped);
  });
});

describe('a start that was planned', () => {
  const unseen = () => {
    results.breakOffUnconfirmed({ key: A, component: 'utm_params', paths: [] });
  };
  const notSent = failure('a', { code: 'not-reached', action: 'PUBLISH', shown: null });

  it('is reported as not sent if live does not show what was sent before it', () => {
    results.addPlanned([planned('a'), planned('b')]);
    apply('a');
    unseen();
    results.addWaiting([planned('a'), planned('b')]);
    expect(concluded().failed).toEqual([notSent]);
  });

  it('is reported as not sent if only earlier parts of the run did as many steps', () => {
    apply('a');
    apply('a');
    results.addPlanned([planned('a')]);
    unseen();
    results.addWaiting([planned('a')]);
    expect(concluded().failed).toEqual([notSent]);
  });

  it.each<readonly [what: string, prepare: () => void, campaign: () => PlannedCampaign]>([
    [
      'all steps were done',
      () => {
        apply('a');
        apply('a', 'transition');
        unseen();
      },
      () => planned('a'),
    ],
    [
      'live shows everything',
      () => {
        apply('a');
      },
      () => planned('a'),
    ],
    ['the plan has no start', unseen, () => ({ ...planned('a'), transition: null })],
  ])('is not reported if %s', (_, prepare, campaign) => {
    results.addPlanned([]);
    prepare();
    results.addWaiting([campaign()]);
    expect(concluded().failed).toEqual([]);
  });
});

describe('at the end', () => {
  it('an intent that could not be resolved is reported, unless its campaign has another problem', () => {
    results.leaveUnresolved(intent({ kind: 'create' }));
    results.leaveUnresolved(intent({ kind: 'update', key: 'b' }));
    results.leaveUnresolved(intent({ kind: 'transition', key: 'c' }));
    results.breakOffStale({ key: B, cause: { code: 'changed', what: 'gone' } });
    expect(concluded().failed).toEqual([]);
    results.addUnresolved();
    expect(concluded().failed).toEqual([
      failure('a', { code: 'unclear', found: 'earlier' }),
      failure('c', { code: 'unclear', found: 'earlier' }),
    ]);
  });

  it('a campaign with steps left is interrupted, unless it has another problem', () => {
    results.addPlanned([]);
    apply('a');
    apply('b');
    apply('b', 'transition');
    results.breakOffHeld(key('c'), BUSY);
    results.addInterrupted([...['a', 'b', 'c'].map(planned), { ...planned('d'), steps: [] }]);
    expect(concluded().failed).toEqual([failure('a')]);
  });

  it('a step after one that could not be recorded is interrupted, unless its result is unclear, too', () => {
    results.addPlanned([]);
    for (const name of ['a', 'b']) apply(name);
    for (const name of ['a', 'b', 'c']) results.breakOffFailed(unrecorded(name));
    const unclear = failure('b', { code: 'unclear', found: 'nothing' });
    results.breakOffFailed(unclear);
    results.addInterrupted(['a', 'b', 'c'].map(planned));
    expect(concluded().failed).toEqual([
      unrecorded('a'),
      unrecorded('b'),
      unrecorded('c'),
      unclear,
      failure('a'),
    ]);
  });
});

describe('what the plan says already', () => {
  const drift = heldBy('drift', { code: 'drift', gone: [] });
  const plan = (more: Partial<PlannedCampaign>): PlannedCampaign => ({ ...planned('a'), ...more });

  it('is added to the result', () => {
    results.addPlanned([plan({ held: [drift, BUSY] })]);
    expect(concluded()).toEqual({
      ...NOTHING,
      held: [
        { key: A, ...drift },
        { key: A, ...BUSY },
      ],
    });
    expect(results.isBrokenOff(A)).toBe(false);
  });

  it('is left out if recovery reported the same with more detail', () => {
    results.addLeftOpen(A, BUSY);
    const ambiguous = heldBy('ambiguous', { code: 'name-not-searched' });
    results.addPlanned([plan({ held: [drift, BUSY, ambiguous] }), { ...plan({ held: [BUSY] }), key: B }]);
    expect(concluded().held).toEqual([
      { key: A, ...BUSY },
      { key: A, ...drift },
      { key: B, ...BUSY },
    ]);
  });

  it('includes earlier changes that live still does not show, unless this run found out more', () => {
    const notes = (['utm_params', 'basic_details'] as const).map(
      (component) => ({ kind: 'unconfirmed', component, paths: ['/x'] }) as const,
    );
    results.addPlanned([
      plan({ notes: [...notes, { kind: 'start-past', start: 'x', zone: 'UTC' }] }),
      { ...plan({ notes }), key: B },
    ]);
    results.breakOffUnconfirmed({ key: A, component: 'utm_params', paths: ['/y'] });
    results.breakOffUnconfirmed({ key: key('c'), component: 'advanced', paths: ['/z'] });
    expect(concluded().unconfirmed).toEqual([
      { key: A, component: 'utm_params', paths: ['/y'] },
      { key: 'c', component: 'advanced', paths: ['/z'] },
      { key: A, component: 'basic_details', paths: ['/x'] },
      { key: B, component: 'utm_params', paths: ['/x'] },
      { key: B, component: 'basic_details', paths: ['/x'] },
    ]);
  });

  const unreadable = { code: 'unreadable', problem: ANSWERED_500, isMalformed: true } as const;
  it.each<readonly [what: string, more: Partial<PlannedCampaign>, expected: readonly Failed[]]>([
    [
      'with the problem and the time to ask again',
      { verdict: 'unknown', held: [heldBy('unreadable', unreadable, { until: '2031-01-01T10:00:00.000Z' })] },
      [
        {
          ...failure('a', { code: 'unreadable', before: 'plan', problem: ANSWERED_500 }),
          resumeAt: '2031-01-01T10:00:00.000Z',
        },
      ],
    ],
    [
      'with the problem alone',
      { verdict: 'unknown', held: [drift, heldBy('unreadable', unreadable)] },
      [failure('a', { code: 'unreadable', before: 'plan', problem: ANSWERED_500 })],
    ],
    [
      'without a problem',
      { verdict: 'unknown', held: [drift] },
      [failure('a', { code: 'unreadable', before: 'plan' })],
    ],
    [
      'with nothing',
      { verdict: 'unknown', held: [] },
      [failure('a', { code: 'unreadable', before: 'plan' })],
    ],
    ['only if it could not be read', { verdict: 'update', held: [heldBy('unreadable', unreadable)] }, []],
  ])('includes a campaign that could not be read %s', (_, more, expected) => {
    results.addPlanned([plan(more)]);
    expect(concluded().failed).toEqual(expected);
    expect(results.isBrokenOff(A)).toBe(expected.length > 0);
  });
});

describe('a refused credential', () => {
  const forbidden = (name: string) => {
    results.noteForbidden(key(name));
    results.breakOffFailed(failure(name));
  };

  it.each<readonly [what: string, prepare: () => void, refused: Result['refused']]>([
    [
      'is the cause if all of several writes were forbidden',
      () => {
        ['a', 'b'].forEach(forbidden);
      },
      'credential',
    ],
    [
      'is not the cause of a single one',
      () => {
        forbidden('a');
      },
      undefined,
    ],
    [
      'is not the cause if another was done',
      () => {
        ['a', 'b'].forEach(forbidden);
        apply('c');
      },
      undefined,
    ],
    [
      'is not the cause if another failed for its own reason',
      () => {
        ['a', 'b'].forEach(forbidden);
        results.breakOffFailed(failure('c'));
      },
      undefined,
    ],
    ['is not the cause of nothing', () => undefined, undefined],
  ])('%s', (_, prepare, refused) => {
    prepare();
    expect(concluded().refused).toBe(refused);
    expect(concluded({ refused: 'guard' }).refused).toBe(refused ?? 'guard');
  });
});
