// A footer such as `Shop now · Imprint · Unsubscribe`, in which only another word is a link. In a sentence, any link may be
// meant: `To unsubscribe, visit your profile`.

/** Stands for the beginning of a link that people can use, and for its end. */
export const LINK = '\uE000';
export const LINK_END = '\uE002';

const LINKS = new RegExp(`${LINK}([^${LINK_END}]*)${LINK_END}?`, 'g');

/** What separates the entries of a footer. */
const SEPARATOR = /[|·•∙‧–—]|(?<!\S)-(?!\S)|&(?:middot|bull|ndash|mdash|vert|nbsp);/;

/** Words beside the one that people unsubscribe with. */
const BESIDE = /^(?:newsletters?|e-?mails?|from|vom|this|list)$/i;

/** Links that say nothing about where they lead, or that go on with the sentence: here, a picture, an address. */
const GENERIC =
  /^\P{L}*$|^\P{L}*\p{Ll}|\b(?:[Hh]ere|[Hh]ier|[Ii]ci|[Aa]qui|[Aa]ca|[Qq]ui|[Kk]lic?k|[Cc]li[cqk]|[Ll]ink|[Tt]ap|[Tt]ippen)|\w\.\w{2}/u;

/** The entry of a passage that consists only of such a word, unless a link in the passage may be meant by it. */
export function loneEntry(passage: string, word: RegExp): string | undefined {
  const texts = [...passage.matchAll(LINKS)].map(([, text = '']) => text.trim());
  if (texts.some((text) => GENERIC.test(text))) return undefined;
  const entries = passage
    .replace(LINKS, ' ')
    .split(SEPARATOR)
    .map((one) => one.trim())
    .filter((one) => word.test(one));
  return entries.every((one) => isLone(one)) ? entries[0] : undefined;
}

function isLone(entry: string): boolean {
  const [word, ...others] = entry.split(/\s+/).filter((one) => !BESIDE.test(one));
  return word !== undefined && others.length === 0 && /^[\p{L}-]+$/u.test(word);
}
