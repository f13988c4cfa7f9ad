import type * as core from '@actions/core';

type Functions =
  'error' | 'getInput' | 'info' | 'notice' | 'setFailed' | 'setOutput' | 'setSecret' | 'warning';

/**
 * What a step uses of its runner: a part of `@actions/core`. That knows only the variables and the standard output of
 * the process that loads it, so src/action.ts alone does, and tests have a runner of their own.
 */
export interface Step extends Pick<typeof core, Functions> {
  readonly summary: { addRaw(text: string, addEOL: boolean): { write(): Promise<unknown> } };
}
