import { clip } from '../../model/show.ts';
import { onValue, type Problem } from '../problem.ts';
import { ROOTS } from './expression-names.ts';
import { countBefore } from './expression-rules.ts';
import { sentText } from './expression-scan.ts';
import { FINDINGS_AT_MOST, textsIn, type Rule } from './rule.ts';

/** A root with a field in single braces: `{ user.first_name }`. Scripts have calls and assignments there. */
const SINGLE = new RegExp(
  String.raw`(?<![{%#$])\{\s{0,9}((?:${ROOTS.join('|')})(?:\.[\w-]{1,99}|\[[^\]{}\n]{1,99}\])[^{}\n();=]{0,99})\}(?!\})`,
  'g',
);

/** An expression with single braces, which the service sends as it is written. */
export const bracesAreDoubled: Rule = ({ body: { campaign_content: content = null } }) =>
  textsIn(content, ['campaign_content']).flatMap(({ path, text }) =>
    [...sentText(text).matchAll(SINGLE)]
      .slice(0, FINDINGS_AT_MOST)
      .map(({ 0: part, 1: inside = '', index }): Problem => {
        const message = `${clip(part)} has single braces, so it is sent as it is written`;
        return {
          ...onValue(path, 'W_EXPRESSION', message, `write {{ ${clip(inside.trim())} }}`),
          section: null,
          part: { text: part, nth: countBefore(text, part, index) },
        };
      }),
  );
