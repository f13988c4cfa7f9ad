import type { Path } from '../../model/json.ts';
import type { Places } from './schema-place.ts';

/** Texts of a certain form, by the end of their field's name. */
const FORMS: readonly (readonly [field: RegExp, example: string])[] = [
  [/timezone$/, 'Europe/Berlin'],
  [/time$/, '2031-05-04T09:00:00'],
  [/^latitude$/, '"52.52"'],
  [/^longitude$/, '"13.40"'],
  [/^radius$/, '"150"'],
];

/** The pattern of whole numbers that are written as text. */
export const WHOLE_NUMBER = '^[0-9]+$';

/** A value of a place as it is written in a file; undefined if one like it says nothing, such as any text. */
export function exampleValue(places: Places, path: Path): string | undefined {
  const [entry] = places.values([...path, 0]);
  if (entry !== undefined) return `[${entry}]`;
  const type = places.type(path);
  if (type === 'boolean') return 'true';
  if (type === 'integer' || type === 'number') return '1';
  if (type === 'array' && places.type([...path, 0]) === 'integer') return '[1]';
  if (type !== 'string') return undefined;
  const field = String(path.at(-1));
  const known = FORMS.find(([name]) => name.test(field));
  if (known) return known[1];
  return places.pattern(path) === WHOLE_NUMBER ? '"1"' : undefined;
}
