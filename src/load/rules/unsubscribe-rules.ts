import { valueAt } from '../../model/json.ts';
import { clip } from '../../model/show.ts';
import { onValue, type Problem } from '../problem.ts';
import { foreignUnsubscribeLinks } from './foreign-placeholder-rules.ts';
import { htmlIn, insideOf, showsSomething, startOf, type Attribute, type Html, type Tag } from './html.ts';
import { inText } from './in-text.ts';
import { LINK, LINK_END, loneEntry } from './lone-words.ts';
import type { Rule } from './rule.ts';

/** Words and link names that people use to unsubscribe, in several languages, without accents. */
const WORDS =
  'unsub|opt[-_ ]?out|list-manage|preferenc|manage (?:your )?subscr|e-?mail[-_ ]?(?:settings|einstell)|(?:no more|stop|keine) .{0,30}mails?|leave this list|remove me|ab(?:zu)?(?:meld|bestell)|\\bkundigen|austragen|verteiler|de[sz]abon|desinscri|plus recevoir|d[ae]r[ms]e de baja|/baja|anular|desea recibir|desuscri|cancel[al]|disiscri|annulla|descadast|afmeld|uitschrijv|avregist|avsluta pren|meld deg av|frameld|peruuta|wypisz|odhlas|leiratkoz|aboneli|huy .ang ky|berhenti';
