import { signerFor } from '../../../src/action/sticky-comment.ts';
import { signedText, writeMarker, type MarkerContents } from '../../../src/review/marker.ts';
import { ACTIONS_BOT, type Pull } from '../github/state.ts';
import type { ActionWorld } from './action-world.ts';
import { planCommentOn, promiseOf, REVIEW_KEY } from './plan-comments.ts';
import type { CampaignFiles } from './remote-branches.ts';

// A run of the action takes seconds. If a test needs many pull requests, one of them is planned, and the others get
// plan comments that are signed here, with steps from that plan.

/** The contents of the marker in a pull request's plan comment. */
export function promisedBy(world: ActionWorld, pull: Pull): MarkerContents {
  const promise = promiseOf(planCommentOn(world, pull));
  if (!promise) throw new Error('the plan comment is not signed');
  return promise;
}

/** The part of a marker about these campaigns, as for another pull request. */
export function promiseFor(
  promise: MarkerContents,
  { number, pull }: Pull,
  keys: readonly string[],
): MarkerContents {
  const campaigns = new Map([...promise.campaigns].filter(([key]) => keys.includes(key)));
  return { ...promise, pull: number, head: pull.head.sha, plan: `of #${number}`, campaigns };
}

/** A plan comment as the action writes it, with a short text. */
export function signedComment(
  promise: MarkerContents,
  { key = REVIEW_KEY, text = 'A plan.\n' }: { readonly key?: string; readonly text?: string } = {},
): string {
  const signer = signerFor(key);
  const marker = writeMarker({ ...promise, text: signer.digest(signedText(text)) }, signer);
  return `<!-- campaigns-plan:${promise.workspace} ${promise.folder} -->\n${marker}\n${text}`;
}

/** Opens a pull request with these files and a plan comment with the steps that an earlier plan found for them. */
export function openSigned(world: ActionWorld, promise: MarkerContents, files: CampaignFiles): Pull {
  const keys = Object.keys(files).map((file) => file.replace(/\.yaml$/, ''));
  const pull = world.openPull(`signed-${world.github.state.issues.length + 1}`, { files });
  world.github.comment(pull.number, {
    author: ACTIONS_BOT,
    body: signedComment(promiseFor(promise, pull, keys)),
  });
  return pull;
}
