import { statusWord } from '../../model/campaign.ts';
import type { ImportReport } from '../../model/import.ts';
import { counted } from '../../model/show.ts';
import { columns, indent, wrap, clipToWidth } from '../columns.ts';
import { visibleLine } from '../text-layout.ts';
import { importNotes, importWarnings, leftOutGroups, type ImportNotice } from '../rows/import-view.ts';
import type { TextOptions } from './plan-text.ts';

type Options = Pick<TextOptions, 'paint' | 'columns'>;

/** Up to this many campaigns are listed one by one; if there are more, their folders are. */
const LISTED = 40;
/** How many campaigns are named for a reason or a note. */
const NAMED = 5;

/** What an import writes, what it leaves out and why, and what to check. */
export function importText(report: ImportReport, { paint, columns: width }: Options): string {
  const { workspace, campaigns, searches } = report;
  const cost = counted(searches, 'search');
  const head = `Import from ${paint.strong(workspace)} · ${counted(campaigns.length, 'campaign')} to import · ${cost}`;
  const sections = [
    [report.isDone ? doneLine(report) : head],
    listing(report, width),
    leftOutLines(report, width),
    noticeLines('Please check', importNotes(report), width),
    noticeLines('Warnings', importWarnings(report), width),
  ];
  return `${sections
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`;
}

/** What was done, and what to do next. */
export function importDoneText(report: ImportReport): string {
  if (report.campaigns.length === 0) return 'There is nothing to import.\n';
  return `${doneLine(report)}\nNext: commit the files (git add campaigns; git commit), then: campaigns plan -w ${report.workspace}\n`;
}

function doneLine({ campaigns, texts, workspace }: ImportReport): string {
  const there = campaigns.filter(({ isThere }) => isThere).length;
  const bodies = texts.length === 0 ? '' : ` with ${counted(texts.length, 'text file')}`;
  const kept = there === 0 ? '' : ` (an earlier import wrote ${there} of them)`;
  return `Imported ${counted(campaigns.length, 'campaign')} from ${workspace}${bodies}${kept}.`;
}

function listing({ campaigns, texts }: ImportReport, width: number): string[] {
  if (campaigns.length === 0) return [];
  if (campaigns.length > LISTED) return folders({ campaigns, texts });
  const rows = campaigns.map(({ key, live }) => [key, statusWord(live), visibleLine(live.name ?? '')]);
  return ['Files', ...columns(rows).map((line) => clipToWidth(`  ${line}`, width))];
}

function folders({ campaigns, texts }: Pick<ImportReport, 'campaigns' | 'texts'>): string[] {
  const counts = new Map<string, number>();
  for (const { file } of campaigns) {
    const folder = file.slice(0, file.lastIndexOf('/') + 1);
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  const rows = [...counts].map(([folder, count]) => [`  ${folder}`, counted(count, 'campaign')]);
  const shared = texts.filter(({ keys }) => keys.length > 1).length;
  const used =
    shared === 0 ? '' : `, of which ${shared} ${shared === 1 ? 'is' : 'are'} used by several campaigns`;
  return [
    'Files',
    ...columns(rows),
    ...(texts.length === 0
      ? []
      : [`  and ${counted(texts.length, 'email body')} in .html files next to them${used}`]),
  ];
}

function leftOutLines(report: ImportReport, width: number): string[] {
  const { managed, notAsked } = report;
  const groups = leftOutGroups(report);
  const others = [
    ...(managed > 0 ? [`${managed} already ${managed === 1 ? 'has' : 'have'} a file.`] : []),
    ...(notAsked > 0 ? [`${notAsked} ${notAsked === 1 ? 'was' : 'were'} not selected.`] : []),
  ];
  if (groups.length + others.length === 0) return [];
  return [
    'Left out',
    ...groups.flatMap(({ sentence, todo, names }) => [
      ...indent(wrap(`${sentence}.${todo === '' ? '' : ` ${todo}`}`, width - 2), 2),
      ...indent(named(names, width - 6), 6),
    ]),
    ...indent(others, 2),
  ];
}

function noticeLines(title: string, notices: readonly ImportNotice[], width: number): string[] {
  if (notices.length === 0) return [];
  return [
    title,
    ...notices.flatMap(({ sentence, keys }) => [
      ...indent(wrap(visibleLine(sentence), width - 2), 2),
      ...indent(named(keys, width - 6), 6),
    ]),
  ];
}

function named(names: readonly string[], width: number): string[] {
  const rest = names.length - NAMED;
  return [
    // The reason is at the end of a name, so nothing is cut.
    ...names.slice(0, NAMED).flatMap((name) => wrap(visibleLine(name), width)),
    ...(rest > 0 ? [`and ${rest} more; --json lists all`] : []),
  ];
}
