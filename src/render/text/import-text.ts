import { statusWord } from '../../model/campaign.ts';
import { groupBy } from '../../model/grouping.ts';
import type { ImportReport } from '../../model/import.ts';
import { clip, counted } from '../../model/show.ts';
import {
  importNoteDetail,
  importNoteWords,
  leftOutDetail,
  leftOutWords,
} from '../../messages/import-messages.ts';
import { columns, indent, wrap, clipToWidth } from '../columns.ts';
import { visibleLine } from '../text-layout.ts';
import type { TextOptions } from './plan-text.ts';

/** Up to this many files are listed. */
const LISTED = 40;
/** How many campaigns are named for a reason or a note. */
const NAMED = 5;

/** What an import writes, what it leaves out and why, and what to check. */
export function importText(report: ImportReport, { columns: width }: Pick<TextOptions, 'columns'>): string {
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
  const notes = campaigns.flatMap(({ key, notes: own }) =>
    own.map((note) => ({ title: importNoteWords(note), name: key, detail: importNoteDetail(note) })),
  );
  const others = leftOut.map(({ id, live, reason }) => ({
    title: `Left out: ${leftOutWords(reason)}`,
    name: live === undefined ? id : `${clip(live.name ?? id)} (${id}, ${statusWord(live)})`,
    detail: leftOutDetail(reason),
  }));
  const files = columns(rows.slice(0, LISTED)).map((line) => clipToWidth(`  ${line}`, width));
  const more = rows.length > LISTED ? [`  and ${rows.length - LISTED} more; --json lists all`] : [];
  const head = wrap(counts.join(' · '), width);
  return `${[...head, ...files, ...more, ...groupLines([...others, ...notes], width)].join('\n')}\n`;
}

/** What was done, and what to do next. */
export function importDoneText({ campaigns, workspace }: ImportReport): string {
  if (campaigns.length === 0) return 'There is nothing to import.\n';
  return `Imported ${counted(campaigns.length, 'campaign')} from ${workspace}.\nNext: commit the files (git add campaigns; git commit), then: campaigns plan -w ${workspace}\n`;
}

interface About {
  readonly title: string;
  readonly name: string;
  readonly detail: string;
}

/** Each sentence once, with the campaigns that it is about. */
function groupLines(all: readonly About[], width: number): string[] {
  return groupBy(all, ({ title }) => title).flatMap((group) => {
    const names = group
      .slice(0, NAMED)
      .map(({ name, detail }) => visibleLine(detail === '' ? name : `${name}: ${detail}`));
    const rest = group.length - names.length;
    return [
      ...wrap(`${group[0]?.title ?? ''}.`, width),
      // What is special about a campaign is at the end of its line, so nothing is cut.
      ...indent(
        names.flatMap((name) => wrap(name, width - 2)),
        2,
      ),
      ...(rest > 0 ? [`  and ${rest} more; --json lists all`] : []),
    ];
  });
}
