import type { Rule } from '../check.ts';
import { addressFault } from './addresses.ts';
import type { Html, Tag } from './html.ts';
import { BLOCKS } from './names.ts';
import type { TemplatePart } from './template.ts';
import { inText, textsOf, type ContentText, type FoundAt, type Part } from './texts.ts';

// What is broken in an email can be found in its text alone; nothing is fetched.

type Email = ContentText & { readonly html: Html };

/** The emails of the body that a rule checks. */
export function emailsIn({ body }: Parameters<Rule['check']>[0]): Email[] {
  const texts = body.channel === 'EMAIL' ? textsOf(body) : [];
  return texts.filter((one): one is Email => one.html !== undefined);
}

/** Also in AMP, where images have a tag of their own. */
const IMAGES: readonly string[] = ['img', 'amp-img', 'amp-anim'];

/** The text that a person reads or hears instead of the image; an empty one marks the image as decoration. */
export const imagesHaveTexts: Rule = {
  code: 'ALT',
  check: (checked) =>
    emailsIn(checked).flatMap((email) => {
      const images = email.html.tags.filter(({ name, isEnd }) => IMAGES.includes(name) && !isEnd);
      const mute = images.filter(({ attributes }) => !attributes.some(({ name }) => name === 'alt'));
      return inText<'ALT'>(
        email,
        mute.map((tag) => ({ part: startOf(tag), params: {} })),
      );
    }),
};

function startOf({ start, at }: Tag): Part {
  return { text: start, at };
}

/** Links and images that lead nowhere, or that anyone on the network can read and change. */
export function linkFaults({ html }: Email): FoundAt<'LINK'>[] {
  return html.tags.flatMap((tag, index): FoundAt<'LINK'>[] => {
    const addresses = tag.isEnd ? [] : tag.attributes.filter(({ name }) => /^(?:href|src)$/.test(name));
    const faults = addresses.flatMap((part) => {
      // A value without its closing quote is reported as such.
      const params = part.isOpen ? undefined : addressFault(part.value);
      return params ? [{ part, params }] : [];
    });
    if (addresses.length > 0 || !lacksAddress(html, index)) return faults;
    return [{ part: startOf(tag), params: { why: 'no-address', tag: tag.name === 'a' ? 'link' : 'image' } }];
  });
}

/** What an anchor has in place of an address, and an image that has several. */
const IN_ITS_PLACE = /^(?:id|name|srcset)$|(?:href|src)$/;

function lacksAddress(html: Html, index: number): boolean {
  const tag = html.tags[index];
  if (!tag || tag.isEnd || tag.isTemplated || !/^(?:a|img)$/.test(tag.name)) return false;
  if (tag.attributes.some(({ name, isOpen }) => isOpen || IN_ITS_PLACE.test(name))) return false;
  // `<a>x<a>` is a link that is not closed.
  return tag.name === 'img' || (showsSomething(html, index) && !isInLink(html, index));
}

function isInLink({ tags }: Html, index: number): boolean {
  const before = tags.slice(Math.max(0, index - 20), index).findLast(({ name }) => name === 'a');
  return tags[index]?.attributes.length === 0 && before?.isEnd === false;
}

/** How many tags of a link are read. */
const INSIDE = 50;

/** The tags from a link to its end, or to the next link. */
function insideOf({ tags }: Html, index: number): readonly Tag[] {
  const next = tags.slice(index, index + INSIDE);
  const end = next.findIndex(({ name }, step) => step > 0 && name === 'a');
  return end === -1 ? next : next.slice(0, end + 1);
}

/** The text of a link. */
export function wordsOf(html: Html, index: number): string {
  const inside = insideOf(html, index);
  const words = inside.map((tag, step) => html.shown.slice(tag.end, inside[step + 1]?.at ?? tag.end));
  return inside.length > 1 ? words.join(' ') : html.shown.slice(inside[0]?.end).slice(0, 999);
}

