import { conflictMarker, UNRESOLVED_CONFLICT } from '../merge-conflict.ts';
import { onValue } from '../problem.ts';
import { countBefore } from './expression-rules.ts';
import { textsInBody, type Rule } from './rule.ts';

/** A text with both sides of a merge conflict is never sent. */
export const conflictsAreResolved: Rule = ({ body }) =>
  textsInBody(body).flatMap(({ path, text }) => {
    const found = conflictMarker(text);
    if (!found) return [];
    const part = { text: found.marker, nth: countBefore(text, found.marker, found.at) };
    return [{ ...onValue(path, ...UNRESOLVED_CONFLICT), section: null, part }];
  });
