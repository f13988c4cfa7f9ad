import type { Rule } from '../check.ts';
import { conflictMarker } from '../merge-conflict.ts';
import { countBefore } from './in-text.ts';
import { textsInBody } from './rule.ts';

/** A text with both sides of a merge conflict is never sent. */
export const conflictsAreResolved: Rule = {
  code: 'MERGE_CONFLICT',
  check: ({ body }) =>
    textsInBody(body).flatMap(({ path, text }) => {
      const found = conflictMarker(text);
      if (!found) return [];
      const { marker, at } = found;
      return [{ path, params: {}, part: { text: marker, nth: countBefore(text, marker, at) } }];
    }),
};
