import { chooseWorkspace, openContext, type Context } from '../app/context.ts';
import { adopt } from '../app/importing/adopt-one.ts';
import { carryOutImport, previewImport } from '../app/importing/import-campaigns.ts';
import { UserFailure } from '../app/process/user-failure.ts';
import { EXIT, type ExitCode } from '../model/exit.ts';
import { isIncomplete } from '../model/import.ts';
import type { Workspace } from '../model/workspace.ts';
import { adoptionDocument } from '../render/documents/adoption-document.ts';
import { importDocument } from '../render/documents/import-document.ts';
import { adoptedText } from '../render/text/adoption-text.ts';
import { importDoneText, importText } from '../render/text/import-text.ts';
import { describeQuestion } from '../messages/question-messages.ts';
import { adoptAll } from './adopt-all.ts';
import { importRequest, requireOneWay, type ImportOptions } from './arguments/import-request.ts';
import type { CommandSession } from './session.ts';

/** Writes files for live campaigns, or binds files to the campaigns that they describe. */
export async function importCampaigns(options: ImportOptions, session: CommandSession): Promise<ExitCode> {
  requireOneWay(options);
  const context = await openContext(options, session);
  const workspace = chooseWorkspace(context, options.workspace);
  const [id = ''] = options.ids;
  if (options.adopt && options.all) return adoptAll({ context, workspace, options }, session);
  if (options.adopt) return adoptOne({ context, workspace, id, options }, session);
  return importFiles({ context, workspace }, options, session);
}

interface Target {
  readonly context: Context;
  readonly workspace: Workspace;
}

async function adoptOne(
  { context, workspace, id, options }: Target & { readonly id: string; readonly options: ImportOptions },
  { terminal }: CommandSession,
): Promise<ExitCode> {
  const report = await adopt(context, workspace, { id, key: options.key ?? '' });
  terminal.out(options.json ? adoptionDocument(report) : adoptedText(report));
  return EXIT.DONE;
}

async function importFiles(
  target: Target,
  options: ImportOptions,
  { terminal }: CommandSession,
): Promise<ExitCode> {
  const { ids, json, dryRun } = options;
  const prepared = await previewImport(importRequest(options), target);
  const { report } = prepared;
  const exit = isIncomplete(report, { named: ids.length > 0 }) ? EXIT.FAILED : EXIT.DONE;
  if (dryRun) {
    terminal.out(json ? importDocument(report) : importText(report, terminal));
    return exit;
  }
  if (!json) terminal.out(importText(report, terminal));
  if (report.campaigns.length > 0)
    await requireYes(options, { target, count: report.campaigns.length }, terminal);
  const done = await carryOutImport(prepared, target);
  terminal.out(json ? importDocument(done) : importDoneText(done));
  return exit;
}

/** On a terminal, the user is asked; running this in a script counts as a yes. */
async function requireYes(
  { yes = false }: ImportOptions,
  { target, count }: { readonly target: Target; readonly count: number },
  terminal: CommandSession['terminal'],
): Promise<void> {
  if (yes || !terminal.interactive) return;
  const question = describeQuestion({ kind: 'import', campaigns: count, workspace: target.workspace.name });
  if (await terminal.confirm(question)) return;
  throw new UserFailure(EXIT.FAILED, { code: 'import-canceled', what: 'import' });
}
