import { canonical } from '../../model/canonical.ts';
import type { ComponentName } from '../../model/campaign.ts';
import type { UnboundFile } from '../../model/import.ts';
import type { JsonObject } from '../../model/json.ts';
import { clip } from '../text-layout.ts';
import { visibleLine } from '../visible-text.ts';
import { addMove } from './component-view.ts';
import { NOTHING } from './value-words.ts';

/** The most characters of a value in a column, the most fields, and the most candidates. */
const VALUE_CHARS = 18;
const FIELDS_AT_MOST = 5;
const CANDIDATES_AT_MOST = 3;

/** How a file and the campaigns that it may describe differ, side by side: a head, then a row for each field. */
export function candidateValues({ components, candidates }: UnboundFile): {
  readonly rows: readonly (readonly string[])[];
  /** How many fields are not shown. */
  readonly more: number;
} {
  const shown = candidates.slice(0, CANDIDATES_AT_MOST);
  const fields = new Map<string, { file: string; values: Map<number, string> }>();
  for (const [at, { live, differing }] of shown.entries())
    for (const name of differing)
      for (const { place, file, value } of valuesOf(name, components[name], live.components[name])) {
        const field = fields.get(place) ?? { file, values: new Map<number, string>() };
        fields.set(place, { ...field, values: field.values.set(at, value) });
      }
  if (fields.size === 0) return { rows: [], more: 0 };
  const rows = [...fields].slice(0, FIELDS_AT_MOST).map(([place, { file, values }]) => {
    const cells = [place, file, ...shown.map((_, at) => values.get(at) ?? file)];
    return cells.map((cell) => clip(visibleLine(cell), VALUE_CHARS));
  });
  const head = ['', 'the file', ...shown.map(({ live }) => `…${live.id.slice(-6)}`)];
  return { rows: [head, ...rows], more: fields.size - rows.length };
}

function valuesOf(name: ComponentName, file: JsonObject | undefined, live: JsonObject | undefined) {
  const [before, after] = [live, file].map((one) => one && canonical(name, one));
  return addMove(name, { before, after }).places.flatMap(({ context, differences }) =>
    differences.map(({ field, was, now, lines }) => ({
      place: [...context, field || name].join(' · '),
      file: lines ? 'a text' : (now ?? NOTHING),
      value: lines ? 'another text' : (was ?? NOTHING),
    })),
  );
}
