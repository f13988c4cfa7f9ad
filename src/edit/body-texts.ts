import type { Components } from '../model/campaign.ts';
import { isJsonObject, isList, type JsonValue, type Path } from '../model/json.ts';
import { insertsSnippets } from '../load/fill-text.ts';
import { storedText, type StoredText } from '../load/line-ends.ts';

/** A body of this many lines, or with this many characters in fewer lines, is easier to read in a file of its own. */
const LINES_INLINE = 20;
const CHARS_INLINE = 2_000;

/** The most that is read from a text file. A campaign file, which would hold the body otherwise, may have half of it. */
const FILE_BYTES = 2 * 1024 * 1024;

/** The beginning of a Git LFS pointer: a text that begins with it would be mistaken for a pointer. */
const LFS_POINTER = 'version https://git-lfs.github.com/spec/v1';

/** A long text of a campaign, and its path. */
export interface BodyText {
  readonly path: Path;
  /** The text as it is written to its file. */
  readonly text: string;
  readonly eol: StoredText['eol'];
  /** What distinguishes it from the campaign's other bodies: its locale and its variation, if there are several. */
  readonly label: readonly string[];
}

/** The email bodies of a campaign that are long enough for a file of their own and can be kept in one. */
export function bodyTexts(components: Components): BodyText[] {
  const { campaign_content: content } = components;
  if (content === undefined) return [];
  return textsIn(content, ['campaign_content']).filter(({ text }) => isLong(text) && canBeFile(text));
}

/** Long email bodies that a file would change, such as those with mixed line endings: they stay in the campaign file. */
export function unfiledBodies(components: Components): BodyText[] {
  const { campaign_content: content } = components;
  if (content === undefined) return [];
  return textsIn(content, ['campaign_content']).filter(({ text }) => isLong(text) && !canBeFile(text));
}

function textsIn(value: JsonValue, path: Path): BodyText[] {
  if (isList(value)) return value.flatMap((item, index) => textsIn(item, [...path, index]));
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([name, member]) => {
    const here = [...path, name];
    if (name === 'html_content' && typeof member === 'string')
      return [{ path: here, ...storedText(member), label: labelOf(here) }];
    return textsIn(member, here);
  });
}

/** `campaign_content.content.de.variation_1.email.html_content` is `de`, `variation_1`; flat content has no label. */
function labelOf(path: Path): string[] {
  return path.slice(2, path.length - 2).map(String);
}

function isLong(text: string): boolean {
  return text.length > CHARS_INLINE || text.trimEnd().split('\n').length > LINES_INLINE;
}

/**
 * Whether a file can hold this text unchanged: reading a file removes a byte order mark and carriage returns, and
 * inserts snippets.
 */
export function canBeFile(text: string): boolean {
  if (isTooLong(text) || text.startsWith('\ufeff') || text.startsWith(LFS_POINTER)) return false;
  return !/[\r\0\p{Surrogate}]/u.test(text) && !insertsSnippets(text);
}

/** A character takes one to three bytes, so that few texts have to be counted. */
function isTooLong(text: string): boolean {
  if (text.length * 3 <= FILE_BYTES) return false;
  return text.length > FILE_BYTES || new TextEncoder().encode(text).length > FILE_BYTES;
}
