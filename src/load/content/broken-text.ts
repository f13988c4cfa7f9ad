import type { Html, Tag } from './html.ts';
import type { FoundIn } from '../check.ts';
import type { ContentText } from './texts.ts';

/**
 * What stands for a lost letter, and letters of UTF-8 that were read in another encoding, such as `Ã¼` in place of `ü`.
 * A capital letter before them shows that the first one may be meant: `NÃO`.
 */
const DAMAGED = /\uFFFD|(?<!\p{Lu})(?:Ã[\xa0-\xbfƒ„–œŸ]|Â[\xa0-\xbf]|Ð[°-¿]|Å[¡¾‚]|Ä[‡±Ÿ])|â€|ðŸ/gu;

/** Letters that were lost or saved in the wrong encoding. */
export function damagedParts({ isRead, html, template }: ContentText): FoundIn<'TEXT'>[] {
  const shown = html?.shown ?? template.sent;
  const matches = isRead ? [...shown.matchAll(DAMAGED)] : [];
  return matches.map(({ 0: text, index: at }) => ({
    part: { text, at },
    params: { why: 'damaged', seen: text },
  }));
}

/** Elements that hide or change what follows if they are never closed; HTML closes many others by itself. */
const CLOSED: readonly string[] = [
  ...['a', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'b', 'i', 'u', 'em', 'strong'],
  ...['style', 'script', 'title', 'textarea'],
];

/** The first tag that never ends, or element that is never closed. In branches of a template, that is unclear. */
export function openElements({ html, template: { parts } }: ContentText): FoundIn<'HTML'>[] {
  if (!html) return [];
  const { tags, openComment: at } = html;
  const cut = [
    ...tags.filter(({ isWhole }) => !isWhole),
    ...(at === undefined ? [] : [{ text: '<!--', at }]),
  ];
  const isInBranches = parts.some(({ tag }) => tag?.startsWith('end'));
  const open = cut.length > 0 || isInBranches ? [] : unclosed(tags);
  return [...cut, ...open]
    .sort((left, right) => left.at - right.at)
    .slice(0, 1)
    .map((part) => ({ part, params: { tag: part.text } }));
}

function unclosed(tags: Html['tags']): Tag[] {
  const open = new Map(CLOSED.map((name): [string, Tag[]] => [name, []]));
  for (const tag of tags) {
    const same = tag.isEmpty ? undefined : open.get(tag.name);
    if (tag.isEnd) same?.pop();
    else same?.push(tag);
  }
  const left = [...open.values()].flat();
  return left.filter(({ name, attributes }) => name !== 'a' || attributes.some((one) => one.name === 'href'));
}
