import { importRemarks } from '../../messages/rewrite-messages.ts';
import { statusWord } from '../../model/campaign.ts';
import { groupBy } from '../../model/grouping.ts';
import type { JsonValue } from '../../model/json.ts';
import type {
  AdoptionReport,
  FormatReport,
  ImportReport,
  Replacement,
  RevertReport,
  RevertedCampaign,
  UnboundFile,
} from '../../model/rewrite.ts';
import { columns, clipToWidth, indent, wrap, wrapPhrase } from '../columns.ts';
import { problemText } from '../../messages/catalog/faults.ts';
import type { PullReport } from '../../model/pull.ts';
import { pullRow } from '../rows/drift-rows.ts';
import { rowsText } from './rows-text.ts';
import { describeHeld } from '../../messages/catalog/held.ts';
import { joined, say, type Phrase, code, listed } from '../../messages/phrase.ts';
import { counted, firstFew } from '../../model/show.ts';
import type { TextOptions } from './report-texts.ts';
import { endOld } from '../../messages/advice.ts';
import { visibleLine } from '../text-layout.ts';

/** A line for each file that was not formatted, then a count. `kind`: whether they are formatted now. */
export function fmtText({ changed, refused, total }: FormatReport, kind: 'written' | 'checked'): string {
  const done = kind === 'written' ? 'formatted' : 'not formatted';
  const left = refused === 0 ? '' : `; ${refused} with errors left unchanged`;
  const advice = kind === 'checked' && changed.length > 0 ? ' To format them, run: campaigns fmt' : '';
  const lines = changed.map((file) => `${done}: ${file}\n`);
  return `${lines.join('')}${counted(total, 'file')} checked, ${changed.length} ${done}${left}.${advice}\n`;
}

type Layout = Pick<TextOptions, 'columns' | 'paint'>;

/** Up to this many files are listed, and this many campaigns for a remark. */
const LISTED = 40;
const NAMED = 5;

/** What an import writes, what it leaves out and why, and what to check. */
export function importText(report: ImportReport, { columns: width }: Layout): string {
  const { workspace, campaigns, leftOut, managed, notAsked, isDone } = report;
  const warnings = campaigns.reduce((sum, one) => sum + one.warnings.length, 0);
  const counts = [
    `${counted(campaigns.length, 'campaign')} ${isDone ? 'imported' : 'to import'} from ${workspace}`,
    ...(leftOut.length > 0 ? [`${leftOut.length} left out`] : []),
    ...(managed > 0 ? [`${managed} with a file`] : []),
    ...(notAsked > 0 ? [`${notAsked} not selected`] : []),
    ...(warnings > 0 ? [`${counted(warnings, 'warning')} (campaigns validate)`] : []),
  ];
  const rows = campaigns.map(({ file, live }) => [file, statusWord(live), visibleLine(live.name ?? '')]);
  // Each sentence once, with the campaigns that it is about.
  const remarks = groupBy(importRemarks(report), ({ says }) => says).flatMap((group) => [
    ...wrap(`${group[0]?.says ?? ''}.`, width),
    ...indent(
      group.slice(0, NAMED).flatMap(({ about }) => wrap(visibleLine(about), width - 2)),
      2,
    ),
    ...more(group.length - NAMED),
  ]);
  return lines([
    ...wrap(counts.join(' · '), width),
    ...columns(rows.slice(0, LISTED)).map((line) => clipToWidth(`  ${line}`, width)),
    ...more(rows.length - LISTED),
    ...remarks,
  ]);
}

function more(count: number): string[] {
  return count > 0 ? [`  and ${count} more; --json lists all`] : [];
}

/** What was done, and what to do next. */
export function importDoneText({ campaigns, workspace }: ImportReport): string {
  if (campaigns.length === 0) return 'There is nothing to import.\n';
  return `Imported ${counted(campaigns.length, 'campaign')} from ${workspace}.\nNext: commit the files (git add campaigns; git commit), then: campaigns plan -w ${workspace}\n`;
}

