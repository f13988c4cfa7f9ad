import { clip } from '../../model/show.ts';
import type { Problem } from '../problem.ts';
import { ROOTS } from './expression-names.ts';
import { sentText } from './expression-scan.ts';
import { inText } from './in-text.ts';
import { FINDINGS_AT_MOST, textsIn, type Rule } from './rule.ts';

/** A root with a field in single braces: `{ user.first_name }`. Scripts have calls and assignments there. */
const ONE = String.raw`(?<![{%#$])\{\s{0,9}((?:${ROOTS.join('|')})(?:\.[\w-]{1,99}|\[[^\]{}\n]{1,99}\])[^{}\n();=]{0,99})\}(?!\})`;
/** The same in another pair of braces, as an editor may write it: `{ { user.first_name } }`. */
const SINGLE = new RegExp(String.raw`(?<![{%#$])\{\s{1,9}${ONE}\s{1,9}\}(?!\})|${ONE}`, 'g');

/** An expression with single braces, which the service sends as it is written. */
export const bracesAreDoubled: Rule = ({ body: { campaign_content: content = null } }) =>
  textsIn(content, ['campaign_content']).flatMap(({ path, text }) =>
    [...sentText(text).matchAll(SINGLE)]
      .slice(0, FINDINGS_AT_MOST)
      .map(({ 0: part, 1: spaced, 2: inside = spaced ?? '', index }): Problem => {
        const braces = spaced === undefined ? 'single braces' : 'spaces between its braces';
        const message = `${clip(part)} has ${braces}, so it is sent as it is written`;
        const hint = `write {{ ${clip(inside.trim())} }}`;
        return inText({ path, text }, { part, index }, ['W_EXPRESSION', message, hint]);
      }),
  );
