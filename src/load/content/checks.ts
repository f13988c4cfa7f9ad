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

type ContentCheck = {
  readonly [Code in RuleCode]: {
    readonly code: Code;
    readonly find: (text: ContentText, rules: TeamRules) => readonly FoundAt<Code>[];
  };
}[RuleCode];

const CHECKS: readonly ContentCheck[] = [
  { code: 'EXPRESSION', find: expressionFaults },
  { code: 'FALLBACK', find: missingFallbacks },
  { code: 'TEXT', find: damagedParts },
  { code: 'LENGTH', find: lengthFaults },
  { code: 'HTML', find: openElements },
  { code: 'ALT', find: imagesWithoutText },
  { code: 'LINK', find: linkFaults },
];

const MORE_CHECKS: readonly ContentCheck[] = [
  { code: 'CLIENT_SUPPORT', find: unsupportedMarkup },
  { code: 'SIZE', find: sizeFaults },
];

export const CONTENT_RULES: readonly Rule[] = [
  ...CHECKS.map(ruleOf),
  { stage: 'content', code: 'LINK', find: tapFaults, isFor: opensIt },
  ...MORE_CHECKS.map(ruleOf),
  { stage: 'content', code: 'UNSUBSCRIBE', find: withoutWayOut, isFor: isPromotional },
  { stage: 'content', code: 'PREVIEW_TEXT', check: previewFaults },
];

function ruleOf({ code, find }: ContentCheck): Rule {
  // The type of a check pairs its code with its parameters.
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