const UNSUBSCRIBE = new RegExp(WORDS, 'i');
/** A template, a web address or an email address with such a word. */
const ADDRESS = new RegExp(
  `\\{[{%][^{}]{0,500}(?:\\$\\{[^{}]{0,99})?(?:${WORDS})|https?://\\S{0,500}(?:${WORDS})|(?:${WORDS})\\S{0,99}@`,
  'i',
);
/** Texts from elsewhere, which may have the link. */
const ELSEWHERE = /content_blocks\.\$|\bContent(?:Block|Api)\b|\{%-?\s*(?:include|render)\b/;
/** A letter of a language whose words aren't known here. */
const OTHER_SCRIPT = /(?=\p{L})\P{sc=Latn}/u;

/** A text without accents, and without signs that show where a word may be divided. */
function withoutAccents(text: string): string {
  return text
    .replace(/&#(\d{1,5});/g, (_, code) => String.fromCharCode(Number(code)))
    .replace(/&(?:([a-z])(?:acute|grave|circ|uml|cedil|tilde)|shy);/gi, '$1')
    .normalize('NFKD')
    .replace(/[\u0300-\u036f\u00ad]/g, '');
}

/** In most countries, a promotional email without a way to unsubscribe is against the law. */
export const promotionsCanBeLeft: Rule = ({ body }) => {
  if (valueAt(body, ['basic_details', 'content_type']) !== 'PROMOTIONAL') return [];
  return htmlIn(body).flatMap((html) => {
    if (html.text.trim() === '' || ELSEWHERE.test(html.shown)) return [];
    const links = linksIn(html);
    const passages = passagesOf(html, links);
    return canBeLeft(links, passages) ? [] : missingLink(html, { links, passages });
  });
};

interface Link {
  readonly tag: Tag;
  readonly address: Attribute | undefined;
  /** The link with its text. */
  readonly source: string;
  /** Whether it says that people can unsubscribe with it. */
  readonly isMeant: boolean;
  /** Whether it has an address that may lead somewhere. */
  readonly hasAddress: boolean;
  /** Whether people can use it. */
  readonly isLive: boolean;
}

function linksIn(html: Html): Link[] {
  return html.tags
    .filter(({ name }) => ['a', 'area', 'form'].includes(name))
    .map((tag) => {
      const address = tag.attributes.find(({ name }) => name === 'href' || name.startsWith('action'));
      const hasAddress = address !== undefined && leadsSomewhere(address);
      const inside = tag.name === 'a' ? `>${insideOf(html, tag)}` : '';
      const isLive = hasAddress && (tag.name !== 'a' || showsSomething(html, tag));
      const source = tag.text + inside;
      const isMeant = UNSUBSCRIBE.test(withoutAccents(source));
      return { tag, address, source, isMeant, hasAddress, isLive };
    });
}

function leadsSomewhere({ value }: Attribute): boolean {
  return !/^\s*(?:#|$|javascript:)/i.test(value) && foreignUnsubscribeLinks(`href=${value}`).length === 0;
}

const BLOCK = /<\/?(?:p|div|td|th|tr|table|li|ul|ol|h[1-6]|center|section|footer|body)\b[^<>]*>/i;

/** What people read, one paragraph each, without the links that they can't use. */
function passagesOf({ shown }: Html, links: readonly Link[]): string[] {
  const parts: string[] = [];
  let from = 0;
  for (const { tag, source, isLive } of links) {
    parts.push(
      shown.slice(from, tag.index),
      isLive ? LINK + source.slice(tag.text.length + 1) + LINK_END : '',
    );
    from = Math.max(from, tag.index + source.length);
  }
  return [...parts, shown.slice(from)]
    .join('')
    .split(BLOCK)
    .map((one) => withoutAccents(one.replace(/<[^<>]*>/g, '')))
    .filter((one) => one.trim() !== '');
}

/** Whether a link says so itself, or the sentence that it is in or that is right before it; or an address in a text does. */
function canBeLeft(links: readonly Link[], passages: readonly string[]): boolean {
  return (
    links.some(({ isLive, isMeant, source }) => isLive && (isMeant || OTHER_SCRIPT.test(source))) ||
    passages.some(
      (one, index) =>
        UNSUBSCRIBE.test(one) &&
        (ADDRESS.test(one) ||
          (one.includes(LINK)
            ? loneEntry(one, UNSUBSCRIBE) === undefined
            : passages[index + 1]?.includes(LINK) === true)),
    )
  );
}

function missingLink(
  html: Html,
  { links, passages }: { readonly links: readonly Link[]; readonly passages: readonly string[] },
): Problem[] {
  const [{ 0: part, index } = { 0: '', index: 0 }] = foreignUnsubscribeLinks(html.shown);
  if (part !== '') {
    const message = `${clip(part)} would be sent literally, so this promotional email has no unsubscribe link`;
    return [inText(html, { part, index }, ['W_UNSUBSCRIBE', message, 'write {{ user.unsubscribe_url }}'])];
  }
  const dead = links.filter(({ isLive }) => !isLive);
  const isSaid = passages.some((one) => UNSUBSCRIBE.test(one));
  const meant =
    dead.find(({ isMeant }) => isMeant) ??
    (isSaid ? dead.find(({ address, hasAddress }) => address && !hasAddress) : undefined);
  const plain = meant ? undefined : plainWords(html);
  if (plain) {
    const words = clip(plain.part);
    const hint = `write <a href="{{ user.unsubscribe_url }}">${words}</a>`;
    const said = ['W_UNSUBSCRIBE', `"${words}" is not a link`, hint] as const;
    return [inText(html, plain, said)];
  }
  if (!meant) {
    const message = 'no unsubscribe link was found in this promotional email';
    const hint = 'if there is none, add one, such as <a href="{{ user.unsubscribe_url }}">Unsubscribe</a>';
    return [{ ...onValue(html.path, 'W_UNSUBSCRIBE', message, hint), section: null, isOfWhole: true }];
  }
  const [message, hint] = meant.hasAddress
    ? ['this unsubscribe link has no text, so nobody sees it', 'write its text before </a>']
    : ['this unsubscribe link leads nowhere', 'write href="{{ user.unsubscribe_url }}"'];
  return [inText(html, meant.address ?? startOf(meant.tag), ['W_UNSUBSCRIBE', message, hint])];
}

/** The maximum length of such words, in characters. */
const WORDS_AT_MOST = 30;

const ALONE = /(?:^|>)\s*([^\s<>{}][^<>{}]{1,98}[^\s<>{}])(?=\s*(?:<|$))/g;

/** The last words that are alone in their element, as in `<p>Unsubscribe</p>`, and that people unsubscribe with. */
function plainWords({ shown }: Html): Pick<Attribute, 'part' | 'index'> | undefined {
  return [...shown.matchAll(ALONE)]
    .map(({ 0: all, 1: words = '', index }) => {
      const part = loneEntry(words, UNSUBSCRIBE) ?? words;
      return { part, index: index + all.length - words.length + words.lastIndexOf(part) };
    })
    .findLast(({ part }) => part.length <= WORDS_AT_MOST && UNSUBSCRIBE.test(withoutAccents(part)));
}
