import { clip } from '../../model/show.ts';
import { onValue, type Problem } from '../problem.ts';
import { contentTexts } from './content-texts.ts';
import { countBefore } from './expression-rules.ts';
import { FINDINGS_AT_MOST, type Rule } from './rule.ts';

/** Placeholders of other programs: `*|FNAME|*`, `%%first_name%%`, `${first_name}`. */
const FOREIGN = /\*\|[\w:.]{1,99}\|\*|%%[A-Za-z_][\w.]{0,99}%%|\$\{[A-Za-z_][\w.]{0,99}\}/g;

/** A text that was copied from another program, whose placeholders the service doesn't know. */
export const placeholdersAreOurs: Rule = ({ body }) =>
  contentTexts(body).flatMap(({ path, text }) =>
    [...text.matchAll(FOREIGN)].slice(0, FINDINGS_AT_MOST).map(({ 0: part, index }): Problem => {
      const message = `${clip(part)} would be sent literally`;
      const hint = 'write an expression, such as {{ user.first_name }}';
      return {
        ...onValue(path, 'W_PLACEHOLDER', message, hint),
        section: null,
        part: { text: part, nth: countBefore(text, part, index) },
      };
    }),
  );
