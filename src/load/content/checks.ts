import type { RuleCode } from '../../model/findings.ts';
import type { JsonObject } from '../../model/json.ts';
import type { TeamRules } from '../../model/team-rules.ts';
import type { Rule } from '../check.ts';
import { damagedParts, openElements } from './broken-text.ts';
import { unsupportedMarkup } from './client-support.ts';
import { expressionFaults } from './expressions.ts';
import { missingFallbacks } from './fallbacks.ts';
import { imagesWithoutText } from './images.ts';
import { lengthFaults, sizeFaults } from './lengths.ts';
import { linkFaults, tapFaults } from './links.ts';
import { previewFaults } from './preview-text.ts';
import { inText, textsOf, type ContentText, type FoundAt } from './texts.ts';
import { withoutWayOut } from './unsubscribe.ts';

// What users would see broken. It can be found in the texts alone; nothing is fetched.

type ContentCheck = {
  readonly [Code in RuleCode]: {
    readonly code: Code;
    readonly find: (
      text: ContentText,
      given: { readonly body: JsonObject; readonly rules: TeamRules },
    ) => readonly FoundAt<Code>[];
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

export const CONTENT_RULES: readonly Rule[] = [
  ...CHECKS.map(
    ({ code, find }) =>
      ({
        stage: 'content',
        code,
        check: ({ body, rules }) => textsOf(body).flatMap((one) => inText(one, find(one, { body, rules }))),
      }) as Rule,
  ),
  { stage: 'content', code: 'UNSUBSCRIBE', check: ({ body }) => withoutWayOut(body) },
  { stage: 'content', code: 'PREVIEW_TEXT', check: ({ body }) => previewFaults(body) },
];
