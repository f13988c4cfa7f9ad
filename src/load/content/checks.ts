import type { RuleCode, RuleParams } from '../../model/findings.ts';
import { valueAt, type JsonObject } from '../../model/json.ts';
import type { Rule } from '../check.ts';
import { expressionFaults } from './expressions.ts';
import type { Html, Tag } from './html.ts';
import { inText, onceAText, textsOf, type ContentText, type FoundAt } from './texts.ts';

// What users would see broken. It can be found in the texts alone; nothing is fetched.

type ContentCheck = {
  readonly [Code in RuleCode]: {
    readonly code: Code;
    readonly find: (text: ContentText, body: JsonObject) => readonly FoundAt<Code>[];
  };
}[RuleCode];

const CHECKS: readonly ContentCheck[] = [
  { code: 'EXPRESSION', find: expressionFaults },
  { code: 'TEXT', find: damagedParts },
  { code: 'HTML', find: ({ html, template }) => (html ? openElements(html, template.parts) : []) },
  { code: 'ALT', find: ({ html }) => (html ? imagesWithoutText(html) : []) },
  { code: 'LINK', find: ({ html }) => html?.tags.flatMap(linkFaults) ?? [] },
  { code: 'LINK', find: tapFaults },
];

/** Those that look at a text alone, and not at the fields beside it. */
const isAlone = ({ find }: ContentCheck) => find.length < 2;

export const CONTENT_RULES: readonly Rule[] = [
  ...CHECKS.map((one) => {
    const { code, find } = one;
    const alone = onceAText((text) => inText(text, find(text, {})));
    const beside = (body: JsonObject) => (text: ContentText) => inText(text, find(text, body));
    return {
      ...{ stage: 'content', code },
      check: ({ body }) => textsOf(body).flatMap(isAlone(one) ? alone : beside(body)),
    } as Rule;
  }),
  { stage: 'content', code: 'UNSUBSCRIBE', check: ({ body }) => withoutWayOut(body) },
];

/**
 * What stands for a lost letter, and letters of UTF-8 that were read in another encoding, such as `Ã¼` in place of `ü`.
 * A capital letter before them shows that the first one may be meant: `NÃO`.
 */
const DAMAGED = /\uFFFD|(?<!\p{Lu})(?:Ã[\xa0-\xbfƒ„–œŸ]|Â[\xa0-\xbf]|Ð[°-¿]|Å[¡¾‚]|Ä[‡±Ÿ])|â€|ðŸ/gu;

