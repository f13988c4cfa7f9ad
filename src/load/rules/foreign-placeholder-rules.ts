import { clip } from '../../model/show.ts';
import type { Problem } from '../problem.ts';
import { contentTexts } from './content-texts.ts';
import { attributeLike } from './expression-names.ts';
import { sentText, withCode } from './expression-scan.ts';
import { inText } from './in-text.ts';
import { FINDINGS_AT_MOST, type Rule } from './rule.ts';

/** Words in capitals that are a name, unlike `%SALE%` and `{NEW}`. */
const CAPITALS = '(?=[A-Z]{0,40}(?:_|NAME|MAIL))[A-Z][A-Z_]{2,40}';

/**
 * Placeholders of other programs: `*|FNAME|*`, `%%first_name%%`, `%FIRSTNAME%`, `%recipient.first_name%`, `{FIRST_NAME}`,
 * `[user.first_name]`, `<% user.first_name %>`, and `${first_name}` outside an expression.
 */
const FOREIGN = new RegExp(
  [
    String.raw`\*\|[\w:.]{1,99}\|\*`,
    String.raw`%%[A-Za-z_][\w.]{0,99}%%`,
    String.raw`(?<![\w%{])%(?:${CAPITALS}|[a-z]\w{0,40}(?:\.\w{1,40}){1,4})%(?![\w%}])`,
    String.raw`(?<![\w{$#%])\{${CAPITALS}\}(?!\})`,
    String.raw`(?<![\w[])\[(?:user|event|contact|customer|recipient|subscriber)\.\w[\w.]{0,60}\](?![\](])`,
    String.raw`<%[=-]?\s{0,9}[A-Za-z_][\w.]{0,99}\s{0,9}-?%>`,
    String.raw`(?<!\{\{[^{}]{0,60})\$\{[A-Za-z_][\w.]{0,99}\}`,
  ].join('|'),
  'g',
);

const NAMES = '(?:first|last|full|user|customer|company|product)';

/** Placeholders for people, who were to replace them: `[first name]`, `<first name>`, `@first_name`, `[insert date]`. */
const TO_REPLACE = new RegExp(
  [
    String.raw`(?<![[\w])\[(?:name|[FL]NAME|(?:todo|tbd|tba|fixme)\b[^\]\n]{0,60}|%?${NAMES}[ _-]?name%?|(?:insert|your) [\w ]{1,60})\](?![\](])`,
    String.raw`<${NAMES}[ _-]?name>|(?<![\w{$#%])\{${NAMES}[ _-]?name\}(?!\})`,
    String.raw`(?<![\w%{[])%${NAMES}[_-]?name%(?![\w%}\]])|(?<![\w#])(#{1,2})${NAMES}[_-]?name\1(?![\w#])`,
    String.raw`(?<![\w@.])@(?:first|last)_?name\b(?![.@-]\w)`,
  ].join('|'),
  'gi',
);

/** Links of other programs with which a user leaves a list: `{unsubscribe}`, `%unsubscribe_url%`, `href="[unsubscribe]"`. */
const LEAVING =
  /(?<![{$#%])\{\$?unsub\w{0,30}\}(?!\})|(?<![%\w])%unsub\w{0,30}%(?!%)|(?<![\w@])@unsub\w{0,30}@(?!\w)|(?<=href=["']?)\[unsub\w{0,30}\]/gi;

const LATER = /^\[(?:todo|tbd|tba|fixme)\b/i;
/** A text that was to be written later. In Spanish, "todo" is a word. */
const UNWRITTEN = /^\s*(?:todo|tbd|tba|fixme)\s*(?::[\s\S]*|[.…!]*)$/i;
/** The same in a part of an HTML body. */
const UNWRITTEN_PART = />\s{0,99}((?:TODO|TBD|TBA|FIXME):\s{1,9}[a-z][^<]{0,99})/;
/** What designers write until there is a text. */
const FILLER = /\blorem ipsum\b/i;

/** A text that was copied from another program, whose placeholders the service doesn't know. */
export const placeholdersAreOurs: Rule = ({ body }) =>
  contentTexts(body).flatMap(({ path, text }) =>
    [...foreignIn(text), ...sentText(text).matchAll(TO_REPLACE)]
      .slice(0, FINDINGS_AT_MOST)
      .map(({ 0: found, index }): Problem => {
        const part = withCode(found, text, index);
        const message = `${clip(part)} would be sent literally`;
        const hint = isLeaving(part)
          ? 'write {{ user.unsubscribe_url }}'
          : `write ${expressionFor(part) ?? (LATER.test(part) ? 'the text that users should read' : 'an expression, such as {{ user.first_name }}')}`;
        return inText({ path, text }, { part, index }, ['W_PLACEHOLDER', message, hint]);
      }),
  );

/** The usual attribute that a placeholder stands for, or one of the user or the event that it names. */
function expressionFor(part: string): string | undefined {
  const [path = ''] = /[A-Za-z_][\w.]*(?:[ -]\w+)*/.exec(part) ?? [];
  const name = path.slice(path.lastIndexOf('.') + 1);
  const meant = attributeLike(SHORT[name.toUpperCase()] ?? name);
  if (meant !== undefined) return `{{ user.${meant} }}`;
  return /^(?:user|event)\./.test(path) ? `{{ ${clip(path)} }}` : undefined;
}

const SHORT: Readonly<Record<string, string | undefined>> = { FNAME: 'first_name', LNAME: 'last_name' };

/** The links of other programs with which a user was to leave a list, which aren't links here. */
export function foreignUnsubscribeLinks(text: string): RegExpExecArray[] {
  return foreignIn(text).filter(([part]) => isLeaving(part));
}

function foreignIn(text: string): RegExpExecArray[] {
  const sent = sentText(text);
  return [...sent.matchAll(FOREIGN), ...sent.matchAll(LEAVING)];
}

function isLeaving(part: string): boolean {
  return /unsub/i.test(part);
}

/** A text that nobody has written yet. A draft may have one, if it isn't a filler that is easily overlooked. */
export const textsAreWritten: Rule = ({ body, status, isPublished }) =>
  contentTexts(body).flatMap(({ path, text }): Problem[] => {
    const isSent = status === 'ACTIVE' || (status === undefined && isPublished);
    const sent = sentText(text);
    const found =
      FILLER.exec(sent) ?? (isSent ? unwrittenIn(sent, path.at(-1) === 'html_content') : undefined);
    if (!found) return [];
    const written = (found[1] ?? found[0]).trim();
    const at = sent.indexOf(written);
    const part = withCode(written, text, at);
    const [word = ''] = /^\w+(?: ipsum)?/i.exec(part) ?? [];
    const message = `${clip(part)} would be sent literally`;
    const place = { part: word, index: at };
    return [
      inText({ path, text }, place, ['W_PLACEHOLDER', message, 'write the text that users should read']),
    ];
  });

function unwrittenIn(text: string, isHtml: boolean): RegExpExecArray | null {
  if (!isHtml) return UNWRITTEN.exec(text);
  return UNWRITTEN.exec(text.replace(/<[^<>]*>/g, ' ')) ?? UNWRITTEN_PART.exec(text);
}
