import { clip } from '../../model/show.ts';
import { onValue, type Problem } from '../problem.ts';
import { contentTexts } from './content-texts.ts';
import { countBefore } from './expression-rules.ts';
import { FINDINGS_AT_MOST, type Rule } from './rule.ts';

/** Placeholders of other programs: `*|FNAME|*`, `%%first_name%%`, `${first_name}` outside an expression. */
const FOREIGN =
  /\*\|[\w:.]{1,99}\|\*|%%[A-Za-z_][\w.]{0,99}%%|(?<!\{\{[^{}]{0,60})\$\{[A-Za-z_][\w.]{0,99}\}/g;

/** Placeholders for people, who were to replace them: `[first name]`, `[insert date]`. */
const TO_REPLACE =
  /(?<![[\w])\[(?:name|(?:first|last|full|user|customer|company|product)[ _-]?name|(?:insert|your) [\w ]{1,60})\](?![\](])/gi;

/** Links of other programs with which a user leaves a list: `{unsubscribe}`, `%unsubscribe_url%`, `href="[unsubscribe]"`. */
const LEAVING =
  /(?<![{$#%])\{\$?unsub\w{0,30}\}(?!\})|(?<![%\w])%unsub\w{0,30}%(?!%)|(?<![\w@])@unsub\w{0,30}@(?!\w)|(?<=href=["']?)\[unsub\w{0,30}\]/gi;

/** A text that was to be written later. */
const UNWRITTEN = /^\s*(?:todo|tbd|tba|fixme)\s*(?::[\s\S]*|[.…!]*)$|\blorem ipsum\b/i;

/** A text that was copied from another program, whose placeholders the service doesn't know. */
export const placeholdersAreOurs: Rule = ({ body }) =>
  contentTexts(body).flatMap(({ path, text }) =>
    [...text.matchAll(FOREIGN), ...text.matchAll(LEAVING), ...text.matchAll(TO_REPLACE)]
      .slice(0, FINDINGS_AT_MOST)
      .map(({ 0: part, index }): Problem => {
        const message = `${clip(part)} would be sent literally`;
        const hint = isLeaving(part)
          ? 'write {{ user.unsubscribe_url }}'
          : 'write an expression, such as {{ user.first_name }}';
        return {
          ...onValue(path, 'W_PLACEHOLDER', message, hint),
          section: null,
          part: { text: part, nth: countBefore(text, part, index) },
        };
      }),
  );

/** The links of other programs with which a user was to leave a list, which aren't links here. */
export function foreignUnsubscribeLinks(text: string): RegExpExecArray[] {
  return [...text.matchAll(FOREIGN), ...text.matchAll(LEAVING)].filter(([part]) => isLeaving(part));
}

function isLeaving(part: string): boolean {
  return /unsub/i.test(part);
}

/** A text that nobody has written yet, in a campaign that is published. */
export const textsAreWritten: Rule = ({ body, status }) =>
  status !== 'ACTIVE'
    ? []
    : contentTexts(body)
        .filter(({ text }) => UNWRITTEN.test(text))
        .map(({ path, text }): Problem => {
          const [part] = UNWRITTEN.exec(text) ?? [''];
          const message = `${clip(part.trim())} would be sent literally`;
          return {
            ...onValue(path, 'W_PLACEHOLDER', message, 'write the text that users should read'),
            section: null,
          };
        });
