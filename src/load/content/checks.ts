import type { RuleCode } from '../../model/findings.ts';
import type { JsonObject } from '../../model/json.ts';
import { NO_TEAM_RULES, type TeamRules } from '../../model/team-rules.ts';
import type { Rule } from '../check.ts';
import { damagedParts, openElements } from './broken-text.ts';
import { unsupportedMarkup } from './client-support.ts';
import { expressionFaults } from './expressions.ts';
import { missingFallbacks } from './fallbacks.ts';
import { imagesWithoutText } from './images.ts';
import { lengthFaults, sizeFaults } from './lengths.ts';
import { linkFaults, tapFaults } from './links.ts';
import { previewFaults } from './preview-text.ts';
import { inText, onceAText, textsOf, type ContentText, type FoundAt } from './texts.ts';
import { withoutWayOut } from './unsubscribe.ts';

// What users would see broken. It can be found in the texts alone; nothing is fetched.

interface Beside {
  readonly body: JsonObject;
  readonly rules: TeamRules;
}

type ContentCheck = {
  readonly [Code in RuleCode]: {
    readonly code: Code;
    readonly find: (text: ContentText, beside: Beside) => readonly FoundAt<Code>[];
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
  { code: 'LINK', find: tapFaults },
  { code: 'CLIENT_SUPPORT', find: unsupportedMarkup },
  { code: 'SIZE', find: sizeFaults },
];

/** Those that look at a text alone, and not at the fields beside it. */
const isAlone = ({ find }: ContentCheck) => find.length < 2;

export const CONTENT_RULES: readonly Rule[] = [
  ...CHECKS.map((one) => {
    const { code, find } = one;
    const alone = onceAText((text) => inText(text, find(text, { body: {}, rules: NO_TEAM_RULES })));
    const inBody = (about: Beside) => (text: ContentText) => inText(text, find(text, about));
    return {
      ...{ stage: 'content', code },
      check: ({ body, rules }) => textsOf(body).flatMap(isAlone(one) ? alone : inBody({ body, rules })),
    } as Rule;
  }),
  { stage: 'content', code: 'UNSUBSCRIBE', check: ({ body }) => withoutWayOut(body) },
  { stage: 'content', code: 'PREVIEW_TEXT', check: ({ body }) => previewFaults(body) },
];
