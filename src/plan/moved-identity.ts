import type { Desired } from '../model/campaign.ts';
import { heldBy, type Held } from '../model/held.ts';
import type { Binding } from '../model/state.ts';
import { sameContent, sameIdentity } from './compare.ts';
import type { CampaignContext } from './context.ts';
import { placeOfKey } from './reasons.ts';

// A file's path is its key unless it sets another one. So files that are renamed in a chain, or that swap names, would
// rewrite one live campaign into another and create a third, and reviewers would not notice which campaign now sends what.
// There are two signs of this: a managed file no longer has the name, channel and type of its last apply and another
// file has them now, or it has those of another campaign.

type Files = Pick<CampaignContext, 'orphans' | 'vacated' | 'newcomers' | 'boundFiles' | 'allowed'>;

/** Why a managed file may describe another campaign; undefined if nothing indicates that. */
export function movedIdentity(
  desired: Desired,
  binding: Binding,
  { orphans, vacated, newcomers, boundFiles, allowed }: Files,
): Held | undefined {
  if (allowed.has('same-name') || sameIdentity(desired, binding)) return undefined;
  const theirs = [...orphans, ...vacated].find((one) => one !== binding && sameIdentity(desired, one));
  if (theirs) return isOf(desired, theirs);
  // If two campaigns have always shared a name, the other one hasn't taken it.
  const changed = boundFiles.filter(({ key }) => vacated.some((one) => one.key === key));
  const taker = [...newcomers, ...changed].find(
    (one) => one.key !== desired.key && sameIdentity(one, binding),
  );
  if (!taker) return undefined;
  const cause = { code: 'identity-taken', key: desired.key, by: taker.file, ...placeOfKey(taker) } as const;
  return heldBy('renamed', cause, { consent: 'same-name' });
}

/** What holds a file without a binding whose identity moved: it may describe a campaign whose own file now says something else. */
export function newcomerOf(desired: Desired, { vacated, allowed }: Files): Held | undefined {
  const former = vacated.find((one) => sameContent(desired, one) || sameIdentity(desired, one));
  return former && !allowed.has('same-name') ? isOf(desired, former) : undefined;
}

function isOf(desired: Desired, { key: other }: Binding): Held {
  const cause = { code: 'identity-moved', other, file: desired.file, ...placeOfKey(desired) } as const;
  return heldBy('renamed', cause, { consent: 'same-name' });
}
