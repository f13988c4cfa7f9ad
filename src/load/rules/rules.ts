import type { Rule } from '../check.ts';
import { damagedParts, openElements } from '../content/broken-text.ts';
import { unsupportedMarkup } from '../content/client-support.ts';
import { expressionFaults } from '../content/expressions.ts';
import { missingFallbacks } from '../content/fallbacks.ts';
import { lengthFaults, sizeFaults } from '../content/lengths.ts';
import { imagesWithoutText, linkFaults, opensIt, tapFaults } from '../content/links.ts';
import { previewFaults } from '../content/preview-text.ts';
import { isPromotional } from '../content/texts.ts';
import { withoutWayOut } from '../content/unsubscribe.ts';
import { AUDIENCE_RULES } from './audience-rules.ts';
import { EFFECT_RULES } from './effect-rules.ts';
import { FIELD_RULES } from './field-rules.ts';
import { PUBLISH_RULES } from './publish-rules.ts';
import { SCHEDULE_RULES } from './schedule-rules.ts';
import { TEAM_RULES } from './team-rules.ts';
import { VARIATION_RULES } from './variation-rules.ts';

/** What users would see broken. It can be found in the texts alone; nothing is fetched. */
const CONTENT_RULES: readonly Rule[] = [
  { stage: 'content', code: 'EXPRESSION', find: expressionFaults },
  { stage: 'content', code: 'FALLBACK', find: missingFallbacks },
  { stage: 'content', code: 'TEXT', find: damagedParts },
  { stage: 'content', code: 'LENGTH', find: lengthFaults },
  { stage: 'content', code: 'HTML', find: openElements },
  { stage: 'content', code: 'ALT', find: imagesWithoutText },
  { stage: 'content', code: 'LINK', find: linkFaults },
  { stage: 'content', code: 'LINK', find: tapFaults, isFor: opensIt },
  { stage: 'content', code: 'CLIENT_SUPPORT', find: unsupportedMarkup },
  { stage: 'content', code: 'SIZE', find: sizeFaults },
  { stage: 'content', code: 'UNSUBSCRIBE', find: withoutWayOut, isFor: isPromotional },
  { stage: 'content', code: 'PREVIEW_TEXT', check: previewFaults },
];

/** All checks of a body that no schema can express. */
export const RULES: readonly Rule[] = [
  ...FIELD_RULES,
  ...AUDIENCE_RULES,
  ...VARIATION_RULES,
  ...SCHEDULE_RULES,
  ...PUBLISH_RULES,
  ...TEAM_RULES,
  ...EFFECT_RULES,
  ...CONTENT_RULES,
];
