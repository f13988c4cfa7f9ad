import { openWorkspace, type InWorkspace } from '../app/context.ts';
import { prepareAdoption } from '../app/importing/adopt.ts';
import { prepareImport, type ImportRequest } from '../app/importing/import-campaigns.ts';
import { badOption } from '../app/process/user-failure.ts';
import { preparePull, type PullRequest } from '../app/pull.ts';
import { prepareReplacement } from '../app/replace.ts';
import { prepareRevert, type RevertRequest } from '../app/revert.ts';
import { carryOut, type Prepared } from '../app/rewrite.ts';
import { EXIT, type ExitCode } from '../model/exit.ts';
import { isYaml } from '../model/yaml-name.ts';
import {
  adoptionDocument,
  importDocument,
  pullDocument,
  replaceDocument,
  revertDocument,
} from '../render/documents/rewrite-documents.ts';
import {
  adoptionText,
  importDoneText,
  importText,
  pullDoneText,
  pullText,
  replaceSteps,
  replaceText,
  revertDoneText,
  revertText,
} from '../render/text/rewrite-texts.ts';
import { type CommandSession, type ProposalOptions, requireYes } from './session.ts';
import type { Terminal } from './terminal/terminal.ts';

/** Where a command works, and how it shows its report. */
interface Proposal<Report> extends InWorkspace {
  readonly session: CommandSession;
  readonly options: ProposalOptions;
  readonly document: (report: Report) => string;
  readonly text: (report: Report, terminal: Terminal) => string;
  /** What was done, and what to do next. */
  readonly doneText: (report: Report, terminal: Terminal) => string;
}

/** Shows what a command would write, asks, writes it, and shows what was written. */
async function carryOutShown<Report extends object>(
  prepared: Prepared<Report>,
  { session, options, document, text, doneText, ...target }: Proposal<Report>,
): Promise<void> {
  const { json = false, dryRun = false } = options;
  const { terminal } = session;
  const { report, changes } = prepared;
  if (dryRun || !json) terminal.out(json ? document(report) : text(report, terminal));
  if (dryRun) return;
  if (changes.length > 0) await requireYes(session, options, { kind: 'write' });
  const done = await carryOut(prepared, target);
  terminal.out(json ? document(done) : doneText(done, terminal));
}

/** `adopt`: the earlier spelling of the command `adopt`. */
type ImportOptions = ProposalOptions & ImportRequest & { readonly adopt?: boolean };

/** Writes new files for live campaigns, and binds them. */
export async function importCampaigns(options: ImportOptions, session: CommandSession): Promise<ExitCode> {
  requireOneWay(options);
  if (options.adopt) return adoptCampaigns({ ...options, id: options.ids[0] }, session);
  const target = await openWorkspace(options, session);
  const prepared = await prepareImport(options, target);
  const looks = { document: importDocument, text: importText, doneText: importDoneText };
  await carryOutShown(prepared, { ...target, session, options, ...looks });
  // With `--all`, some campaigns are always left out for other reasons.
  const isIncomplete = prepared.report.leftOut.some(
    ({ reason }) => !options.all || reason.code === 'unreadable',
  );
  return isIncomplete ? EXIT.FAILED : EXIT.DONE;
}

/** Checks what the table of commands can't: how many IDs go with `--key` and `--adopt`. */
function requireOneWay({ ids, all = false, adopt: adopts = false, key }: ImportOptions): void {
  const needs = (option: string, other: string) => badOption(option, { why: 'needs', other });
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
  if (dryRun && !all) throw badOption('--dry-run', { why: 'needs', other: '--all' });
  const target = await openWorkspace(options, session);
  const prepared = await prepareAdoption(target, all ? undefined : { key, id });
  if (all && !dryRun && !yes && prepared.report.certain.length > 0 && terminal.interactive) {
    terminal[json ? 'err' : 'out'](adoptionText(prepared.report, terminal));
    await requireYes(session, {}, { kind: 'write' });
  }
  const report = dryRun ? prepared.report : await carryOut(prepared, target);
  terminal.out(json ? adoptionDocument(report) : adoptionText(report, terminal));
  return EXIT.DONE;
}

type PullOptions = ProposalOptions &
  Omit<PullRequest, 'conflicts'> & { readonly ours?: boolean; readonly theirs?: boolean };

/** Writes changes made in the service into the files. Sends nothing, and records nothing. */
export async function pull(options: PullOptions, session: CommandSession): Promise<ExitCode> {
  const { only, ours = false, theirs = false } = options;
  const target = await openWorkspace(options, session);
  const conflicts = ours ? 'ours' : theirs ? 'theirs' : undefined;
  const prepared = await preparePull({ only, conflicts }, target);
  const { pulled, left, unknown } = prepared.report;
  const dryRun = options.dryRun === true || pulled.length === 0;
  const looks = { document: pullDocument, text: pullText, doneText: pullDoneText };
  await carryOutShown(prepared, { ...target, session, options: { ...options, dryRun }, ...looks });
  // Changes that could not be pulled are left to do, so a script must not see success.
  return left.length + unknown.length > 0 ? EXIT.FAILED : EXIT.DONE;
}

/**
 * Writes campaign files as they were last applied, or as of a commit. Sends nothing: the next plan shows the changes
 * that restore this version.
 */
export async function revert(
  options: ProposalOptions & RevertRequest,
  session: CommandSession,
): Promise<ExitCode> {
  const target = await openWorkspace(options, session);
  const prepared = await prepareRevert(options, target);
  const looks = { document: revertDocument, text: revertText, doneText: revertDoneText };
  await carryOutShown(prepared, { ...target, session, options, ...looks });
  return EXIT.DONE;
}

/** Moves a locked edit into a copy of its campaign, and restores the campaign's own file. */
export async function replace(
  options: ProposalOptions & { readonly name: string },
  session: CommandSession,
): Promise<ExitCode> {
  const target = await openWorkspace(options, session);
  const prepared = await prepareReplacement(options.name, target);
  const text: typeof replaceText = (...shown) =>
    replaceText(...shown) + (options.dryRun ? replaceSteps(...shown) : '');
  const looks = { document: replaceDocument, text, doneText: replaceSteps };
  await carryOutShown(prepared, { ...target, session, options, ...looks });
  return EXIT.DONE;
}
