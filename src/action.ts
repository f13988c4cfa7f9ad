import * as core from '@actions/core';
import { OUTPUT_NAMES } from './commands/action/ending.ts';
import { runAction } from './commands/action/run-action.ts';
import { withoutSecrets } from './commands/telling/secrets.ts';
import { WorkflowLog } from './commands/action/workflow-log.ts';

const { outcome, failureReason, message, outputs } = await runAction(
  (name) => core.getInput(name),
  new WorkflowLog(),
);
const told = { ...outputs, outcome, 'failure-reason': failureReason ?? '' };
for (const name of OUTPUT_NAMES) core.setOutput(name, withoutSecrets(String(told[name] ?? '')));
if (failureReason !== undefined) core.setFailed(withoutSecrets(message));
