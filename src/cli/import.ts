import { type InWorkspace, openWorkspace } from '../app/context.ts';
import { adopt, carryOutAdoption, prepareAdoption } from '../app/importing/adopt.ts';
import { carryOutImport, previewImport } from '../app/importing/import-campaigns.ts';
import { UserFailure } from '../app/process/user-failure.ts';
import { EXIT, type ExitCode } from '../model/exit.ts';
import { isIncomplete } from '../model/import.ts';
import { adoptionDocument } from '../render/documents/adoption-document.ts';
import { importDocument } from '../render/documents/import-document.ts';
import { adoptedText, adoptionText } from '../render/text/adoption-text.ts';
import { importDoneText, importText } from '../render/text/import-text.ts';
import { type CommandSession, requireYes, type ProposalOptions } from './session.ts';
import type { ImportRequest } from '../app/importing/prepare-import.ts';
import type { CampaignId, CampaignStatus } from '../model/campaign.ts';
import type { RefusalCause } from '../model/refusal.ts';

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
      question: { kind: 'import', campaigns: report.campaigns.length, workspace: target.workspace.name },
      canceled: { code: 'import-canceled', what: 'import' },
    });
  const done = await carryOutImport(prepared, target);
  terminal.out(json ? importDocument(done) : importDoneText(done));
  return exit;
}

interface ImportOptions extends ProposalOptions {
  readonly ids: readonly string[];
  readonly all?: boolean;
  readonly adopt?: boolean;
  readonly key?: string;
  readonly status?: readonly CampaignStatus[];
  readonly channel?: readonly string[];
  readonly tag?: readonly string[];
  readonly name?: string;
  readonly into?: string;
  readonly layout?: string;
  readonly share?: boolean;
}

/** Checks that the options are unambiguous before anything is read. */
function requireOneWay({ ids, all = false, adopt: adopts = false, key, ...rest }: ImportOptions): void {
  const usage = (problem: Extract<RefusalCause, { code: 'import-usage' }>['problem']) =>
    new UserFailure(EXIT.USAGE, { code: 'import-usage', problem });
  if (all === ids.length > 0) throw usage(all ? 'ids-and-all' : 'nothing-named');
  const name = ids.find((id) => /\/|\.ya?ml$/.test(id));
  if (name !== undefined) {
    const named = name.replace(/^(?:.*\/)?campaigns\//, '').replace(/\.ya?ml$/, '');
    throw new UserFailure(EXIT.USAGE, { code: 'import-key-as-id', name, key: key ?? named });
  }
  if (adopts && !all && (ids.length !== 1 || key === undefined)) throw usage('adopt-one');
  if (key !== undefined && ids.length !== 1) throw usage('key-for-one');
  const narrows = [rest.status, rest.channel, rest.tag, rest.name].some((one) => one !== undefined);
  const places = rest.into !== undefined || rest.layout !== undefined || rest.share === true;
  if (adopts && (narrows || places)) throw usage('adopt-selects');
  if (narrows && !all) throw usage('filter-without-all');
}

/** What to import, as the options say it. */
function importRequest(options: ImportOptions): ImportRequest {
  const { ids, all, status, channel, tag, name, into, layout, key, share } = options;
  return {
    ids: all ? undefined : ids.map((id) => id as CampaignId),
    filter: {
      ...(status && { statuses: status }),
      ...(channel && { channels: channel }),
      ...(tag && { tags: tag }),
      ...(name !== undefined && { name }),
    },
    ...(into !== undefined && { into }),
    ...(layout !== undefined && { layout }),
    ...(key !== undefined && { key }),
    ...(share && { share }),
  };
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
    await requireYes(session, {}, { question, canceled: { code: 'import-canceled', what: 'adoption' } });
  }
  const report = dryRun ? prepared.report : await carryOutAdoption(prepared, target);
  terminal.out(json ? adoptionDocument(report) : adoptionText(report, terminal));
  return EXIT.DONE;
}
