import { isNode, type YAMLMap } from 'yaml';
import { isJsonObject, type JsonObject, type JsonValue } from '../../model/json.ts';
import { renderKey } from './render-value.ts';
import { beginsLine, columnOf, endOf, lineEnd, lineFeed } from './text-places.ts';

// Content that gets a second language or variation moves two levels down: `email` becomes `default.variation_1.email`.
// Its lines are indented instead of written again, so that they keep their comments. What differs inside them then
// changes in the next round.

/** The names of the maps around what is left of a map; undefined if nothing is left of it within two levels. */
export function namesAround(before: JsonObject, next: JsonObject): readonly string[] | undefined {
  const isLeft = (one: JsonValue) =>
    isJsonObject(one) && Object.keys(one).some((name) => Object.hasOwn(before, name));
  for (const [outer, member] of Object.entries(next)) {
    if (isLeft(member)) return [outer];
    if (!isJsonObject(member)) continue;
    for (const [inner, value] of Object.entries(member)) if (isLeft(value)) return [outer, inner];
  }
  return undefined;
}

/** The splices that put a map below other names. */
export function nested(map: YAMLMap, names: readonly string[], text: string) {
  const [from = 0, to = from] = map.range ?? [];
  if (map.flow)
    return [
      { from, to: from, put: names.map((name) => `{ ${renderKey(name)}: `).join('') },
      { from: to, to, put: ' }'.repeat(names.length) },
    ];
  const key = map.items[0]?.key;
  const start = isNode(key) ? (key.range?.[0] ?? from) : from;
  if (!beginsLine(text, start)) return [];
  const indent = ' '.repeat(columnOf(text, start));
  const deeper = '  '.repeat(names.length);
  const first = start - indent.length;
  const heads = names.map(
    (name, depth) => `${indent}${'  '.repeat(depth)}${renderKey(name)}:${lineFeed(text)}`,
  );
  const lines = [{ from: first, to: first, put: heads.join('') + deeper }];
  const end = lineEnd(text, endOf(map, text) ?? to);
  for (let at = text.indexOf('\n', first) + 1; at > 0 && at < end; at = text.indexOf('\n', at) + 1)
    if (!/[\r\n]/.test(text[at] ?? '\n')) lines.push({ from: at, to: at, put: deeper });
  return lines;
}
