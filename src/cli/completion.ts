import type { CommonOptions } from '../app/context.ts';
import { EXIT, type ExitCode } from '../model/exit.ts';
import { COMPLETION_SCRIPTS, type Shell } from './completion-scripts.ts';
import type { CommandSession } from './session.ts';

export interface CompletionOptions extends CommonOptions {
  readonly shell: Shell;
}

/** Prints the script with which a shell completes `campaigns`. */
export function completion({ shell }: CompletionOptions, { stdout }: CommandSession): Promise<ExitCode> {
  stdout.write(COMPLETION_SCRIPTS[shell]);
  return Promise.resolve(EXIT.DONE);
}
