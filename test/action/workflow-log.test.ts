import { expect, it } from 'vitest';
import { failed, succeeded } from '../../src/action/conclusion.ts';
import { WorkflowLog } from '../../src/action/workflow-log.ts';
import { Secrets } from '../../src/app/secrets.ts';
import { fakeStep } from '../support/action/run-action.ts';

it.each([
  [succeeded('complete', { changes: 1 }), 1],
  [failed('failed', 'changes-failed', { code: 'not-all-done', why: 'failed' }), 2],
])('a step whose outputs can no longer be written fails, after %j', (conclusion, errors) => {
  const { step, told } = fakeStep({});
  const setOutput = () => {
    throw new Error('ENOSPC: no space left on device');
  };
  new WorkflowLog({ ...step, setOutput }, new Secrets()).conclude(conclusion);
  expect(told.exit).toBe(1);
  expect(told.annotations.map(({ level }) => level)).toEqual(Array.from({ length: errors }, () => 'error'));
  expect(told.annotations[0]?.message).toContain('ENOSPC');
});
