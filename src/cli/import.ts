import type { CommonOptions } from '../app/common-options.ts';
import { chooseWorkspace, openContext, type Context } from '../app/context.ts';
import { adopt } from '../app/importing/adopt-one.ts';
import { carryOutImport, previewImport } from '../app/importing/import-campaigns.ts';
import type { RefusalCause } from '../model/refusal.ts';
import { UserFailure } from '../app/user-failure.ts';
import type { CampaignId, CampaignStatus } from '../model/campaign.ts';
import { EXIT, type ExitCode } from '../model/exit.ts';
import type { ImportReport } from '../model/import.ts';
import type { Workspace } from '../model/workspace.ts';
import { adoptionDocument } from '../render/documents/adoption-document.ts';
import { importDocument } from '../render/documents/import-document.ts';
import { adoptedText } from '../render/text/adoption-text.ts';
import { importDoneText, importText } from '../render/text/import-text.ts';
import { describeQuestion } from '../messages/question-messages.ts';
import { adoptAll } from './adopt-all.ts';
import type { CommandSession } from './session.ts';

export interface ImportOptions extends CommonOptions {
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
  readonly dryRun?: boolean;
  readonly yes?: boolean;
}

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

/** Checks that the options are unambiguous before anything is read. */
function requireOneWay({ ids, all = false, adopt: adopts = false, key, ...rest }: ImportOptions): void {
  const usage = (problem: Extract<RefusalCause, { code: 'import-usage' }>['problem']) =>
    new UserFailure(EXIT.USAGE, { code: 'import-usage', problem });
  if (all === ids.length > 0) throw usage(all ? 'ids-and-all' : 'nothing-named');
  if (adopts && !all && (ids.length !== 1 || key === undefined)) throw usage('adopt-one');
  if (key !== undefined && ids.length !== 1) throw usage('key-for-one');
  const narrows = [rest.status, rest.channel, rest.tag, rest.name].some((one) => one !== undefined);
  const places = rest.into !== undefined || rest.layout !== undefined || rest.share === true;
  if (adopts && (narrows || places)) throw usage('adopt-selects');
  if (narrows && !all) throw usage('filter-without-all');
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
  const { ids, all, status, channel, tag, name, into, layout, key, share, json, dryRun } = options;
  const prepared = await previewImport(
    {
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
    },
    target,
  );
  const { report } = prepared;
  const exit = isIncomplete(report, ids) ? EXIT.FAILED : EXIT.DONE;
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

/**
 * A named campaign that gets no file is a failure. With --all, some campaigns are always left out, but one that couldn't
 * be read is a failure as well.
 */
function isIncomplete({ leftOut }: ImportReport, ids: readonly string[]): boolean {
  return leftOut.some(({ reason }) => ids.length > 0 || reason.code === 'unreadable');
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
