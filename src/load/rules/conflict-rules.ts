import { conflictMarker, UNRESOLVED_CONFLICT } from '../merge-conflict.ts';
import { inText } from './in-text.ts';
import { textsInBody, type Rule } from './rule.ts';

/** A text with both sides of a merge conflict is never sent. */
export const conflictsAreResolved: Rule = ({ body }) =>
  textsInBody(body).flatMap(({ path, text }) => {
    const found = conflictMarker(text);
    if (!found) return [];
    return [inText({ path, text }, { part: found.marker, index: found.at }, UNRESOLVED_CONFLICT)];
  });
