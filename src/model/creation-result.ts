import { missingLeaves } from './canonical.ts';
import { componentNames, type Components, type Live } from './campaign.ts';
import { leafMap } from './component-leaves.ts';
import { heldBy, type Held } from './held.ts';
import { byCodeUnit } from './json.ts';
import { isPlainSpelling } from './spelling.ts';
import type { Intent } from './state.ts';

export type CreateIntent = Extract<Intent, { kind: 'create' }>;

/** Whether a campaign that did not exist before a creation shows what it sent, so that it can be its result. */
export function isResultOf({ components, sameNameCandidates = [] }: CreateIntent, live: Live): boolean {
  return !sameNameCandidates.includes(live.id) && showsPlainly(live.components, components);
}

/** Whether live shows all of it, even with HTML entities or other whitespace or accents (open point W32). */
function showsPlainly(live: Components, wanted: Components): boolean {
  return componentNames(wanted).every((name) => {
    const [said, shown] = [leafMap(name, wanted[name]), leafMap(name, live[name])];
    return missingLeaves(name, wanted[name] ?? {}, live[name]).every((path) =>
      isPlainSpelling(said.get(path), shown.get(path)),
    );
  });
}

/** An earlier creation without an answer, and the campaigns that could be its result. */
export function creationUnclear(
  { run, key }: Intent,
  found: readonly Live[],
  why: 'alike' | 'similar' | 'taken' | 'edited',
): Held {
  const candidates = found.map(({ id, status }) => ({ id, status })).sort((a, b) => byCodeUnit(a.id, b.id));
  const cause = { code: 'creation-unclear', run, key, found: candidates } as const;
  return heldBy(why === 'alike' ? 'ambiguous' : 'in-flight', cause);
}
