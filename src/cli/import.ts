import { type InWorkspace, openWorkspace } from '../app/context.ts';
import { adopt, carryOutAdoption, prepareAdoption } from '../app/importing/adopt.ts';
import { carryOutImport, previewImport } from '../app/importing/import-campaigns.ts';
import { EXIT, type ExitCode } from '../model/exit.ts';
import { isIncomplete } from '../model/import.ts';
import { adoptionDocument } from '../render/documents/adoption-document.ts';
import { importDocument } from '../render/documents/import-document.ts';
import { adoptedText, adoptionText } from '../render/text/adoption-text.ts';
import { importDoneText, importText } from '../render/text/import-text.ts';
import { importRequest, type ImportOptions, requireOneWay } from './import-options.ts';
import { type CommandSession, requireYes } from './session.ts';

/** Writes files for live campaigns, or binds files to the campaigns that they describe. */
export async function importCampaigns(options: ImportOptions, session: CommandSession): Promise<ExitCode> {
  requireOneWay(options);
  const target = await openWorkspace(options, session);
  if (options.adopt && options.all) return adoptAll(target, options, session);
  if (options.adopt) return adoptOne(target, options, session);
  return importFiles(target, options, session);
}

async function adoptOne(
  { context, workspace }: InWorkspace,
  { ids: [id = ''], key = '', json }: ImportOptions,
  { terminal }: CommandSession,
): Promise<ExitCode> {
  const report = await adopt(context, workspace, { id, key });
  terminal.out(json ? adoptionDocument(report) : adoptedText(report));
  return EXIT.DONE;
}

async function importFiles(
  target: InWorkspace,
  options: ImportOptions,
  session: CommandSession,
): Promise<ExitCode> {
  const { terminal } = session;
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
    await requireYes(session, options, {
      kind: 'import',
      campaigns: report.campaigns.length,
      workspace: target.workspace.name,
    });
  const done = await carryOutImport(prepared, target);
  terminal.out(json ? importDocument(done) : importDoneText(done));
  return exit;
}

/** Binds every file that has exactly one candidate, and lists the ambiguous ones. */
async function adoptAll(
  target: InWorkspace,
  { dryRun = false, yes = false, json = false }: ImportOptions,
  session: CommandSession,
): Promise<ExitCode> {
  const { terminal } = session;
  const prepared = await prepareAdoption(target);
  const count = prepared.bindings.length;
  if (!dryRun && !yes && count > 0 && terminal.interactive) {
    terminal[json ? 'err' : 'out'](adoptionText(prepared.report, terminal));
    const question = { kind: 'adopt', files: count, workspace: target.workspace.name } as const;
    await requireYes(session, {}, question);
  }
  const report = dryRun ? prepared.report : await carryOutAdoption(prepared, target);
  terminal.out(json ? adoptionDocument(report) : adoptionText(report, terminal));
  return EXIT.DONE;
}
