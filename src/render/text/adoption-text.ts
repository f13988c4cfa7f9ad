import { statusWord, type ComponentName } from '../../model/campaign.ts';
import type { AdoptionReport, AdoptionCandidate, UnboundFile } from '../../model/import.ts';
import { componentList } from '../../messages/component-names.ts';
import { plainText } from '../../messages/phrase.ts';
import { counted } from '../../model/show.ts';
import { columns, fold, indent, wrap, padTo, widthOf } from '../columns.ts';
import { visibleLine } from '../text-layout.ts';
import type { TextOptions } from './plan-text.ts';
import { comparable } from '../../model/canonical.ts';
import type { JsonObject } from '../../model/json.ts';
import type { MarkedLine } from '../rows/row.ts';
import { valuesOfMove } from '../rows/values.ts';
import { groupBy } from '../../model/grouping.ts';
import { NOTHING } from '../rows/value-words.ts';

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
    `      To choose one: campaigns adopt ${key} --id ID -w ${workspace}`,
  ];
}

/** The indentation of fields and of their values. */
const FIELD = 8;
const VALUE = 10;

/** A field and who has which value. Nothing is cut, because the difference may be anywhere. */
function fieldLines({ place, sides }: CandidateField, width: number): string[] {
  const names = Math.max(...sides.map(({ who }) => widthOf(who))) + 2;
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
            fold(value, width - VALUE - names).map((line, at) => padTo(at === 0 ? who : '', names) + line),
            VALUE,
          ),
    ),
  ];
}

function editWords({ live: { updatedBy, updatedAt } }: AdoptionCandidate): string {
  const at = updatedAt?.slice(0, 10);
  return [at && `edited ${at}`, updatedBy && `by ${updatedBy}`].filter(Boolean).join(' ');
}

function differenceWords({ differing }: AdoptionCandidate): string {
  return differing.length === 0 ? 'matches the file' : `differs in ${plainText(componentList(differing))}`;
}

/** The most fields that are shown. */
const FIELDS_AT_MOST = 10;

type Sides = readonly { readonly who: string; readonly value: string }[];

/** A field that is not the same in a file and in all campaigns that it may describe, and who has which value. */
interface CandidateField {
  readonly place: string;
  readonly sides: Sides;
}

/** The file's value of a field and the one of a campaign, by the campaign's place in the list of candidates. */
type Pairs = Map<number, Pair>;

interface Pair {
  readonly file: string;
  readonly value: string;
}

/** How a file and the campaigns that it may describe differ, field by field. */
function candidateFields({ components, candidates }: UnboundFile): {
  readonly fields: readonly CandidateField[];
  /** How many fields are not shown. */
  readonly more: number;
} {
  const found = new Map<string, Pairs>();
  for (const [at, { live, differing }] of candidates.entries())
    for (const name of differing)
      for (const { place, ...pair } of valuesOf(name, components[name], live.components[name])) {
        const pairs: Pairs = found.get(place) ?? new Map<number, Pair>();
        found.set(place, pairs.set(at, pair));
      }
  const names = candidates.map(({ live }) => `…${live.id.slice(-6)}`);
  const fields = [...found]
    .slice(0, FIELDS_AT_MOST)
    .map(([place, pairs]) => ({ place, sides: sidesOf(pairs, names) }));
  return { fields, more: found.size - fields.length };
}

/** The file first. Campaigns without a difference have the file's value. */
function sidesOf(pairs: Pairs, names: readonly string[]): Sides {
  const [first] = pairs.values();
  const files = [...pairs.values()].map(({ file }) => ({ who: 'the file', value: file }));
  const lives = names.map((who, at) => ({ who, value: pairs.get(at)?.value ?? first?.file ?? NOTHING }));
  return groupBy([...files, ...lives], ({ value }) => value).map((sides) => ({
    who: [...new Set(sides.map(({ who }) => who))].join(', '),
    value: visibleLine(sides[0]?.value ?? ''),
  }));
}

function valuesOf(name: ComponentName, file: JsonObject | undefined, live: JsonObject | undefined) {
  const [before, after] = comparable(name, live, file);
  return valuesOfMove(name, { before, after }).values.map(({ context, field, was, now, lines }) => ({
    place: [...context, field || name].map(visibleLine).join(' · '),
    file: (lines ? firstLine('+', lines) : now) ?? NOTHING,
    value: (lines ? firstLine('-', lines) : was) ?? NOTHING,
  }));
}

/** The first line that only one of two texts has. */
function firstLine(mark: '-' | '+', lines: readonly MarkedLine[]): string | undefined {
  return lines.find((line) => line.mark === mark)?.text;
}
