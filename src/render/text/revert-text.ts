import { describeHeld } from '../../messages/catalog/held.ts';
import { joined, say, type Phrase } from '../../messages/phrase.ts';
import type { RevertedCampaign, RevertReport } from '../../model/revert.ts';
import { counted, firstFew } from '../../model/show.ts';
import { indent } from '../columns.ts';
import { visibleLine } from '../text-layout.ts';
import type { TextOptions } from './plan-text.ts';
import { wrapPhrase } from './wrap-phrase.ts';

/** Which version each file gets, what else that changes, and what the plan will block. */
export function revertText(
  report: RevertReport,
  { paint, columns }: Pick<TextOptions, 'paint' | 'columns'>,
): string {
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
  const { written, shared, alsoChanges: others, held, mistakes, statuses } = campaign;
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
    ...mistakes.map((one) => say`This version breaks a current rule: ${visibleLine(one)}`),
    ...held.map((one) => {
      const { why, todo } = describeHeld(one, workspace);
      return joined(say`With the last recorded status, the plan will block this:`, why, todo);
    }),
  ];
  return notes.filter((note) => note.length > 0);
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
