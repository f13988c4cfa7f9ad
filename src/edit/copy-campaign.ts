import { withoutMark } from '../model/byte-order-mark.ts';
import { isJsonObject, isList, type JsonValue } from '../model/json.ts';
import { isSource, parseSource } from '../load/yaml/source.ts';
import { editYaml } from './edit-yaml.ts';
import { pathFrom, pathTo } from './folder-view.ts';
import type { Wanted } from './wanted.ts';

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
  const moved = isBeside ? source.value : movedReferences(source.value, { from, to: file });
  const value = { ...(isJsonObject(moved) ? moved : {}), ...(source.has(['key']) && { key }) };
  const copied = editYaml(text, value);
  if (copied === undefined) return undefined;
  return { key, file, text: withSchemaLine(copied, { from, to: file, schema }), ...(says && { says }) };
}

interface Move {
  readonly from: string;
  readonly to: string;
}

function movedReferences(value: JsonValue, move: Move): JsonValue {
  if (isList(value)) return value.map((item) => movedReferences(item, move));
  if (!isJsonObject(value)) return value;
  const { $file: target } = value;
  if (typeof target === 'string') return { ...value, $file: pathTo(move.to, pathFrom(move.from, target)) };
  const members = Object.entries(value).map(([name, member]) => [name, movedReferences(member, move)]);
  return Object.fromEntries(members) as JsonValue;
}

/** The comment that names the schema for editors has a path from the file, too. Without one, it becomes the first line. */
function withSchemaLine(
  text: string,
  { from, to, schema }: Move & { readonly schema: string | undefined },
): string {
  const [line, head = '', named = ''] = SCHEMA_LINE.exec(text) ?? [];
  if (line === undefined) {
    const end = text.includes('\r\n') ? '\r\n' : '\n';
    const comment = schema && `# yaml-language-server: $schema=${barePath(to, schema)}${end}`;
    return comment === undefined ? text : text.replace(/^\ufeff?/, (mark) => mark + comment);
  }
  if (folderOf(from) === folderOf(to) || /^(?:[a-z]+:|\/)/i.test(named)) return text;
  return text.replace(line, () => head + barePath(to, pathFrom(from, named)));
}

const SCHEMA_LINE = /^(\ufeff?#[ \t]*yaml-language-server:[ \t]*\$schema=)(\S+)/m;

function barePath(from: string, to: string): string {
  return pathTo(from, to).replace(/^\.\//, '');
}

function folderOf(file: string): string {
  return file.slice(0, file.lastIndexOf('/') + 1);
}
