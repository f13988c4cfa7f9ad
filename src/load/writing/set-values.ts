import { isMap, isNode, isPair, isScalar, stringify, type Document } from 'yaml';
import { isJsonObject, isList, sameJson, type JsonValue, type Path } from '../../model/json.ts';
import { parseYaml } from '../yaml/parse-yaml.ts';
import { isSource, parseSource } from '../yaml/source.ts';

/** A value to write; where the file has none at a path of one name, it becomes the first entry. */
export interface ValueEdit {
  readonly path: Path;
  readonly value: string;
}

/**
 * A YAML text with other values at some paths, and every other byte as it was; undefined where it can't be written so,
 * as inside of an alias. What the result says is compared with what was meant, so no edit changes anything else.
 */
export function setValues(text: string, edits: readonly ValueEdit[]): string | undefined {
  const before = parseSource('', text);
  const parsed = parseYaml(text);
  if (!isSource(before) || 'code' in parsed) return undefined;
  const places = edits.map((edit) => placeFor(parsed.document, text, edit));
  let written = text;
  for (const place of places.toSorted((a, b) => (b?.from ?? 0) - (a?.from ?? 0))) {
    if (!place) return undefined;
    written = written.slice(0, place.from) + place.put + written.slice(place.to);
  }
  const after = parseSource('', written);
  const meant = edits.reduce((value, { path, value: put }) => withValue(value, path, put), before.value);
  return isSource(after) && sameJson(after.value, meant) ? written : undefined;
}

interface Place {
  readonly from: number;
  readonly to: number;
  readonly put: string;
}

function placeFor(document: Document.Parsed, text: string, { path, value }: ValueEdit): Place | undefined {
  const node = document.getIn(path, true);
  if (isNode(node) && node.range) {
    const [from, to] = node.range;
    const isQuoted = isScalar(node) && /^["']/.test(text.slice(from, from + 1));
    return { from, to, put: isQuoted ? JSON.stringify(value) : spelled(value) };
  }
  const [name] = path;
  const root = document.contents;
  if (path.length !== 1 || typeof name !== 'string' || !isMap(root) || root.flow) return undefined;
  const [first] = root.items;
  const key: unknown = isPair(first) ? first.key : undefined;
  const from = isNode(key) ? key.range?.[0] : undefined;
  const lineEnd = text.includes('\r\n') ? '\r\n' : '\n';
  return from === undefined ? undefined : { from, to: from, put: `${name}: ${spelled(value)}${lineEnd}` };
}

/** Without quotes where that is safe in a line and in brackets alike. */
function spelled(value: string): string {
  const plain = stringify(value, { lineWidth: 0 }).trimEnd();
  return plain === value && !/[[\]{},#:"'\n]/.test(value) ? value : JSON.stringify(value);
}

function withValue(here: JsonValue, [step, ...rest]: Path, value: string): JsonValue {
  if (step === undefined) return value;
  if (isList(here)) return here.map((item, index) => (index === step ? withValue(item, rest, value) : item));
  const map = isJsonObject(here) ? here : {};
  return { ...map, [step]: withValue(map[step] ?? null, rest, value) };
}
