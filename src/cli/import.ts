import { openWorkspace } from '../app/context.ts';
import { carryOutBindings, prepareAdoption } from '../app/importing/adopt.ts';
import { prepareImport } from '../app/importing/import-campaigns.ts';
import { UserFailure } from '../app/process/user-failure.ts';
import type { CampaignId, CampaignStatus } from '../model/campaign.ts';
import { EXIT, type ExitCode } from '../model/exit.ts';
import { isYaml } from '../model/yaml-name.ts';
import { adoptionDocument, importDocument } from '../render/documents/rewrite-documents.ts';
import { adoptionText, importDoneText, importText } from '../render/text/rewrite-texts.ts';
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
  const filter = { statuses: status, channels: channel, tags: tag, name };
  const named = all ? undefined : ids.map((id) => id as CampaignId);
  const prepared = await prepareImport({ ids: named, filter, into, key }, target);
  const { report } = prepared;
  // With `--all`, some campaigns are always left out for other reasons.
  const isIncomplete = report.leftOut.some(
    ({ reason }) => named !== undefined || reason.code === 'unreadable',
  );
  const exit = isIncomplete ? EXIT.FAILED : EXIT.DONE;
  if (dryRun || !json) terminal.out(json ? importDocument(report) : importText(report, terminal));
  if (dryRun) return exit;
  if (report.campaigns.length > 0) await requireYes(session, options, { kind: 'write' });
  const done = await carryOutBindings(prepared, target);
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

interface AdoptOptions extends ProposalOptions {
  readonly key?: string;
  readonly id?: string | undefined;
  readonly all?: boolean;
}

/** Binds a file to the live campaign with an ID, or each file to the one that it describes. Writes no file. */
export async function adoptCampaigns(options: AdoptOptions, session: CommandSession): Promise<ExitCode> {
  const { key = '', id = '', all = false, dryRun = false, yes = false, json = false } = options;
  const { terminal } = session;
  const fault = { code: 'bad-option', option: '--dry-run', why: 'needs', other: '--all' } as const;
  if (dryRun && !all) throw new UserFailure(EXIT.USAGE, fault);
  const target = await openWorkspace(options, session);
  const prepared = await prepareAdoption(target, all ? undefined : { key, id });
  if (all && !dryRun && !yes && prepared.bindings.length > 0 && terminal.interactive) {
    terminal[json ? 'err' : 'out'](adoptionText(prepared.report, terminal));
    await requireYes(session, {}, { kind: 'write' });
  }
  const report = dryRun ? prepared.report : await carryOutBindings(prepared, target);
  terminal.out(json ? adoptionDocument(report) : adoptionText(report, terminal));
  return EXIT.DONE;
}
