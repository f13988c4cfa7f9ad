import { isJsonObject } from '../model/json.ts';
import { isSource, parseSource } from '../load/yaml/source.ts';
import { editYaml } from './edit-yaml.ts';
import { withoutMark } from '../model/byte-order-mark.ts';

/**
 * A campaign file with a key of its own: in its `key:` if it has one, otherwise in a new line before its first entry.
 * All other bytes stay. Undefined for a file that can't be read, or has no entries.
 */
export function withKey(text: string, key: string): string | undefined {
  const source = parseSource('', withoutMark(text));
  if (!isSource(source) || !isJsonObject(source.value)) return undefined;
  const { value } = source;
  if (Object.keys(value).length === 0) return undefined;
  // A new key becomes the first entry.
  return editYaml(text, Object.hasOwn(value, 'key') ? { ...value, key } : { key, ...value });
}
