import { isJsonObject, isList, valueAt, type JsonObject, type JsonValue, type Path } from '../model/json.ts';
import { bare, clip } from '../model/show.ts';
import { isReference } from '../model/raw-values.ts';
import { onKey, type Problem } from './problem.ts';
import { referenceIn } from './reference-spelling.ts';

// `$file:` on a line of its own belongs to the field above it. With too few spaces, it is one more field of the map
// around that field.

export const REFERENCES = ['$file', '$var'];
/** A field that often has such a value. */
const EXAMPLES: Readonly<Record<string, string>> = { $file: 'html_content', $var: 'from_address' };
/** What may be beside the path of a text. */
const DETAILS = ['$file', '$var', 'with', 'eol'];

/** A reference among the fields of a map, at the path of that map. */
export function strayReference(map: JsonObject, path: Path): Problem | undefined {
  const names = Object.keys(map);
  const name = REFERENCES.find((one) => typeof map[one] === 'string');
  if (name === undefined || names.every((one) => DETAILS.includes(one))) return undefined;
  const above = names.slice(0, names.indexOf(name));
  if (above.length === 0) return undefined;
  const owner = emptyAtEnd(map, above);
  const [message, hint] =
    owner === undefined
      ? [
          `${name} is a line of its own, so no field has this value`,
          `write it after the name of its field, such as ${EXAMPLES[name] ?? ''}: ${referenceIn(`${name}: ${bare(map[name])}`) ?? ''}`,
        ]
      : strayReferenceWords(name, owner);
  return onKey([...path, name], 'E_REFERENCE', message, hint);
}

/** A map in which a `with` beside the field that it belongs to is inside its reference, as it was meant. */
export function withInside(map: JsonObject, path: Path): { map: JsonObject; stray: readonly Problem[] } {
  const given = map.with;
  const isText = (value: JsonValue | undefined): value is JsonObject =>
    isJsonObject(value) && typeof value.$file === 'string' && value.with === undefined;
  const owner = Object.keys(map).find((name) => isText(map[name])) ?? '';
  const text = map[owner];
  if (!isJsonObject(given) || isReference(given) || !isText(text)) return { map, stray: [] };
  const problem = onKey([...path, 'with'], 'E_REFERENCE', ...strayWithWords(owner, bare(text.$file)));
  return { map: { ...map, [owner]: { ...text, with: given } }, stray: [{ ...problem, section: null }] };
}

/** What is said about a `with` that isn't in the braces of the reference that it belongs to. */
export function strayWithWords(owner: string, file: string): [message: string, hint: string] {
  return [
    `with is beside ${clip(owner)}, but belongs to its $file`,
    `write ${clip(owner)}: { $file: ${clip(file)}, with: { … } }`,
  ];
}

/** What is said about a reference that isn't deeper than the field that it belongs to. */
export function strayReferenceWords(name: string, path: Path): [message: string, hint: string] {
  const owner = clip(fieldOf(path));
  return [
    `${name} belongs to ${owner}, but isn't indented more than that`,
    `indent it by 2 more spaces than ${owner}`,
  ];
}

/** The path of the last field above a reference, however deep it is, if it has no value. */
export function emptyAtEnd(map: JsonObject, above: readonly string[]): Path | undefined {
  let path: Path = above.slice(-1);
  while (path.length > 0) {
    const value = valueAt(map, path) ?? null;
    if (value === null) return path;
    const last = isList(value) ? value.length - 1 : Object.keys(isJsonObject(value) ? value : {}).at(-1);
    if (last === undefined || last === -1) return undefined;
    path = [...path, last];
  }
  return undefined;
}

/** The field without a value that a path leads to. */
function fieldOf(path: Path): string {
  return String(path.findLast((step) => typeof step === 'string'));
}
