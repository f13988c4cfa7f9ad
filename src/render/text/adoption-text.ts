import { statusWord } from '../../model/campaign.ts';
import type { AdoptionCandidate, AdoptionReport, UnboundFile } from '../../model/import.ts';
import { counted } from '../../model/show.ts';
import { columns, wrap } from '../columns.ts';
import { visibleLine } from '../text-layout.ts';

/** Which files are bound to which campaigns. Doubtful files are shown with all candidates and what to do. */
export function adoptionText(
  report: AdoptionReport,
  { columns: width }: { readonly columns: number },
): string {
  const { workspace, certain, doubtful, fresh, isDone } = report;
  const counts = [
    `${isDone ? 'Bound' : 'To bind'} in ${workspace}: ${counted(certain.length, 'file')}`,
    ...(doubtful.length > 0 ? [`${doubtful.length} with several candidates`] : []),
    ...(fresh.length > 0 ? [`${fresh.length} without a live campaign, which apply would create`] : []),
  ];
  const lines = [
    ...wrap(counts.join(' · '), width),
    ...columns(certain.flatMap(rowsOf)),
    ...doubtful.flatMap((one) => [
      `${one.file} has the name, channel and type of:`,
      ...columns(rowsOf(one)),
      `  To choose one: campaigns adopt ${one.key} --id ID -w ${workspace}`,
    ]),
    ...(isDone && certain.length > 0 ? [`Next: campaigns plan -w ${workspace}`] : []),
  ];
  return `${lines.join('\n')}\n`;
}

function rowsOf({ key, candidates }: UnboundFile): string[][] {
  return candidates.map((one) =>
    [`  ${key}`, one.live.id, statusWord(one.live), editWords(one), differenceWords(one)].map(visibleLine),
  );
}

function editWords({ live: { updatedBy, updatedAt } }: AdoptionCandidate): string {
  const at = updatedAt?.slice(0, 10);
  return [at && `edited ${at}`, updatedBy && `by ${updatedBy}`].filter(Boolean).join(' ');
}

function differenceWords({ differing }: AdoptionCandidate): string {
  return differing.length === 0 ? 'matches the file' : `differs in ${differing.join(', ')}`;
}
