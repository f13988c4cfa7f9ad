import { canonicalPart } from '../model/canonical.ts';
import type { ComponentName } from '../model/campaign.ts';
import { leafMap } from '../model/component-leaves.ts';
import { isList, sameJson } from '../model/json.ts';
import { mergeValues, type FourSides } from '../model/merge.ts';
import type { FourValues } from './server-defaults.ts';

/**
 * Compares a component that both the file and live changed, leaf by leaf. `agreed`: each changed leaf has the same
 * value in both, as after a pull. `merged`: the file contains all live changes plus edits of its own, also in one list.
 * `apart`: live has a change that the file doesn't have, so sending the file would undo it.
 */
export function movedLeaves(name: ComponentName, four: FourValues): 'agreed' | 'merged' | 'apart' {
  const said = [four.applied, four.desired];
  const [desired, applied, observed, live] = [four.desired, four.applied, four.observed, four.live].map(
    (one) => leafMap(name, one, said),
  );
  const places = new Set([desired, applied, observed, live].flatMap((one) => [...(one?.keys() ?? [])]));
  let hasEdits = false;
  for (const place of places) {
    const [file, sent, seen, now] = [desired, applied, observed, live].map((one) => one?.get(place));
    if (sameJson(file, now)) continue;
    // What we last sent isn't a manual edit, however late live shows it (open point W31).
    const isMoved = !sameJson(now, seen) && !sameJson(now, sent);
    if (isMoved && !hasAll({ file, applied: sent, observed: seen, live: now }, place)) return 'apart';
    hasEdits ||= isMoved || !sameJson(file, sent);
  }
  return hasEdits ? 'merged' : 'agreed';
}

/** Whether a list in the file has all changes of the service, so that merging them would not change it. */
function hasAll(four: FourSides, place: string): boolean {
  const { file, live } = four;
  if (!isList(file) || !isList(live)) return false;
  const field = place.slice(place.lastIndexOf('/') + 1);
  const merged = mergeValues(four, { field, zone: undefined, side: 'live' });
  return sameJson(merged === undefined ? undefined : canonicalPart(merged, { field, zone: undefined }), file);
}
