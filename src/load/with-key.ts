import { isMap, isScalar, type Node, type Pair, type YAMLMap } from 'yaml';
import { isJsonObject, sameJson } from '../model/json.ts';
import { parseYaml } from './yaml/parse-yaml.ts';
import { isSource, parseSource } from './yaml/source.ts';

/**
 * A campaign file that gives itself a key: its own `key:` is replaced, or a line is put before its first entry. All other
 * bytes stay. Undefined for a file that can't be read, or has no place for a key.
 */
export function withKey(text: string, key: string): string | undefined {
  const parsed = parseYaml(text);
  const root = 'code' in parsed ? null : parsed.document.contents;
  if (!isMap(root)) return undefined;
  const own = root.items.find((pair) => isScalar(pair.key) && pair.key.value === 'key');
  const edited = own ? withValue(text, own, key) : withEntry(text, root, key);
  return edited !== undefined && onlyKeyDiffers(text, edited, key) ? edited : undefined;
}

function withValue(text: string, { value }: Pair, key: string): string | undefined {
  const range = (value as Node | null)?.range;
  return range ? `${text.slice(0, range[0])}${key}${text.slice(range[1])}` : undefined;
}

function withEntry(text: string, { flow, items, range }: YAMLMap, key: string): string | undefined {
  const first = items[0]?.key as Node | null | undefined;
  const at = first?.range?.[0];
  if (at === undefined || !range) return undefined;
  if (flow) return `${text.slice(0, range[0] + 1)} key: ${key},${text.slice(range[0] + 1)}`;
  const lineStart = text.lastIndexOf('\n', at - 1) + 1;
  const lineEnd = text.includes('\r\n') ? '\r\n' : '\n';
  // A byte order mark stays the first thing in the file.
  const start = text.startsWith('\ufeff') && lineStart === 0 ? 1 : lineStart;
  const indent = text.slice(start, at);
  if (indent.trim() !== '') return undefined;
  return `${text.slice(0, start)}${indent}key: ${key}${lineEnd}${text.slice(start)}`;
}

function onlyKeyDiffers(before: string, after: string, key: string): boolean {
  const [one, other] = [parseSource('', before), parseSource('', after)];
  if (!isSource(one) || !isSource(other)) return false;
  if (!isJsonObject(one.value) || !isJsonObject(other.value)) return false;
  return sameJson({ ...one.value, key }, other.value);
}
