import { insertsSnippets } from '../load/fill-text.ts';
import { fileReference, storedText } from '../load/line-ends.ts';
import type { Components } from '../model/campaign.ts';
import { TEXT_LIMIT_BYTES } from '../model/findings.ts';
import { isJsonObject, isList, type JsonObject, type JsonValue, type Path } from '../model/json.ts';
import { LFS_POINTER } from '../model/text-start.ts';
import { firstFree } from './assign-keys.ts';

/** A body of this many lines, or with this many characters in fewer lines, is easier to read in a file of its own. */
const LINES_INLINE = 20;
const CHARS_INLINE = 2_000;

/** The most characters of a file name that name a locale and a variation. */
const LABEL_CHARS = 40;

/**
 * Places the long email bodies of a campaign next to its file, with references in their place: `welcome.html`,
 * `welcome.de.html`. `isThere` tells whether there is a file at a path; all paths begin at the campaigns folder.
 */
export function placeBodies(
  components: Components,
  { key, isThere }: { readonly key: string; readonly isThere: (path: string) => boolean },
): { readonly components: Components; readonly texts: ReadonlyMap<string, string> } {
  const texts = new Map<string, string>();
  const place = (html: string, path: Path): JsonValue => {
    const { text, eol } = storedText(html);
    const isLong = text.length > CHARS_INLINE || text.trimEnd().split('\n').length > LINES_INLINE;
    if (!isLong || !canBeFile(text)) return html;
    const isTaken = (name: string) => texts.has(`${name}.html`) || isThere(`${name}.html`);
    const file = `${firstFree(key + labelOf(path), isTaken)}.html`;
    texts.set(file, text);
    return fileReference(`./${file.slice(file.lastIndexOf('/') + 1)}`, eol);
  };
  const { campaign_content: content } = components;
  const placed = content && (withBodies(content, [], place) as JsonObject);
  return { components: { ...components, ...(placed && { campaign_content: placed }) }, texts };
}

function withBodies(value: JsonValue, path: Path, place: (html: string, path: Path) => JsonValue): JsonValue {
  if (isList(value)) return value.map((item, at) => withBodies(item, [...path, at], place));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]): [string, JsonValue] => [
      name,
      name === 'html_content' && typeof member === 'string'
        ? place(member, path)
        : withBodies(member, [...path, name], place),
    ]),
  );
}

/** `content.de.variation_2.email` is `.de.variation_2`; the default locale and the first variation have no label. */
function labelOf(path: Path): string {
  const words = path.slice(1, -1).filter((word) => word !== 'default' && word !== 'variation_1');
  const label = words.map((word) => `.${String(word).replace(/[^\w-]+/g, '-')}`).join('');
  return label.toLowerCase().slice(0, LABEL_CHARS);
}

/**
 * Whether a file can hold this text unchanged: reading a file removes a byte order mark and carriage returns, and
 * inserts snippets.
 */
export function canBeFile(text: string): boolean {
  if (text.startsWith('\ufeff') || text.startsWith(LFS_POINTER)) return false;
  if (/[\r\0\p{Surrogate}]/u.test(text) || insertsSnippets(text)) return false;
  return new TextEncoder().encode(text).length <= TEXT_LIMIT_BYTES;
}
