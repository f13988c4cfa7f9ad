import type { CommonOptions } from '../app/common-options.ts';
import { chooseWorkspace, openContext } from '../app/context.ts';
import { adopt } from '../app/import.ts';
import { EXIT, type ExitCode } from '../model/exit.ts';
import type { CommandSession } from './session.ts';

export interface ImportOptions extends CommonOptions {
  readonly id: string;
  readonly key: string;
}

/** Binds an existing file to a live campaign. */
export async function importCampaign(options: ImportOptions, session: CommandSession): Promise<ExitCode> {
  const context = await openContext(options, session);
  const workspace = chooseWorkspace(context, options.workspace);
  const { id } = options;
  const { key, status } = await adopt(context, workspace, options);
  session.terminal.out(`${key} is now bound to ${id} (${status}). Next: campaigns plan\n`);
  return EXIT.DONE;
}
