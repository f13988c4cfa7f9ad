import { canonical } from '../../model/canonical.ts';
import type { ComponentName } from '../../model/campaign.ts';
import type { UnboundFile } from '../../model/import.ts';
import type { JsonObject } from '../../model/json.ts';
import { visibleLine } from '../visible-text.ts';
import { addMove } from './component-view.ts';
import { groupBy } from './group.ts';
import type { MarkedLine } from './marked-line.ts';
import type { Side } from './three-way.ts';
import { NOTHING } from './value-words.ts';

/** The most fields that are shown. */
const FIELDS_AT_MOST = 10;

/** A field that is not the same in a file and in all campaigns that it may describe, and who has which value. */
export interface CandidateField {
  readonly place: string;
  readonly sides: readonly Side[];
}

/** The file's value of a field and the one of a campaign, by the campaign's place in the list of candidates. */
type Pairs = Map<number, Pair>;

interface Pair {
  readonly file: string;
  readonly value: string;
}

/** How a file and the campaigns that it may describe differ, field by field. */
export function candidateFields({ components, candidates }: UnboundFile): {
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
function sidesOf(pairs: Pairs, names: readonly string[]): Side[] {
  const [first] = pairs.values();
  const files = [...pairs.values()].map(({ file }) => ({ who: 'the file', value: file }));
  const lives = names.map((who, at) => ({ who, value: pairs.get(at)?.value ?? first?.file ?? NOTHING }));
  return groupBy([...files, ...lives], ({ value }) => value).map((sides) => ({
    who: [...new Set(sides.map(({ who }) => who))].join(', '),
    value: visibleLine(sides[0]?.value ?? ''),
  }));
}

function valuesOf(name: ComponentName, file: JsonObject | undefined, live: JsonObject | undefined) {
  const [before, after] = [live, file].map((one) => one && canonical(name, one));
  return addMove(name, { before, after }).places.flatMap(({ context, differences }) =>
    differences.map(({ field, was, now, lines }) => ({
      place: [...context, field || name].map(visibleLine).join(' · '),
      file: (lines ? firstLine('+', lines) : now) ?? NOTHING,
      value: (lines ? firstLine('-', lines) : was) ?? NOTHING,
    })),
  );
}

/** The first line that only one of two texts has. */
function firstLine(mark: '-' | '+', lines: readonly MarkedLine[]): string | undefined {
  return lines.find((line) => line.mark === mark)?.text;
}
