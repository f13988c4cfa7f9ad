import { valueAt } from '../../model/json.ts';
import type { Rule } from '../check.ts';
import { inText, partsLike, textsOf, type ContentText } from './texts.ts';

// Texts that customers would see damaged, or as they were written for somebody else.

/**
 * What stands for a lost letter, and letters of UTF-8 that were read in another encoding, such as `Ã¼` in place of `ü`.
 * A capital letter before them shows that the first one may be meant: `NÃO`.
 */
const DAMAGED = /\uFFFD|(?<!\p{Lu})(?:Ã[\xa0-\xbfƒ„–œŸ]|Â[\xa0-\xbf]|Ð[°-¿]|Å[¡¾‚]|Ä[‡±Ÿ])|â€|ðŸ/u;
const DAMAGED_WORD = new RegExp(String.raw`[^\s<>"{}%]{0,40}?(?:${DAMAGED.source})[^\s<>"{}%]{0,40}`, 'gu');
/** Each of these begins with one of these letters. Few texts have any, and to look for words takes much longer. */
const SUSPICIOUS = /[\uFFFDÃÂÐÅÄâð]/;

const ENTITIES = String.raw`&(?:amp|lt|gt|quot|apos|nbsp|[mn]dash|hellip|[lr][sd]quo|bull|euro|copy|reg|trade|szlig|[a-z](?:uml|acute|grave|circ|tilde|cedil)|#\d{2,6});`;
/** Tags that format a text. A start tag alone may be what the text is about. */
const FORMAT = String.raw`<(b|i|u|em|strong|span|font|p|a|h[1-6]|small|sup|sub)(?:\s[^<>]{0,999})?>[^<>]{0,999}</\1>|<br\s{0,9}/?>`;
const HTML = new RegExp(`${ENTITIES}|${FORMAT}`, 'gi');
/** `\\n` and `\\u2764`, which only double quotes of YAML read; a path of Windows has such signs, too. */
const ESCAPE = /(?<!\\)\\(?:n(?![a-z])|u[\da-fA-F]{4})/g;

export const textsAreWhole: Rule = {
  code: 'TEXT',
  check: ({ body }) =>
    textsOf(body)
      .filter(({ isRead }) => isRead)
      .flatMap((one) => {
        const damaged = SUSPICIOUS.test(one.text) ? partsLike(DAMAGED_WORD, one) : [];
        const isPath = one.html !== undefined || /\b[a-z]:\\/i.test(one.text);
        return inText<'TEXT'>(one, [
          ...damaged.map((part) => {
            const why = part.text.includes('\uFFFD') ? 'lost-letter' : 'encoding';
            return { part, params: { why, seen: part.text } as const };
          }),
          ...(isPath ? [] : partsLike(ESCAPE, one).slice(0, 1)).map((part) => {
            return { part, params: { why: 'escape', seen: part.text } as const };
          }),
          ...(isPlain(one, body) ? partsLike(HTML, one) : []).map((part) => {
            return { part, params: { why: 'html', seen: part.text } as const };
          }),
        ]);
      }),
};

/**
 * Whether HTML in a text is shown as it is written. A preview text may end in entities that hide what follows it, and
 * templates with a style of their own may show HTML.
 */
function isPlain({ path, field }: ContentText, body: Parameters<typeof valueAt>[0]): boolean {
  if (['subject', 'sender_name', 'btn_name', 'dismiss_button_text'].includes(field)) return true;
  const template = valueAt(body, [...path.slice(0, -2), 'template_type']);
  return path.at(-2) === 'basic_details' && (template === 'BASIC' || path.at(-3) === 'web');
}

/** Words in capitals that are a name, unlike `%SALE%` and `{NEW}`. */
const CAPITALS = '(?=[A-Z]{0,40}(?:_|NAME|MAIL))[A-Z][A-Z_]{2,40}';
const NAMES = '(?:[Ff]irst|[Ll]ast|[Ff]ull|[Uu]ser|[Cc]ustomer|[Cc]ompany|[Pp]roduct)[ _-]?[Nn]ame';

/** Placeholders of other programs, and for people who were to replace them: they would be sent to customers literally. */
const FOREIGN = new RegExp(
  [
    String.raw`\*\|[\w:.]{1,99}\|\*`,
    String.raw`%%[A-Za-z_][\w.]{0,99}%%`,
    String.raw`(?<![\w%{])%(?:${CAPITALS}|[a-z]\w{0,40}(?:\.\w{1,40}){1,4}|[Uu]nsub\w{0,30}|${NAMES})%(?![\w%}])`,
    String.raw`(?<![\w{$#%])\{\$?(?:${CAPITALS}|[Uu]nsub\w{0,30}|${NAMES})\}(?!\})`,
    String.raw`(?<![\w[])\[(?:(?:user|event|contact|customer|recipient|subscriber)\.\w[\w.]{0,60}|[FL]NAME|${NAMES}|(?:[Ii]nsert|[Yy]our) [\w ]{1,60})\](?![\](])`,
    String.raw`<%[=-]?\s{0,9}[A-Za-z_][\w.]{0,99}\s{0,9}-?%>`,
    String.raw`\$\{[A-Za-z_][\w.]{0,99}\}`,
    String.raw`\b[Ll]orem ipsum\b`,
  ].join('|'),
  'g',
);

const AN_EXPRESSION = 'an expression, such as {{ user.first_name }}';

export const placeholdersAreOurs: Rule = {
  code: 'PLACEHOLDER',
  check: ({ body }) =>
    textsOf(body)
      .filter(({ isRead }) => isRead)
      .flatMap((one) =>
        inText<'PLACEHOLDER'>(
          one,
          partsLike(FOREIGN, one).map((part) => {
            const put = /^lorem|^.(?:insert|your)/i.test(part.text) ? undefined : AN_EXPRESSION;
            return { part, params: { why: 'literal', seen: part.text, put } };
          }),
        ),
      ),
};
