import type { Rule } from '../check.ts';
import { CONTENT_RULES } from '../content/rules.ts';
import { conflictsAreResolved } from './conflict-rules.ts';
import { subjectIsOneLine } from './content-rules.ts';
import { keyHasNoExtension, nameIsSafe } from './name-rules.ts';

/** All checks of a body, in the order in which one mistake should be reported by the first that finds it. */
export const STAGES: readonly (readonly Rule[])[] = [
  [nameIsSafe, keyHasNoExtension],
  [conflictsAreResolved, subjectIsOneLine],
  CONTENT_RULES,
];
