import type { Context } from '../app/context.ts';
import { carryOutAdoption, prepareAdoption } from '../app/importing/adopt-all.ts';
import { UserFailure } from '../app/process/user-failure.ts';
import { EXIT, type ExitCode } from '../model/exit.ts';
import type { Workspace } from '../model/workspace.ts';
import { adoptionDocument } from '../render/documents/adoption-document.ts';
import { adoptionText } from '../render/text/adoption-text.ts';
import { describeQuestion } from '../messages/question-messages.ts';
import type { CommandSession } from './session.ts';

interface Request {
  readonly context: Context;
  readonly workspace: Workspace;
  readonly options: {
    readonly dryRun?: boolean;
    readonly yes?: boolean;
    readonly json?: boolean;
  };
}

/** Binds every file that has exactly one candidate, and lists the ambiguous ones. */
export async function adoptAll(
  { context, workspace, options }: Request,
  { terminal }: CommandSession,
): Promise<ExitCode> {
  const { dryRun = false, yes = false, json = false } = options;
  const prepared = await prepareAdoption({ context, workspace });
  const count = prepared.bindings.length;
  const isAsked = !dryRun && !yes && count > 0 && terminal.interactive;
  if (isAsked) {
    terminal[json ? 'err' : 'out'](adoptionText(prepared.report, terminal));
    const question = describeQuestion({ kind: 'adopt', files: count, workspace: workspace.name });
    if (!(await terminal.confirm(question)))
      throw new UserFailure(EXIT.FAILED, { code: 'import-canceled', what: 'adoption' });
  }
  const report = dryRun ? prepared.report : await carryOutAdoption(prepared, { context, workspace });
  terminal.out(json ? adoptionDocument(report) : adoptionText(report, terminal));
  return EXIT.DONE;
}