function damagedParts({ isRead, html, template }: ContentText): FoundAt<'TEXT'>[] {
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
function openElements(
  { tags, openComment: at }: Html,
  parts: ContentText['template']['parts'],
): FoundAt<'HTML'>[] {
  const cut = [
    ...tags.filter(({ isWhole }) => !isWhole),
    ...(at === undefined ? [] : [{ text: '<!--', at }]),
  ];
  const isInBranches = parts.some(({ tag }) => tag?.startsWith('end'));
  const open = cut.length > 0 || isInBranches ? [] : CLOSED.flatMap((name) => unclosedOf(name, tags));
  return [...cut, ...open]
    .sort((left, right) => left.at - right.at)
    .slice(0, 1)
    .map((part) => ({ part, params: { tag: part.text } }));
}

function unclosedOf(name: string, tags: readonly Tag[]): Tag[] {
  const open: Tag[] = [];
  for (const tag of tags) {
    if (tag.name !== name || tag.isEmpty) continue;
    if (tag.isEnd) open.pop();
    else open.push(tag);
  }
  return open.filter(({ attributes }) => name !== 'a' || attributes.some((one) => one.name === 'href'));
}

/** Also in AMP, where images have a tag of their own. */
const IMAGES: readonly string[] = ['img', 'amp-img', 'amp-anim'];

/** Images without a text that a person reads or hears instead; an empty one marks the image as decoration. */
function imagesWithoutText({ tags }: Html): FoundAt<'ALT'>[] {
  return tags
    .filter(({ name, isEnd }) => IMAGES.includes(name) && !isEnd)
    .filter(({ attributes }) => !attributes.some(({ name }) => name === 'alt'))
    .map((part) => ({ part, params: {} }));
}

/** Words that people and addresses use to unsubscribe, in several languages, without accents. */
const UNSUBSCRIBE =
  /unsub|opt[-_ ]?out|list-manage|preferenc|manage (?:your )?subscr|no more|ab(?:zu)?(?:meld|bestell)|\bkundigen|austragen|verteiler|de[sz]abon|desinscri|d[ae]r[ms]e de baja|\/baja|anular|desuscri|cancel[al]|disiscri|annulla|descadast|afmeld|uitschrijv|avregist|meld deg av|frameld|peruuta|wypisz|odhlas|leiratkoz|aboneli/i;
/** Where users can go: a link, a form, an address in a text, or what the template writes. */
const WAY = /<(?:a|area|form)\s|https?:|@|\{\{/i;
/** Texts from elsewhere, which may have the link, and languages whose words aren't known here. */
const UNCLEAR = /\bContent(?:Block|Api)\b|\{%-?\s*(?:include|render)\b|(?=\p{L})\P{sc=Latn}/u;

/** In most countries, a promotional email without a way to unsubscribe is against the law. */
function withoutWayOut(body: JsonObject) {
  if (valueAt(body, ['basic_details', 'content_type']) !== 'PROMOTIONAL') return [];
  return textsOf(body).flatMap(noWayOut);
}

const noWayOut = onceAText(({ path, text, html, template: { parts } }) => {
  if (!html || text.trim() === '' || UNCLEAR.test(text)) return [];
  const values = html.tags.flatMap(({ attributes }) => attributes.map(({ value }) => value));
  const said = [html.shown, ...parts.map(({ inside }) => inside), ...values].join(' ');
  return UNSUBSCRIBE.test(withoutAccents(said)) && WAY.test(text) ? [] : [{ path, params: {} }];
});

/** A text without accents, and without signs that show where a word may be divided. */
function withoutAccents(text: string): string {
  return text
    .replace(/&#(\d{1,5});/g, (_, code) => String.fromCharCode(Number(code)))
    .replace(/&(?:([a-z])(?:acute|grave|circ|uml|cedil|tilde)|shy);/gi, '$1')
    .normalize('NFKD')
    .replace(/[\u0300-\u036f\u00ad]/g, '');
}

// Where links and images of emails, and taps on push messages, lead. Nothing is fetched.

/** Schemes with which a mail program opens nothing. */
const DEAD: readonly string[] = ['javascript:', 'file:', 'cid:', 'blob:'];

/** What is wrong with an address; undefined if nothing is. A template may write it, or a part of it. */
function addressFault(written: string): RuleParams['LINK'] | undefined {
  const seen = written.trim();
  if (seen === '' || seen === '#') return { why: 'malformed', seen };
  const isClear = !/\{[{%]|\[\[|^#|^data:|^\/\/[^/]/.test(seen);
  if (isClear && !isAddress(seen)) return { why: 'malformed', seen };
  return /^http:/i.test(seen) ? { why: 'insecure', seen } : undefined;
}

function isAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, pathname, search } = new URL(text);
  if (protocol === 'mailto:') return pathname.includes('@') || search !== '';
  // Links into apps may have any other scheme and any form.
  if (!/^https?:$/.test(protocol)) return !DEAD.includes(protocol) && text.length > protocol.length;
  return /^https?:\/\/[^/\s<>"“”\\]+[^\s<>"“”\\]*$/i.test(text) && /^(?!127\.).+\../.test(hostname);
}

/** What an anchor has in place of an address, and an image that has several. */
const IN_ITS_PLACE = /^(?:id|name|srcset)$|(?:href|src)$/;

/** A link or an image that leads nowhere, or that anyone on the network can read and change. */
function linkFaults(tag: Tag): FoundAt<'LINK'>[] {
  const { name, isEnd, attributes, isTemplated } = tag;
  if (isEnd) return [];
  const faults = attributes.flatMap(({ name: attribute, value, ...part }) => {
    const params = /^(?:href|src)$/.test(attribute) ? addressFault(value) : undefined;
    return params ? [{ part, params }] : [];
  });
  const isLink = name === 'img' || (name === 'a' && attributes.length > 0);
  const hasOther = isTemplated || attributes.some((one) => IN_ITS_PLACE.test(one.name));
  if (!isLink || hasOther) return faults;
  const params = { why: 'no-address', tag: name === 'a' ? 'link' : 'image' } as const;
  return [{ part: tag, params }];
}

const OPENS_ADDRESS: readonly unknown[] = ['DEEPLINKING', 'RICH_LANDING'];
/** The name of a screen, such as com.example.shop.Main. */
const SCREEN = /^[\w.]+$/;

/** The addresses of a push message are in fields of their own. */
function tapFaults({ path, field, text, isContent }: ContentText, body: JsonObject): FoundAt<'LINK'>[] {
  if (!isContent) return [];
  const part = { text, at: 0 };
  const beside = (name: string) => valueAt(body, [...path.slice(0, -1), name]);
  if (/^(?:default|image)_click_action$/.test(field)) {
    const value = beside(`${field}_value`);
    return value === undefined || value === '' ? [{ part, params: { why: 'no-address', tag: text } }] : [];
  }
  const action = beside(field.replace(/_value$/, ''));
  const isValue = field.endsWith('_value') && OPENS_ADDRESS.includes(action) && !SCREEN.test(text);
  const params = isValue || field.endsWith('url') ? addressFault(text) : undefined;
  return params && text !== '' ? [{ part, params }] : [];
}
