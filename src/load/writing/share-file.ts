import { Document, isMap, isNode, isScalar, isSeq, visit, type Pair, type YAMLMap } from 'yaml';
import type { OverriddenValue } from '../../model/import.ts';
import { isJsonObject, sameJson, type JsonObject, type JsonValue } from '../../model/json.ts';
import { parseYaml } from '../yaml/parse-yaml.ts';

// Adds a second workspace to the file of one: its name is added to `workspaces`, and the differences become its
// override. Every other byte of the file stays.

/** The merge patch (RFC 7396) that turns `before` into `after`; undefined if they are equal. */
export function mergePatchBetween(before: JsonValue | undefined, after: JsonValue): JsonValue | undefined {
  if (before !== undefined && sameJson(before, after)) return undefined;
  if (!isJsonObject(before) || !isJsonObject(after)) return after;
  const gone = Object.keys(before).filter((name) => !Object.hasOwn(after, name));
  const changed = Object.entries(after).flatMap(([name, value]): [string, JsonValue][] => {
    const patch = mergePatchBetween(before[name], value);
    return patch === undefined ? [] : [[name, patch]];
  });
  return Object.fromEntries([...changed, ...gone.map((name): [string, JsonValue] => [name, null])]);
}

/** The text with the workspace and its override added; undefined if the file isn't written in our style. */
export function sharedText(
  text: string,
  { workspace, patch }: { readonly workspace: string; readonly patch: JsonObject },
): string | undefined {
  // Mixed line endings in one file would be an unwanted change.
  if (text.includes('\r')) return undefined;
  const parsed = parseYaml(text);
  if ('code' in parsed || !isMap(parsed.document.contents)) return undefined;
  const root = parsed.document.contents;
  const listed = insertionOfName(text, pairOf(root, 'workspaces'), workspace);
  if (!listed) return undefined;
  if (Object.keys(patch).length === 0) return inserted(text, [listed]);
  const overridden = insertionOfPatch(text, pairOf(root, 'overrides'), { [workspace]: patch });
  return overridden && inserted(text, [listed, overridden]);
}

interface Insertion {
  readonly at: number;
  readonly text: string;
}

function inserted(text: string, insertions: readonly Insertion[]): string {
  const fromTheEnd = [...insertions].sort((one, other) => other.at - one.at);
  return fromTheEnd.reduce((whole, { at, text: part }) => whole.slice(0, at) + part + whole.slice(at), text);
}

function pairOf(map: YAMLMap, name: string): Pair | undefined {
  return map.items.find(({ key }) => isScalar(key) && key.value === name);
}

/** After the last name, in brackets or on a line of its own. */
function insertionOfName(text: string, pair: Pair | undefined, name: string): Insertion | undefined {
  const list = pair?.value;
  if (!isSeq(list) || list.anchor !== undefined) return undefined;
  const last = list.items.at(-1);
  const [from = 0, at = 0] = isNode(last) ? (last.range ?? []) : [];
  if (at === 0) return undefined;
  if (list.flow) return { at, text: `, ${name}` };
  const lineStart = text.lastIndexOf('\n', from - 1) + 1;
  const dash = /^ *- */.exec(text.slice(lineStart, from))?.[0];
  return dash === undefined ? undefined : { at: lineEnd(text, at), text: `\n${dash}${name}` };
}

/** At the end of the file, or below existing overrides. */
function insertionOfPatch(text: string, pair: Pair | undefined, patch: JsonObject): Insertion | undefined {
  if (!pair) {
    const end = text.endsWith('\n') ? '' : '\n';
    return { at: text.length, text: end + yamlOf({ overrides: patch }) };
  }
  const map = pair.value;
  const [first] = isMap(map) ? map.items : [];
  if (!isMap(map) || map.flow === true || map.anchor !== undefined || !isNode(first?.key)) return undefined;
  const [from = 0] = first.key.range ?? [];
  const indent = ' '.repeat(from - text.lastIndexOf('\n', from - 1) - 1);
  const lines = yamlOf(patch).trimEnd().split('\n');
  return { at: from, text: `${lines.join(`\n${indent}`)}\n${indent}` };
}

function yamlOf(value: JsonObject): string {
  const document = new Document(value, { aliasDuplicateObjects: false });
  visit(document, {
    Map: (_, map) => {
      // A reference is written on one line, as people write it.
      if (map.items.some(({ key }) => isScalar(key) && key.value === '$file')) map.flow = true;
    },
  });
  return document.toString({ lineWidth: 0 });
}

function lineEnd(text: string, at: number): number {
  const end = text.indexOf('\n', at);
  return end === -1 ? text.length : end;
}

/** What a patch sets or removes, leaf by leaf. */
export function overriddenValues(
  patch: JsonObject,
  before: JsonObject,
  place: readonly string[] = [],
): OverriddenValue[] {
  return Object.entries(patch).flatMap(([name, value]): OverriddenValue[] => {
    const was = before[name] ?? null;
    const here = [...place, name];
    if (isJsonObject(value) && isJsonObject(was)) return overriddenValues(value, was, here);
    return [{ path: here.join('.'), without: was, with: value }];
  });
}
