import { withoutMark } from '../model/byte-order-mark.ts';
import { isJsonObject, isList, type JsonValue } from '../model/json.ts';
import { isSource, parseSource } from '../load/yaml/source.ts';
import { editYaml } from './edit-yaml.ts';
import { pathFrom, pathTo } from './folder-view.ts';
import type { Wanted } from './prove.ts';

interface CopyRequest extends Pick<Wanted, 'key' | 'file' | 'says'> {
  /** The file that is copied, and its text. */
  readonly from: string;
  readonly text: string;
  /** The schema of campaign files; undefined if the repository has none. */
  readonly schema: string | undefined;
}

/**
 * A copy of a campaign file with its comments and its layout: what it names by a path stays the same. Undefined if it
 * can't be written without changing anything else.
 */
export function copyOf({ key, file, says, from, text, schema }: CopyRequest): Wanted | undefined {
  const source = parseSource(from, withoutMark(text));
  if (!isSource(source) || !isJsonObject(source.value)) return undefined;
  const isBeside = folderOf(from) === folderOf(file);
  const moved = isBeside ? source.value : movedReferences(source.value, from, file);
  const value = { ...(isJsonObject(moved) ? moved : {}), ...(source.has(['key']) && { key }) };
  const copied = editYaml(text, value);
  if (copied === undefined) return undefined;
  // The comment that names the schema for editors has a path from the file, too.
  const named =
    isBeside || schema === undefined
      ? copied
      : copied.replace(SCHEMA_LINE, (_, head: string) => head + pathTo(file, schema).replace(/^\.\//, ''));
  return { key, file, text: named, ...(says && { says }) };
}

/** A path of a schema that isn't an address. */
const SCHEMA_LINE = /^(\ufeff?#[ \t]*yaml-language-server:[ \t]*\$schema=)(?!\/|[a-z]+:)\S+/m;

function movedReferences(value: JsonValue, from: string, to: string): JsonValue {
  if (isList(value)) return value.map((item) => movedReferences(item, from, to));
  if (!isJsonObject(value)) return value;
  const { $file: target } = value;
  if (typeof target === 'string') return { ...value, $file: pathTo(to, pathFrom(from, target)) };
  return Object.fromEntries(
    Object.entries(value).map(([name, member]): [string, JsonValue] => [
      name,
      movedReferences(member, from, to),
    ]),
  );
}

function folderOf(file: string): string {
  return file.slice(0, file.lastIndexOf('/') + 1);
}
