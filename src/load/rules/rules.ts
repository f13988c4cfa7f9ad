import type { Rule } from '../check.ts';
import { CONTENT_RULES } from '../content/checks.ts';
import { AUDIENCE_RULES } from './audience-rules.ts';
import { EFFECT_RULES } from './effect-rules.ts';
import { FIELD_RULES } from './field-rules.ts';
import { PUBLISH_RULES } from './publish-rules.ts';
import { SCHEDULE_RULES } from './schedule-rules.ts';
import { TEAM_RULES } from './team-rules.ts';
import { VARIATION_RULES } from './variation-rules.ts';

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
