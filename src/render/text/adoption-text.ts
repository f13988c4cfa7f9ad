import { statusWord } from '../../model/campaign.ts';
import type { AdoptionReport, Candidate, UnboundFile } from '../../model/import.ts';
import { componentList } from '../../messages/component-names.ts';
import { plainText } from '../../messages/phrase.ts';
import { counted } from '../../model/show.ts';
import { columns, fold, indent, wrap } from '../text-layout.ts';
import { candidateFields, type CandidateField } from '../view/candidate-values.ts';
import { visibleLine } from '../visible-text.ts';
import type { TextOptions } from './plan-text.ts';

/** Which files are bound to which campaigns. Doubtful files are shown with all candidates and what to do. */
export function adoptionText(
  report: AdoptionReport,
  { paint, columns: width }: Pick<TextOptions, 'paint' | 'columns'>,
): string {
  const { workspace, certain, doubtful, fresh, isDone } = report;
  const bound = certain.map(({ key, candidates: [one] }) => [
    `  ${key}`,
    one?.live.id ?? '',
    one ? statusWord(one.live) : '',
    one ? differenceWords(one) : '',
  ]);
  const sections = [
    [
      ...wrap(
        `${isDone ? 'Bound' : 'To bind'} in ${paint.strong(workspace)}: ${counted(certain.length, 'file')}`,
        width,
      ),
      ...columns(bound),
    ],
    doubtful.length === 0
      ? []
      : [...wrap(DOUBTFUL, width), ...doubtful.flatMap((one) => doubtfulLines(one, { workspace, width }))],
    fresh.length === 0
      ? []
      : wrap(
          `${counted(fresh.length, 'file')} without a live campaign: apply would create ${fresh.length === 1 ? 'it' : 'them'}.`,
          width,
        ),
    isDone && certain.length > 0 ? wrap(`Next: campaigns plan -w ${workspace}`, width) : [],
  ];
  return `${sections
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`;
}

/** The file and the campaign that were bound by name. */
export function adoptedText({ workspace, certain }: AdoptionReport): string {
  return certain
    .flatMap(({ key, candidates }) => candidates.map(({ live }) => ({ key, live })))
    .map(
      ({ key, live }) =>
        `${key} is now bound to ${live.id} (${live.status}). Next: campaigns plan -w ${workspace}\n`,
    )
    .join('');
}

const DOUBTFUL = 'Choose a campaign for each of these files. All have the same name, channel and type:';

function doubtfulLines(
  unbound: UnboundFile,
  { workspace, width }: { readonly workspace: string; readonly width: number },
): string[] {
  const { key, file, candidates } = unbound;
  const { fields, more } = candidateFields(unbound);
  const rows = candidates.map((one) => [
    one.live.id,
    statusWord(one.live),
    editWords(one),
    differenceWords(one),
  ]);
  return [
    `  ${key}  (${file})`,
    ...indent(columns(rows.map((row) => row.map(visibleLine))), 6),
    ...fields.flatMap((field) => fieldLines(field, width)),
    ...indent(more > 0 ? [`… ${counted(more, 'more field')}`] : [], FIELD),
    `      To choose one: campaigns import ID --key ${key} --adopt -w ${workspace}`,
  ];
}

/** The indentation of fields and of their values. */
const FIELD = 8;
const VALUE = 10;

/** A field and who has which value. Nothing is cut, because the difference may be anywhere. */
function fieldLines({ place, sides }: CandidateField, width: number): string[] {
  const names = Math.max(...sides.map(({ who }) => who.length)) + 2;
  const isWide = names > width / 2;
  return [
    ...indent(fold(place, width - FIELD), FIELD),
    ...sides.flatMap(({ who, value }) =>
      isWide
        ? [
            ...indent(fold(`${who}:`, width - VALUE), VALUE),
            ...indent(fold(value, width - VALUE - 2), VALUE + 2),
          ]
        : indent(
            fold(value, width - VALUE - names).map((line, at) => (at === 0 ? who : '').padEnd(names) + line),
            VALUE,
          ),
    ),
  ];
}

function editWords({ live: { updatedBy, updatedAt } }: Candidate): string {
  const at = updatedAt?.slice(0, 10);
  return [at && `edited ${at}`, updatedBy && `by ${updatedBy}`].filter(Boolean).join(' ');
}

function differenceWords({ differing }: Candidate): string {
  return differing.length === 0 ? 'matches the file' : `differs in ${plainText(componentList(differing))}`;
}
