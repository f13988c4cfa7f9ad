import { openWorkspace } from '../app/context.ts';
import { carryOutImport, prepareImport } from '../app/importing/import-campaigns.ts';
import { UserFailure } from '../app/process/user-failure.ts';
import type { CampaignId, CampaignStatus } from '../model/campaign.ts';
import { EXIT, type ExitCode } from '../model/exit.ts';
import { isIncomplete } from '../model/import.ts';
import { isYaml } from '../model/yaml-name.ts';
import { importDocument } from '../render/documents/import-document.ts';
import { importDoneText, importText } from '../render/text/import-text.ts';
import { adoptCampaigns } from './adopt.ts';
import { type CommandSession, type ProposalOptions, requireYes } from './session.ts';

interface ImportOptions extends ProposalOptions {
  readonly ids: readonly string[];
  readonly all?: boolean;
  /** The earlier spelling of the command `adopt`. */
  readonly adopt?: boolean;
  readonly key?: string;
  readonly status?: readonly CampaignStatus[];
  readonly channel?: readonly string[];
  readonly tag?: readonly string[];
  readonly name?: string;
  readonly into?: string;
}

/** Writes new files for live campaigns, and binds them. */
export async function importCampaigns(options: ImportOptions, session: CommandSession): Promise<ExitCode> {
  requireOneWay(options);
  if (options.adopt) return adoptCampaigns({ ...options, id: options.ids[0] }, session);
  const target = await openWorkspace(options, session);
  const { terminal } = session;
  const { ids, all, status, channel, tag, name, into, key, json, dryRun } = options;
  const prepared = await prepareImport(
    {
      ids: all ? undefined : ids.map((id) => id as CampaignId),
      filter: { statuses: status, channels: channel, tags: tag, name },
      into,
      key,
    },
    target,
  );
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

/** Checks what the table of commands can't: how many IDs go with `--key` and `--adopt`. */
function requireOneWay({ ids, all = false, adopt: adopts = false, key }: ImportOptions): void {
  const needs = (option: string, other: string) =>
    new UserFailure(EXIT.USAGE, { code: 'bad-option', option, why: 'needs', other });
  const name = ids.find((id) => id.includes('/') || isYaml(id));
  if (name !== undefined) throw needs(name, 'campaigns adopt KEY --id ID');
  if (adopts && !all && (ids.length !== 1 || key === undefined))
    throw needs('--adopt', 'one ID and --key, or --all');
  if (key !== undefined && ids.length !== 1) throw needs('--key', 'one ID');
}
