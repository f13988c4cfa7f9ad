import type { CampaignKey, Desired } from '../model/campaign.ts';
import { byCodeUnit } from '../model/json.ts';
import type { Moves } from '../model/moved.ts';
import type { Binding } from '../model/state.ts';
import { sameContent, sameIdentity } from './same-name.ts';

export interface MoveInputs {
  /** Files without a binding. */
  readonly newcomers: readonly Desired[];
  /** Bindings whose file is gone. */
  readonly orphans: readonly Binding[];
  /** Bindings that have a file. After a chain of renames, a new file may be that of one of them. */
  readonly others: readonly Binding[];
  /** Renames according to git: the current file, and the key that its file had before. */
  readonly renames: ReadonlyMap<string, CampaignKey>;
}

/**
 * Matches new files with campaigns whose file is gone. A match is certain only if it is unique on both sides: one file
 * alone says what was applied, or git knows the rename and the channel and type are the same. A wrong match would let a
 * file edit another campaign, so a person decides everything else.
 */
export function pairMoved({ newcomers, orphans, others, renames }: MoveInputs): Omit<Moves, 'swapped'> {
  const rivalOf = (one: Desired) =>
    others.find((other) => sameContent(one, other) || sameIdentity(one, other));
  const candidates = new Map(newcomers.map((one) => [one, candidatesOf(one, orphans, renames)]));
  const certain = newcomers.flatMap((one) => {
    const [found, ...more] = candidates.get(one) ?? [];
    if (!found || more.length > 0 || found.because === 'likeness' || rivalOf(one)) return [];
    const rivals = newcomers.filter((other) =>
      candidates.get(other)?.some(({ orphan }) => orphan === found.orphan),
    );
    const isOnly = rivals.every((rival) => rival === one || isWeaker(candidates.get(rival), found.because));
    const { key: from, campaignId } = found.orphan;
    return isOnly ? [{ from, to: one.key, file: one.file, campaignId, because: found.because }] : [];
  });
  const settled = new Set(certain.flatMap(({ from, to }) => [from, to]));
  const doubtful = newcomers.flatMap((one) => {
    const orphaned = (candidates.get(one) ?? []).map(({ orphan }) => orphan.key);
    const rival = rivalOf(one)?.key;
    const from = [...orphaned, ...(rival === undefined ? [] : [rival])].filter((key) => !settled.has(key));
    return settled.has(one.key) || from.length === 0
      ? []
      : [{ to: one.key, file: one.file, from: from.sort(byCodeUnit) }];
  });
  return { certain, doubtful };
}

interface Candidate {
  readonly orphan: Binding;
  readonly because: 'same-content' | 'git-rename' | 'likeness';
}

/**
 * The strongest evidence decides: if one campaign has the same content, others with only the same name don't count.
 */
function candidatesOf(
  one: Desired,
  orphans: readonly Binding[],
  renames: MoveInputs['renames'],
): readonly Candidate[] {
  const by = (because: Candidate['because'], isIt: (orphan: Binding) => boolean): Candidate[] =>
    orphans.filter(isIt).map((orphan) => ({ orphan, because }));
  const same = by('same-content', (orphan) => sameContent(one, orphan));
  const former = renames.get(one.file);
  const renamed = by(
    'git-rename',
    (orphan) =>
      orphan.key === former && orphan.channel === one.channel && orphan.deliveryType === one.deliveryType,
  );
  const sameAndRenamed = same.filter(({ orphan }) => orphan.key === former);
  // Of equal files that are gone, git names one by chance, unless it knows where each of them is now.
  const renamedFrom = new Set(renames.values());
  const areKnown = same.every(({ orphan }) => renamedFrom.has(orphan.key));
  if (sameAndRenamed.length > 0 && areKnown) return sameAndRenamed;
  if (same.length > 0) return same;
  if (renamed.length > 0) return renamed;
  return by('likeness', (orphan) => sameIdentity(one, orphan));
}

/** A rival that only shares the name doesn't cast doubt on equal content or on a rename. */
function isWeaker(rival: readonly Candidate[] | undefined, because: Candidate['because']): boolean {
  return because !== 'likeness' && (rival ?? []).every((one) => one.because === 'likeness');
}
