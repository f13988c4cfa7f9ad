import { entityCharacter } from '../../model/html-entity.ts';
import { valueAt, type Path } from '../../model/json.ts';
import { clip } from '../../model/show.ts';
import type { Problem } from '../problem.ts';
import { contentTexts } from './content-texts.ts';
import { sentText, withCode } from './expression-scan.ts';
import { htmlIn } from './html.ts';
import { inText } from './in-text.ts';
import { FINDINGS_AT_MOST, type Rule } from './rule.ts';

// Letters that were damaged when a text was copied or saved, and HTML in a text that is shown as it is written.

/**
 * What stands for a lost letter, and letters of UTF-8 that were read in another encoding, such as `Ã¼` in place of `ü`.
 * A capital letter before them shows that the first one may be meant: `NÃO`.
 */
const DAMAGED = /\uFFFD|(?<!\p{Lu})(?:Ã[\xa0-\xbfƒ„–œŸ]|Â[\xa0-\xbf]|Ð[°-¿]|Å[¡¾‚]|Ä[‡±Ÿ])|â€|ðŸ/u;
const DAMAGED_WORD = new RegExp(String.raw`[^\s<>"{}%]{0,40}?(?:${DAMAGED.source})[^\s<>"{}%]{0,40}`, 'gu');
/** Each of these begins with one of these letters. Few texts have any, and to look for words takes much longer. */
const SUSPICIOUS = /[\uFFFDÃÂÐÅÄâð]/;

/** Letters that customers would see damaged. */
export const lettersAreWhole: Rule = ({ body }) =>
  contentTexts(body).flatMap(({ path, text }) => {
    if (!SUSPICIOUS.test(text)) return [];
    const html = htmlIn(body).find((one) => one.text === text);
    return [...sentText(html?.shown ?? text).matchAll(DAMAGED_WORD)]
      .slice(0, FINDINGS_AT_MOST)
      .map(({ 0: part, index }) => {
        const words = part.includes('\uFFFD')
          ? ([`a letter was lost in "${clip(part)}"`, 'write the word again'] as const)
          : misread(part);
        return inText({ path, text }, { part, index }, ['W_TEXT', ...words]);
      });
  });

function misread(part: string): readonly [message: string, hint: string] {
  const meant = decoded(part);
  const hint = meant === part ? 'write the word again' : `write "${clip(meant)}"`;
  return [`"${clip(part)}" was copied or saved in the wrong encoding`, hint];
}

/** The characters of Windows-1252 from 0x80 to 0x9F; the others are those of Unicode. */
const CP1252 = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ';
const NEXT = `[${CP1252}\xa0-\xbf]`;
const SEQUENCE = new RegExp(`[\\xc2-\\xdf]${NEXT}|[\\xe0-\\xef]${NEXT}{2}|[\\xf0-\\xf4]${NEXT}{3}`, 'g');

/** A text whose UTF-8 was read in another encoding, read again; also one that was damaged twice. */
function decoded(text: string): string {
  const once = text.replace(SEQUENCE, (letters) => {
    const bytes = Array.from(letters, (one) =>
      CP1252.includes(one) ? 0x80 + CP1252.indexOf(one) : one.charCodeAt(0),
    );
    return new TextDecoder().decode(Uint8Array.from(bytes)).replace('\xa0', ' ');
  });
  return once !== text && DAMAGED.test(once) ? decoded(once) : once;
}

const ENTITY =
  /&(?:(amp|lt|gt|quot|apos|nbsp|ndash|mdash|hellip|lsquo|rsquo|ldquo|rdquo|bull|euro|copy|reg|trade|szlig)|([a-z])(uml|acute|grave|circ|tilde|cedil)|#(\d{2,6}));/gi;
const CHARACTERS: Readonly<Record<string, string | undefined>> = {
  nbsp: 'a space',
  ndash: '–',
  mdash: '—',
  hellip: '…',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
  bull: '•',
  euro: '€',
  copy: '©',
  reg: '®',
  trade: '™',
  szlig: 'ß',
  uml: '\u0308',
  acute: '\u0301',
  grave: '\u0300',
  circ: '\u0302',
  tilde: '\u0303',
  cedil: '\u0327',
};
/** Tags that format a text. A start tag alone may be what the text is about. */
const FORMAT = /<(b|i|u|em|strong|span|font|p|a|h[1-6]|small|sup|sub)(?:\s[^<>]*)?>[^<>]*<\/\1>|<br\s*\/?>/gi;

/** `\\n` and `\\u2764`, which only double quotes of YAML read; a path of Windows has such signs, too. */
const ESCAPE = /(?<!\\)\\(?:n(?![a-z])|u[\da-fA-F]{4})/g;

/** Line breaks and characters that were to be read from their codes. */
export const escapesAreRead: Rule = ({ body }) =>
  contentTexts(body)
    .filter(({ path, text }) => path.at(-1) !== 'html_content' && !/\b[a-z]:\\/i.test(text))
    .flatMap(({ path, text }) =>
      [...sentText(text).matchAll(ESCAPE)].slice(0, 1).map(({ 0: part, index }): Problem => {
        const message = `customers see ${part} as it is written`;
        const hint = 'write the text in double quotes';
        return inText({ path, text }, { part, index }, ['W_TEXT', message, hint]);
      }),
    );

/** HTML in a text that isn't HTML, such as a subject. */
export const plainTextsHaveNoHtml: Rule = ({ body }) =>
  contentTexts(body)
    .filter(({ path }) => isPlain(path, valueAt(body, [...path.slice(0, -2), 'template_type'])))
    .flatMap(({ path, text }) => {
      const sent = sentText(text);
      return [...sent.matchAll(ENTITY), ...sent.matchAll(FORMAT)]
        .slice(0, FINDINGS_AT_MOST)
        .map((match): Problem => {
          const part = withCode(match[0], text, match.index);
          const message = `${clip(part)} is HTML, but ${String(path.at(-1))} is plain text, so customers see it as it is written`;
          const hint = part.startsWith('&')
            ? `write ${characterOf(match)} in its place`
            : `remove ${(part.match(/<[^<>]*>/g) ?? []).map((tag) => clip(tag)).join(' and ')}`;
          return inText({ path, text }, { part, index: match.index }, ['W_TEXT', message, hint]);
        });
    });

function characterOf([entity, name = '', letter, accent = '', code]: RegExpMatchArray): string {
  if (code === '160') return 'a space';
  const sign = CHARACTERS[(name || accent).toLowerCase()] ?? entityCharacter(entity) ?? '';
  return letter === undefined ? sign : (letter + sign).normalize();
}

/**
 * Whether HTML in a text is shown as it is written. A preview text may end in entities that hide what follows it, and
 * templates with a style of their own may show HTML.
 */
function isPlain(path: Path, template: unknown): boolean {
  const field = String(path.at(-1));
  if (['subject', 'sender_name', 'btn_name', 'dismiss_button_text'].includes(field)) return true;
  return path.at(-2) === 'basic_details' && (template === 'BASIC' || path.at(-3) === 'web');
}
