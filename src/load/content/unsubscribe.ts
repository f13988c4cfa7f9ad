import { valueAt } from '../../model/json.ts';
import type { Rule } from '../check.ts';
import type { Html, Tag } from './html.ts';
import { emailsIn, showsSomething, wordsOf } from './mail.ts';

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
const LINKS = /^(?:a|area|form)$/;
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
        return !isInText && !canBeLeft(passagesOf(html));
      })
      .map(({ path }) => ({ path, params: {} }));
  },
};

/** A paragraph: its text with that of its links and their addresses. */
interface Passage {
  readonly words: string[];
  /** The texts and addresses of the links that people can use. */
  readonly links: string[];
}

function passagesOf(html: Html): Passage[] {
  let passage: Passage = { words: [], links: [] };
  const passages = [passage];
  let end = 0;
  for (const [index, tag] of html.tags.entries()) {
    passage.words.push(html.shown.slice(end, tag.at));
    end = tag.end;
    if (BLOCK.test(tag.name)) passages.push((passage = { words: [], links: [] }));
    else if (isLive(html, { tag, index })) {
      const values = tag.attributes.map(({ value }) => value);
      passage.links.push([...values, wordsOf(html, index)].join(' '));
    }
  }
  passage.words.push(html.shown.slice(end));
  return passages.filter(({ words, links }) => links.length > 0 || words.join('').trim() !== '');
}

/** Whether a link has a text, and an address that may lead somewhere. */
function isLive(html: Html, { tag, index }: { readonly tag: Tag; readonly index: number }): boolean {
  if (tag.isEnd || !LINKS.test(tag.name)) return false;
  const address = tag.attributes.find(({ name }) => name === 'href' || name.startsWith('action'))?.value;
  // Placeholders of other programs lead nowhere.
  if (address === undefined || /^\s*(?:#|$|javascript:|[*%$@]|\[(?!\[)|\{(?![{%]))/i.test(address))
    return false;
  return tag.name !== 'a' || showsSomething(html, index);
}

/** A text without accents, and without signs that show where a word may be divided. */
function withoutAccents(text: string): string {
  return text
    .replace(/&#(\d{1,5});/g, (_, code) => String.fromCharCode(Number(code)))
    .replace(/&(?:([a-z])(?:acute|grave|circ|uml|cedil|tilde)|shy);/gi, '$1')
    .normalize('NFKD')
    .replace(/[\u0300-\u036f\u00ad]/g, '');
}

/** Whether a paragraph with a link says so, or the one right before it; or an address in a text does. */
function canBeLeft(passages: readonly Passage[]): boolean {
  return passages.some(({ words, links }, index) => {
    if (links.some((link) => OTHER_SCRIPT.test(link))) return true;
    const said = withoutAccents([...words, ...links].join(' '));
    if (!UNSUBSCRIBE.test(said)) return false;
    return links.length > 0 || (passages[index + 1]?.links.length ?? 0) > 0 || ADDRESS.test(said);
  });
}