/** Which files are bound to which campaigns. Doubtful files are shown with all candidates and what to do. */
export function adoptionText(report: AdoptionReport, { columns: width }: Layout): string {
  const { workspace, certain, doubtful, fresh, isDone } = report;
  const counts = [
    `${isDone ? 'Bound' : 'To bind'} in ${workspace}: ${counted(certain.length, 'file')}`,
    ...(doubtful.length > 0 ? [`${doubtful.length} with several candidates`] : []),
    ...(fresh.length > 0 ? [`${fresh.length} without a live campaign, which apply would create`] : []),
  ];
  return lines([
    ...wrap(counts.join(' · '), width),
    ...columns(certain.flatMap(candidateRows)),
    ...doubtful.flatMap((one) => [
      `${one.desired.file} has the name, channel and type of:`,
      ...columns(candidateRows(one)),
      `  To choose one: campaigns adopt ${one.desired.key} --id ID -w ${workspace}`,
    ]),
    ...(isDone && certain.length > 0 ? [`Next: campaigns plan -w ${workspace}`] : []),
  ]);
}

function candidateRows({ desired: { key }, candidates }: UnboundFile): string[][] {
  return candidates.map(({ live, differing }) => {
    const edited = [
      live.updatedAt && `edited ${live.updatedAt.slice(0, 10)}`,
      live.updatedBy && `by ${live.updatedBy}`,
    ];
    const differs = differing.length === 0 ? 'matches the file' : `differs in ${differing.join(', ')}`;
    return [`  ${key}`, live.id, statusWord(live), edited.filter(Boolean).join(' '), differs].map(
      visibleLine,
    );
  });
}

/** What a pull writes, value by value, and what it leaves out and why. */
export function pullText(report: PullReport, options: Layout): string {
  const { unknown, workspace, checked } = report;
  const [pulled, left] = [report.pulled.map(pullRow), report.left.map(pullRow)];
  const all = [...pulled, ...left];
  const found =
    pulled.length > 0
      ? `${counted(pulled.length, 'campaign')} to write into files`
      : `${counted(checked, 'campaign')} compared; nothing to write`;
  const sections = [
    [`Pull from ${options.paint.strong(workspace)} · ${found}`],
    rowsText(pulled, options, all),
    left.length > 0 ? ['Not pulled', ...rowsText(left, options, all)] : [],
    unknown.flatMap(({ key, problem }) =>
      wrap(`${key} could not be read: ${visibleLine(problemText(problem))}`, options.columns),
    ),
  ];
  const shown = sections.filter((lines) => lines.length > 0);
  return `${shown.map((lines) => lines.join('\n')).join('\n\n')}\n`;
}

/** What was done, and what to do next. */
export function pullDoneText({ pulled, left, workspace }: PullReport): string {
  const files = new Set(pulled.flatMap((one) => one.files)).size;
  const rest =
    left.length === 0 ? '' : ` Some changes to ${counted(left.length, 'campaign')} were not pulled.`;
  return `\nWrote the changes to ${counted(pulled.length, 'campaign')} into ${counted(files, 'file')}.${rest}\nNext: review the changes (git diff), commit them, then: campaigns plan -w ${workspace}\n`;
}

/** Which version each file gets, what else that changes, and what the plan will block. */
export function revertText(report: RevertReport, { paint, columns }: Layout): string {
  const lines = report.campaigns.flatMap((one) => {
    const { id, at, by, subject } = one.commit;
    const head = one.written.length === 0 ? 'nothing to write' : counted(one.written.length, 'file');
    return [
      `${paint.strong(visibleLine(one.key))}  ${head}`,
      ...[
        say`${visibleLine(`${id.slice(0, 7)} · ${at.slice(0, 10)} · ${by}: ${subject}`)}`,
        ...notesOf(one, report.workspace),
      ].flatMap((note) => indent(wrapPhrase(note, columns - 4), 4)),
    ];
  });
  return `${lines.join('\n')}\n`;
}

