import { openWorkspace } from '../app/context.ts';
import { carryOutImport, previewImport } from '../app/importing/import-campaigns.ts';
import { EXIT, type ExitCode } from '../model/exit.ts';
import { isIncomplete } from '../model/import.ts';
import { importDocument } from '../render/documents/import-document.ts';
import { importDoneText, importText } from '../render/text/import-text.ts';
import { adoptCampaigns } from './adopt.ts';
import { importRequest, type ImportOptions, requireOneWay } from './import-options.ts';
import { type CommandSession, requireYes } from './session.ts';

/** Writes new files for live campaigns, and binds them. */
export async function importCampaigns(options: ImportOptions, session: CommandSession): Promise<ExitCode> {
  requireOneWay(options);
  if (options.adopt) return adoptCampaigns({ ...options, id: options.ids[0] }, session);
  const target = await openWorkspace(options, session);
  const { terminal } = session;
  const { ids, json, dryRun } = options;
  const prepared = await previewImport(importRequest(options), target);
  const { report } = prepared;
  const exit = isIncomplete(report, { named: ids.length > 0 }) ? EXIT.FAILED : EXIT.DONE;
  if (dryRun || !json) terminal.out(json ? importDocument(report) : importText(report, terminal));
  if (dryRun) return exit;
  const [campaigns, workspace] = [report.campaigns.length, target.workspace.name];
  if (campaigns > 0) await requireYes(session, options, { kind: 'import', campaigns, workspace });
  const done = await carryOutImport(prepared, target);
  terminal.out(json ? importDocument(done) : importDoneText(done));
  return exit;
}
