import { importRemarks } from '../../messages/import-messages.ts';
import { statusWord } from '../../model/campaign.ts';
import { groupBy } from '../../model/grouping.ts';
import type { AdoptionReport, ImportReport, UnboundFile } from '../../model/import.ts';
import { counted } from '../../model/show.ts';
import { columns, clipToWidth, indent, wrap } from '../columns.ts';
import { visibleLine } from '../text-layout.ts';
import type { TextOptions } from './plan-text.ts';

type Layout = Pick<TextOptions, 'columns'>;

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
      `${one.file} has the name, channel and type of:`,
      ...columns(candidateRows(one)),
      `  To choose one: campaigns adopt ${one.key} --id ID -w ${workspace}`,
    ]),
    ...(isDone && certain.length > 0 ? [`Next: campaigns plan -w ${workspace}`] : []),
  ]);
}

function candidateRows({ key, candidates }: UnboundFile): string[][] {
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

function lines(all: readonly string[]): string {
  return `${all.join('\n')}\n`;
}
