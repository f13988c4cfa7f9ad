import * as core from '@actions/core';
import { runAction } from './action/run-action.ts';
import { thisProcess } from './app/process/this-process.ts';

const host = thisProcess();

await runAction(host, {
  input: core.getInput,
  output: (name, value) => {
    // Without it, core would print a command that GitHub has deprecated.
    if (!host.environment.GITHUB_OUTPUT) throw new Error('GITHUB_OUTPUT is not set');
    core.setOutput(name, value);
  },
  secret: core.setSecret,
  log: core.info,
  error: core.error,
  warning: core.warning,
  notice: core.notice,
  summary: async (markdown) => {
    await core.summary.addRaw(markdown, true).write();
  },
  fail: core.setFailed,
});
