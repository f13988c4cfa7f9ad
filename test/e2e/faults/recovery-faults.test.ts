import { expect, test } from 'vitest';
import type { FaultRun } from '../../support/e2e/faults/fault-run.ts';
import { exercise, type Script, TIME } from '../../support/e2e/faults/exercise.ts';
import type { Mishap } from '../../support/e2e/faults/mishap.ts';

// A run is killed in the middle, and the run that recovers meets faults of its own, for longer than it retries.

const FOR_LONG = { times: 8, nth: 1 };

test('a run that recovers from a killed run may fail too', TIME, async () => {
  expect(await exercise({ name: 'recovery', through: 'proxy', faultRuns: recoveries, every: 7 })).toEqual([]);
});

function recoveries({ requests }: Script): FaultRun[] {
  const create = requests.indexOf('create') + 1;
  const update = requests.indexOf('update') + 1;
  const arrived: Mishap = { kind: 'kill-at-request', at: create, moment: 'after' };
  const lost: Mishap = { kind: 'kill-at-request', at: create, moment: 'before' };
  const edited: Mishap = { kind: 'kill-at-request', at: update, moment: 'after' };
  return [
    faultRun('a create got lost', lost, 'create', { kind: 'status', status: 500 }),
    faultRun('a create got lost', lost, 'create', { kind: 'reset-after' }),
    faultRun('a create got lost', lost, 'create', { kind: 'status', status: 400 }),
    faultRun('a create arrived', arrived, 'search', { kind: 'html', status: 200 }),
    faultRun('an edit arrived', edited, 'search', { kind: 'status', status: 503 }),
  ];
}

function faultRun(
  story: string,
  first: Mishap,
  operation: string,
  sketch: Omit<Extract<Mishap, { kind: 'fault' }>['fault'], 'nth'>,
): FaultRun {
  const trouble = `${sketch.kind} ${sketch.status ?? ''}`.trim();
  const second: Mishap = { kind: 'fault', fault: { ...sketch, ...FOR_LONG, operation } };
  return {
    name: `${story}, then ${operation} meets ${trouble}`,
    operation: story,
    mishaps: [[first], [second]],
    mayMiss: true,
  };
}
