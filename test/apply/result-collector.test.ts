import { beforeEach, describe, expect, it } from 'vitest';
import { ResultCollector } from '../../src/apply/result-collector.ts';
import type { Failed } from '../../src/model/failure.ts';
import { heldBy } from '../../src/model/held.ts';
import type { Progress } from '../../src/model/progress.ts';
import type { Applied, Result } from '../../src/model/result.ts';
import type { Action } from '../../src/model/transitions.ts';
import { successes } from '../../src/quota/windows.ts';
import { campaignId, key, NOW } from '../support/builders.ts';

const [A, B] = [key('a'), key('b')];
const NOTHING: Result = {
  ...{ workspace: 'local', refused: undefined, applied: [], deferred: [], stale: [], unconfirmed: [] },
  ...{ held: [], failed: [] },
};
const EVENT = { code: 'updated', components: ['utm_params'] } as const;
const BUSY = heldBy('in-flight', {
  code: 'creation-unclear',
  why: 'taken',
  run: 'earlier',
  key: A,
  found: [],
});

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
