import type { FoundIn } from '../check.ts';
import type { Html, Tag } from './html.ts';
import type { ContentText } from './texts.ts';

/** Words that people and addresses use only to unsubscribe, in several languages, without accents. */
const UNSUBSCRIBE =
  /unsub|opt[-_ ]?out|list-manage|(?:manage|update|change|edit) (?:your )?(?:e-?mail )?subscr|subscription[-_ ](?:cent|opti|pref|setti)|ab(?:zu)?(?:meld|bestell)|austragen|de[sz]abon|desinscri|d[ae]r[ms]e de baja|\/baja|desuscri|disiscri|descadast|afmeld|uitschrijv|avregist|meld deg av|frameld|peruuta|wypisz|odhlas|leiratkoz|aboneli|avmeld|avprenum|odjav|rezygn|loobu|atsisak|atrakst|berhenti berl|huy [dđ]ang/i;
/** Words that mean it on a link, or in its address. */
const ON_LINK =
  /preferenc|\bcancel|annulla|anular|\bavslut|\bkundigen|verteiler|no more|settings|einstellungen/i;
/** Where users can go: a link, a form, an address in a text, or what the template writes. */
const WAY = /<(?:a|area|form)\s|https?:|@|\{\{/i;
/** Texts from elsewhere, which may have the link, and languages whose words aren't known here. */
const UNCLEAR = /\bContent(?:Block|Api)\b|\{%-?\s*(?:include|render)\b|(?=\p{L})\P{sc=Latn}/u;

/** In most countries, a promotional email without a way to unsubscribe is against the law. */
export function withoutWayOut({ text, html, template: { parts } }: ContentText): FoundIn<'UNSUBSCRIBE'>[] {
  if (!html || text.trim() === '' || (html.tags.some(saysIt) && WAY.test(text))) return [];
  const values = html.tags.flatMap(({ attributes }) => attributes.map(({ value }) => value));
  const onLinks = [...wordsOfLinks(html), ...values].join(' ');
  const said = [html.shown, onLinks, ...parts.map(({ inside }) => inside)].join(' ');
  const isSaid = UNSUBSCRIBE.test(withoutAccents(said)) || ON_LINK.test(withoutAccents(onLinks));
  return (isSaid && WAY.test(text)) || UNCLEAR.test(text) ? [] : [{ params: {} }];
}

/** Whether an address, or another attribute, says it in the usual word, as most do. */
function saysIt({ attributes }: Tag): boolean {
  return attributes.some(({ value }) => /unsub/i.test(value));
}

/** What is shown of each link, up to its end or to the next link. */
function wordsOfLinks({ tags, shown }: Html): string[] {
  const links = tags.filter(({ name }) => name === 'a');
  return links.flatMap(({ isEnd, end }, at) => (isEnd ? [] : [shown.slice(end, links[at + 1]?.at)]));
}

/** A text without accents, and without signs that show where a word may be divided. */
function withoutAccents(text: string): string {
  return text
    .replace(/&#(\d{1,5});/g, (_, code) => String.fromCharCode(Number(code)))
    .replace(/&(?:([a-z])(?:acute|grave|circ|uml|cedil|tilde)|shy);/gi, '$1')
    .normalize('NFKD')
    .replace(/[\u0300-\u036f\u00ad]/g, '');
}