export function showsSomething(html: Html, index: number): boolean {
  const hasImage = insideOf(html, index).some(({ name }) => IMAGES.includes(name));
  return hasImage || wordsOf(html, index).trim() !== '';
}

/** Elements that hide or change what follows if they are never closed, the worst first. */
const WORST = [
  /^<div[^]*display\s*:\s*none/i,
  /^<a\s[^]*href/i,
  /^<h[1-6]\b/i,
  /^<table/i,
  /^<(?:[biu]|em|strong)\b/i,
];
/** Blocks of the service, and parts for Outlook that other programs show, too: these may close a layout. */
const FROM_ELSEWHERE = /content_?(?:block|api)|\{%-?\s*(?:include|render)\b|<!\[if/i;
/** How many open elements an end tag may close. */
const DEPTH = 99;

/** Elements that are never closed, and tags that never end; the first mistake of each email. */
export const elementsAreClosed: Rule = {
  code: 'HTML',
  check: (checked) =>
    emailsIn(checked).flatMap((email) => {
      const { tags, openComment: at } = email.html;
      const broken = tags.flatMap((tag) => brokenPart(tag) ?? []);
      const comment = at === undefined ? [] : [neverEnds({ text: '<!--', at })];
      const found = [...broken, ...comment];
      return inText(email, found.length > 0 ? found : worstOf(unclosedIn(email)));
    }),
};

function neverEnds(part: Part): FoundAt<'HTML'> {
  return { part, params: { why: 'never-ends', tag: part.text } };
}

function brokenPart(tag: Tag): FoundAt<'HTML'> | undefined {
  const open = tag.attributes.find(({ isOpen }) => isOpen);
  if (open) return neverEnds(open);
  if (tag.fault === 'no-end') return neverEnds(startOf(tag));
  return tag.fault && neverClosed(tag);
}

function neverClosed(tag: Tag): FoundAt<'HTML'> {
  return { part: startOf(tag), params: { why: 'never-closed', tag: tag.name } };
}

function worstOf(tags: readonly Tag[]): FoundAt<'HTML'>[] {
  const [worst] = WORST.flatMap((kind) => tags.filter(({ text }) => kind.test(text)));
  return worst ? [neverClosed(worst)] : [];
}

/** Elements that are certainly not closed, in each branch of the template. HTML closes some by itself, such as `<p>`. */
function unclosedIn({ text, html, template }: Email): Tag[] {
  const depthAt = depthsOf(template.parts);
  const open: { readonly tag: Tag; readonly depth: number }[] = [];
  const left: (typeof open)[number][] = [];
  /** Start tags less end tags, by name; less than any number if only some branches have one of them. */
  const more = new Map<string, number>();
  for (const tag of html.tags) {
    const { name, isEnd } = tag;
    const depth = depthAt(tag.at);
    more.set(name, (more.get(name) ?? 0) + (isEnd ? -1 : 1));
    if (!isEnd) open.push({ tag, depth });
    if (!isEnd) continue;
    const near = open.slice(-DEPTH);
    const at = near.findLastIndex((one) => one.tag.name === name);
    const [own, ...inside] = at === -1 ? [] : open.splice(at - near.length);
    left.push(...inside);
    if (own && own.depth !== depth) more.set(name, -Infinity);
  }
  const isPart = FROM_ELSEWHERE.test(text);
  return [...left, ...open]
    .filter(
      ({ tag: { name }, depth }) =>
        depth === 0 && (more.get(name) ?? 0) > 0 && !(isPart && /^(?:div|table)$/.test(name)),
    )
    .map(({ tag }) => tag);
}

/** How many blocks of the template a position is in; to be called with increasing positions. */
function depthsOf(parts: readonly TemplatePart[]): (at: number) => number {
  let [index, depth] = [0, 0];
  return (at) => {
    for (let part = parts[index]; part && part.at < at; part = parts[(index += 1)]) {
      const { tag = '' } = part;
      if (BLOCKS.has(tag) && tag !== 'set') depth += 1;
      if (tag.startsWith('end') && tag !== 'endset') depth -= 1;
    }
    return depth;
  };
}
