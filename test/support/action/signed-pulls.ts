import { findMarkers, readMarker, reviewKey, writeMarker } from '../../../src/github/marker.ts';
import type { MarkerContents } from '../../../src/github/marker.ts';
import { ACTIONS_BOT } from '../github/tokens.ts';
import type { Pull } from '../github/state.ts';
import type { ActionWorld } from './action-world.ts';
import type { CampaignFiles } from './remote-branches.ts';
import { planComment } from './reviewed.ts';

// A run of the action takes seconds. Where a test needs many pull requests, one of them is planned, and others get
// plan comments that are signed here, with ids from that plan.

/** The key that tests sign with unless told. */
export function usualKey(world: ActionWorld, secret = 'local') {
  return reviewKey(secret, world.github.site.repository);
}

/** What the plan comment of a pull request promises. */
export function promisedBy(world: ActionWorld, pull: Pull): MarkerContents {
  const [marker = ''] = findMarkers(planComment(world, pull).body);
  const answer = readMarker(marker, usualKey(world));
  if (answer.kind === 'not-ours') throw new Error('the plan comment is not signed as expected');
  return answer.contents;
}

/** The part of a plan's promise that is about these campaigns, as it would stand on another pull request. */
export function promiseFor(
  promise: MarkerContents,
  { number, pull }: Pull,
  keys: readonly string[],
): MarkerContents {
  const pick = <Value>(ids: Readonly<Record<string, Value>>) =>
    Object.fromEntries(Object.entries(ids).filter(([key]) => keys.includes(key)));
  return {
    ...{ ...promise, pull: number, head: pull.head.sha },
    ...{ changes: pick(promise.changes), brakes: pick(promise.brakes) },
  };
}

/** A plan comment as the action writes it, without the words for people. */
export function commentPlan(world: ActionWorld, pull: Pull, marker: string, author = ACTIONS_BOT): void {
  world.github.comment(pull.number, { author, body: `<!-- campaigns-plan:local -->\n${marker}` });
}

/** A pull request with these files, and a plan comment that promises what an earlier plan found for them. */
export function openSigned(world: ActionWorld, promise: MarkerContents, files: CampaignFiles): Pull {
  const keys = Object.keys(files).map((file) => file.replace(/\.yaml$/, ''));
  const pull = world.openPull(`signed-${world.github.state.issues.length + 1}`, { files });
  commentPlan(world, pull, writeMarker(promiseFor(promise, pull, keys), usualKey(world)));
  return pull;
}
