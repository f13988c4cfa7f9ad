import { valueAt } from '../../model/json.ts';
import type { Checked, Rule } from '../check.ts';
import type { Html, Tag } from './html.ts';
import { BLOCKS } from './names.ts';
import type { TemplatePart } from './template.ts';
import { inText, textsOf, type ContentText, type FoundAt, type Part } from './texts.ts';

// What is broken in an email can be found in its text alone; nothing is fetched.

type Email = ContentText & { readonly html: Html };

/** The emails of the body that a rule checks. */
export function emailsIn({ body }: Checked): Email[] {
  const texts = body.channel === 'EMAIL' ? textsOf(body) : [];
  return texts.filter((one): one is Email => one.html !== undefined);
}

export function startOf({ start, at }: Tag): Part {
  return { text: start, at };
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

/** Elements that hide or change what follows if they are never closed; HTML closes many others by itself. */
const CLOSED: readonly string[] = [
  ...['a', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'b', 'i', 'u', 'em', 'strong'],
  ...['style', 'script', 'title', 'textarea'],
];

/** Elements that are never closed, and tags that never end; the first mistake of each email. */
export const elementsAreClosed: Rule = {
  code: 'HTML',
  check: (checked) =>
    emailsIn(checked).flatMap((email) => {
      const { tags, openComment: at } = email.html;
      const cut = [
        ...tags.filter(({ isWhole }) => !isWhole).map(startOf),
        ...(at === undefined ? [] : [{ text: '<!--', at }]),
      ];
      const open = cut.length > 0 ? [] : CLOSED.flatMap((name) => unclosedIn(email, name));
      const found = [...cut, ...open.map(startOf)].map((part): FoundAt<'HTML'> => ({
        part,
        params: { tag: part.text },
      }));
      return inText(email, found).slice(0, 1);
    }),
};

/** Elements of a name that are not closed. If the template writes some of them, that is unclear. */
function unclosedIn({ html, template }: Email, wanted: string): Tag[] {
  const open: Tag[] = [];
  for (const tag of html.tags) {
    if (tag.name !== wanted || tag.isEmpty) continue;
    if (tag.isEnd) open.pop();
    else open.push(tag);
  }
  const named = html.tags.filter(({ name }) => name === wanted);
  if (open.length === 0 || areInBlocks(named, template.parts)) return [];
  return open.filter(({ name, attributes }) => name !== 'a' || attributes.some((one) => one.name === 'href'));
}

/** Whether some positions are inside a block of the template. */
function areInBlocks(tags: readonly Tag[], parts: readonly TemplatePart[]): boolean {
  let [index, depth] = [0, 0];
  return tags.some(({ at }) => {
    for (let part = parts[index]; part && part.at < at; part = parts[(index += 1)]) {
      const { tag = '' } = part;
      if (BLOCKS.has(tag) && tag !== 'set') depth += 1;
      if (tag.startsWith('end') && tag !== 'endset') depth -= 1;
    }
    return depth > 0;
  });
}

/** Words and link names that people use to unsubscribe, in several languages, without accents. */
const WORDS =
  'unsub|opt[-_ ]?out|list-manage|preferenc|manage (?:your )?subscr|e-?mail[-_ ]?(?:settings|einstell)|(?:no more|stop|keine) .{0,30}mails?|leave this list|remove me|ab(?:zu)?(?:meld|bestell)|\\bkundigen|austragen|verteiler|de[sz]abon|desinscri|plus recevoir|d[ae]r[ms]e de baja|/baja|anular|desea recibir|desuscri|cancel[al]|disiscri|annulla|descadast|afmeld|uitschrijv|avregist|avsluta pren|meld deg av|frameld|peruuta|wypisz|odhlas|leiratkoz|aboneli|huy .ang ky|berhenti';
const UNSUBSCRIBE = new RegExp(WORDS, 'i');
/** A web address or an email address with such a word, in a text. */
const ADDRESS = new RegExp(`https?://\\S{0,500}(?:${WORDS})|(?:${WORDS})\\S{0,99}@`, 'i');
/** Texts from elsewhere, which may have the link. */
const ELSEWHERE = /\bContent(?:Block|Api)\b|\{%-?\s*(?:include|render)\b/;
/** A letter of a language whose words aren't known here. */
const OTHER_SCRIPT = /(?=\p{L})\P{sc=Latn}/u;
/** Elements that end a paragraph. */
const BLOCK = /^(?:p|div|td|th|tr|table|li|ul|ol|h[1-6]|center|section|footer|body)$/;

/** In most countries, a promotional email without a way to unsubscribe is against the law. */
export const promotionsCanBeLeft: Rule = {
  code: 'UNSUBSCRIBE',
  check: (checked) => {
    if (valueAt(checked.body, ['basic_details', 'content_type']) !== 'PROMOTIONAL') return [];
    return emailsIn(checked)
      .filter(({ text, html, template: { parts } }) => {
        if (text.trim() === '' || parts.some((part) => ELSEWHERE.test(part.text))) return false;
        const links = parts.filter(({ tag, inside }) => tag === undefined && UNSUBSCRIBE.test(inside));
        const isInText = links.some(({ at }) => !html.tags.some((tag) => tag.at < at && at < tag.end));
        return !isInText && !canBeLeft(text, html);
      })
      .map(({ path }) => ({ path, params: {} }));
  },
};

/** Whether a paragraph with a link says so, or the one right before it; or an address in a text does. */
function canBeLeft(text: string, { tags, shown }: Html): boolean {
  let last: { readonly from: number; readonly links: string[] } = { from: 0, links: [] };
  const all = [last];
  for (const tag of tags) {
    if (BLOCK.test(tag.name)) all.push((last = { from: tag.at, links: [] }));
    else if (isLive(tag, shown)) last.links.push(wordsOf(tag, shown));
  }
  if (all.some(({ links }) => links.some((link) => OTHER_SCRIPT.test(link)))) return true;
  const passages = all
    .map(({ from, links }, index) => ({
      links,
      shows: shown.slice(from, all[index + 1]?.from ?? text.length),
    }))
    .filter(({ links, shows }) => links.length > 0 || shows.replace(/<[^<>]*>/g, '').trim() !== '');
  return passages.some(({ links, shows }, index) => {
    const said = withoutAccents([shows, ...links].join(' '));
    const hasNear = links.length > 0 || (passages[index + 1]?.links.length ?? 0) > 0;
    return (hasNear ? UNSUBSCRIBE : ADDRESS).test(said);
  });
}

/** Whether a link has an address that may lead somewhere, and shows something. */
function isLive(tag: Tag, shown: string): boolean {
  if (tag.isEnd || !/^(?:a|area|form)$/.test(tag.name)) return false;
  const address = tag.attributes.find(({ name }) => /^(?:href|action.*)$/.test(name))?.value;
  // Placeholders of other programs lead nowhere.
  if (address === undefined || /^\s*(?:#|$|javascript:|[*%$@]|\[(?!\[)|\{(?![{%]))/i.test(address))
    return false;
  return tag.name !== 'a' || linkText(tag, shown).trim() !== '';
}

/** What a link says, and its address. */
function wordsOf(tag: Tag, shown: string): string {
  return [...tag.attributes.map(({ value }) => value), linkText(tag, shown)].join(' ');
}

function linkText({ end }: Tag, shown: string): string {
  const inside = shown
    .slice(end, end + 999)
    .split(/<\/a\b/i, 1)
    .join();
  return inside.includes('<img') ? inside : inside.replace(/<[^<>]*>/g, ' ');
}

/** A text without accents, and without signs that show where a word may be divided. */
function withoutAccents(text: string): string {
  return text
    .replace(/&#(\d{1,5});/g, (_, code) => String.fromCharCode(Number(code)))
    .replace(/&(?:([a-z])(?:acute|grave|circ|uml|cedil|tilde)|shy);/gi, '$1')
    .normalize('NFKD')
    .replace(/[\u0300-\u036f\u00ad]/g, '');
}