function notesOf(campaign: RevertedCampaign, workspace: string): Phrase[] {
  const { written, shared, alsoChanges: others, variables, held, mistakes, statuses } = campaign;
  const notes = [
    ...written.map((file) => say`${visibleLine(file)}`),
    ...shared.map(
      ({ file, keys }) => say`${visibleLine(file)} is shared, so this also changes ${firstFew(keys, 5)}.`,
    ),
    others.length === 0 ? [] : say`This also changes ${firstFew(others, 5)}.`,
    ...[...statuses].map(([name, { from, to }]) =>
      to === null
        ? say`In ${name}, the file then has no status.`
        : say`In ${name}, the file then has status: ${to} instead of ${from ?? 'none'}, which the next apply requests.`,
    ),
    ...variables.map(
      ({ name, was, now, commit, by }) =>
        say`The variable ${visibleLine(name)} of ${workspace} in workspaces.yaml was ${valueText(was)} and is ${valueText(now)}${commit === null ? ', not committed yet' : visibleLine(` (${commit.slice(0, 7)}, ${by.join(', ')})`)}. Other campaigns may use it, so it is not changed. To restore it, edit workspaces.yaml.`,
    ),
    ...mistakes.map((one) => say`This version breaks a current rule: ${visibleLine(one)}`),
    ...held.map((one) => {
      const { why, todo } = describeHeld(one, workspace);
      return joined(say`With the last recorded status, the plan will block this:`, why, todo);
    }),
  ];
  return notes.filter((note) => note.length > 0);
}

function valueText(value: JsonValue): string {
  return visibleLine(value === null ? 'not set' : JSON.stringify(value));
}

/** What was done, and what to do next. */
export function revertDoneText({ campaigns, workspace }: RevertReport): string {
  const files = new Set(campaigns.flatMap(({ written }) => written));
  if (files.size === 0)
    return `All files already have this version, so nothing was written. To find an earlier commit for --to, run: campaigns log -w ${workspace}\n`;
  const changed = [workspace, ...new Set(campaigns.flatMap((one) => one.alsoChanges))];
  const plans = changed.map((name) => `campaigns plan -w ${name}`);
  return `Wrote ${counted(files.size, 'file')}. Next: check the plan, then commit the files. To see the plan: ${plans.join('; ')}\n`;
}

/** Which files get the edit, and which are restored. */
export function replaceText({ workspace, old, copy, texts, alsoFor }: Replacement, options: Layout): string {
  const back = `as last applied to ${workspace} (${old.commit.slice(0, 7)})`;
  const rows = [
    ['+', copy.file, `"${visibleLine(copy.name)}", with the edit`],
    ['~', old.file, back],
    ...texts.map(({ file, of }) => (of === 'copy' ? ['+', file, 'its text'] : ['~', file, back])),
  ];
  const also = say`The file is also used in ${listed(alsoFor)}. There, too, the copy is created and the edit to the old campaign is undone.`;
  return lines([
    ...wrapPhrase(say`The edit to ${old.key} will be moved into a copy:`, options.columns),
    ...indent(columns(rows), 2),
    ...(alsoFor.length === 0 ? [] : wrapPhrase(also, options.columns)),
  ]);
}

/** After a dry run, that nothing was written. Otherwise what was written, and the next steps in order. */
export function replaceSteps({ old, copy, written, isDone }: Replacement, options: Layout): string {
  if (!isDone) return 'Dry run: no files were written. To write them, run this again without --dry-run.\n';
  const here = say`in ${code(old.file)}`;
  const excluded = say`Exclude everyone who may already have the old version (${code('segmentation_details.excluded_filters')} in ${code(copy.file)}).`;
  const steps = [
    ...(old.isResumed
      ? [say`Set ${code('status: PAUSED')} ${here}, or the old campaign will be resumed.`]
      : []),
    say`Commit these files, with your edits to texts and variables that they use, and apply them. ${copy.key} is created as a draft and sends nothing.`,
    ...(old.type === 'ONE_TIME' && old.status !== 'SCHEDULED' ? [excluded] : []),
    say`Then ${endOld(old.type, here)}, and publish ${code(copy.file)} (${code('status: ACTIVE')}). The old campaign has to end first, or people get both.`,
  ];
  const numbered = (step: Phrase, at: number) => {
    const [first = '', ...rest] = wrapPhrase(step, options.columns - 5);
    return [`  ${at + 1}. ${first}`, ...indent(rest, 5)];
  };
  return lines([
    ...wrapPhrase(say`Wrote ${listed(written.map(code))}.`, options.columns),
    'Next',
    ...steps.flatMap(numbered),
  ]);
}

function lines(all: readonly string[]): string {
  return `${all.join('\n')}\n`;
}
