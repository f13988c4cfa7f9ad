import { beforeEach, describe, expect, it } from 'vitest';
import { ResultCollector } from '../../src/apply/result-collector.ts';
import type { Failed } from '../../src/model/failure.ts';
import type { Applied, Result } from '../../src/model/result.ts';
import type { Action } from '../../src/model/transitions.ts';
import { campaignId, key } from '../support/builders.ts';

const A = key('a');
const EVENT = { code: 'updated', components: ['utm_params'] } as const;

let results: ResultCollector;

beforeEach(() => {
  results = new ResultCollector(() => undefined);
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
