import type { Desired } from '../model/campaign.ts';
import { heldBy, type Held } from '../model/held.ts';
import type { Binding } from '../model/state.ts';
import type { CampaignContext } from './context.ts';
import { renamed } from './reasons.ts';
import { sameButForName, sameContent, sameIdentity } from './same-name.ts';

// A file's path is its key unless it sets another one. So a file that was moved seems to be a new campaign, which would send
// to the same people a second time. Files that are renamed in a chain, or that swap names, would rewrite one live campaign
// into another and create a third, and reviewers would not notice which campaign now sends what. The signs of all this: a
// file has the content, or the name, channel and type, that another key had at its last apply.

type Files = Pick<CampaignContext, 'orphans' | 'vacated' | 'newcomers' | 'boundFiles' | 'allowed'>;

/** Why a new file may be that of another campaign. */
export function movedFrom(desired: Desired, { orphans, vacated, allowed }: Files): Held | undefined {
  const equal = orphans.find((orphan) => sameContent(desired, orphan));
  if (equal) return renamed(desired, equal, { isAllowable: false });
  if (allowed.has('same-name')) return undefined;
  const named = orphans.find((orphan) => sameIdentity(desired, orphan));
  if (named) return renamed(desired, named, { isAllowable: true });
  // It may describe a campaign whose own file now says something else.
  const former = vacated.find((one) => sameContent(desired, one) || sameIdentity(desired, one));
  if (former) return isOf(desired, former);
  const alike = orphans.find((orphan) => sameButForName(desired, orphan));
  return alike && renamed(desired, alike, { isAllowable: true });
}

/** Whether a new file is blocked because it may be that of a campaign whose file is gone, which then has a file again soon. */
export function isFileOf(one: Desired, orphan: Binding, files: Files): boolean {
  const cause = movedFrom(one, files)?.cause;
  return cause?.code === 'renamed' && cause.orphan === orphan.key;
}

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
  const cause = { code: 'identity-moved', key: desired.key, file: taker.file } as const;
  return heldBy('renamed', cause, { consent: 'same-name' });
}

function isOf(desired: Desired, { key }: Binding): Held {
  const cause = { code: 'identity-moved', key, file: desired.file } as const;
  return heldBy('renamed', cause, { consent: 'same-name' });
}
