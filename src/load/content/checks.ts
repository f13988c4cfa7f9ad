import type { RuleCode } from '../../model/findings.ts';
import type { TeamRules } from '../../model/team-rules.ts';
import type { Found, Rule } from '../check.ts';
import { countBefore, FINDINGS_AT_MOST } from '../rules/placed.ts';
import { damagedParts, openElements } from './broken-text.ts';
import { unsupportedMarkup } from './client-support.ts';
import { expressionFaults } from './expressions.ts';
import { missingFallbacks } from './fallbacks.ts';
import { imagesWithoutText } from './images.ts';
import { lengthFaults, sizeFaults } from './lengths.ts';
import { linkFaults, opensIt, tapFaults } from './links.ts';
import { previewFaults } from './preview-text.ts';
import { isPromotional, type ContentText, type FoundAt } from './texts.ts';
import { withoutWayOut } from './unsubscribe.ts';

// What users would see broken. It can be found in the texts alone; nothing is fetched.

export const CONTENT_RULES: readonly Rule[] = [
  ruleOf('EXPRESSION', expressionFaults),
  ruleOf('FALLBACK', missingFallbacks),
  ruleOf('TEXT', damagedParts),
  ruleOf('LENGTH', lengthFaults),
  ruleOf('HTML', openElements),
  ruleOf('ALT', imagesWithoutText),
  ruleOf('LINK', linkFaults),
  { stage: 'content', code: 'LINK', find: tapFaults, isFor: opensIt },
  ruleOf('CLIENT_SUPPORT', unsupportedMarkup),
  ruleOf('SIZE', sizeFaults),
  { stage: 'content', code: 'UNSUBSCRIBE', find: withoutWayOut, isFor: isPromotional },
  { stage: 'content', code: 'PREVIEW_TEXT', check: previewFaults },
];

function ruleOf<Code extends RuleCode>(
  code: Code,
  find: (text: ContentText, rules: TeamRules) => readonly FoundAt<Code>[],
): Rule {
  // The types of the arguments pair the code with its parameters.
  return {
    ...{ stage: 'content', code },
    find: (text, rules) => inText(text, find(text, rules)),
  } as Rule;
}

/** The first findings in a text, as a rule gives them. */
function inText({ path, text }: ContentText, found: readonly FoundAt<RuleCode>[]): Found[] {
  if (found.length === 0) return [];
  return [...found]
    .sort((a, b) => a.part.at - b.part.at)
    .slice(0, FINDINGS_AT_MOST)
    .map(({ part, params }) => {
      if (part.text === text) return { path, params };
      return { path, params, part: { text: part.text, nth: countBefore(text, part.text, part.at) } };
    });
}
