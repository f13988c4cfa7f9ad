import { commentParts, readMarker, type MarkerContents } from '../../../src/review/marker.ts';
import { signerFor, stickyTag } from '../../../src/action/sticky-comment.ts';
import type { Comment, Pull } from '../github/state.ts';
import type { ActionWorld } from './action-world.ts';

/** The default key with which tests sign plan comments. */
export const REVIEW_KEY = 'a review key of 32 characters or more';

/** The only plan comment of a workspace on a pull request. None or several fail the test. */
export function planCommentOn(
  world: ActionWorld,
  { number }: Pull,
  workspace = 'local',
  folder = 'campaigns',
): Comment {
  const [found, ...others] = planCommentsOn(world, { number }, workspace, folder);
  if (!found || others.length > 0)
    throw new Error(`#${number} has ${others.length + (found ? 1 : 0)} plan comments`);
  return found;
}

/** All plan comments of a workspace on a pull request, oldest first. */
export function planCommentsOn(
  world: ActionWorld,
  { number }: Pick<Pull, 'number'>,
  workspace = 'local',
  folder = 'campaigns',
): readonly Comment[] {
  const tag = stickyTag({ purpose: 'plan', workspace, folder }).replace(/ -->$/, '');
  return world.github.comments(number).filter(({ body }) => body.startsWith(tag));
}

/** The contents of a plan comment's marker; `undefined` without one. An unsigned marker fails the test. */
export function promiseOf({ body }: Pick<Comment, 'body'>, key = REVIEW_KEY): MarkerContents | undefined {
  const contents = readMarker(commentParts(body).marker, signerFor(key));
  if (contents === 'not-signed') throw new Error(`the marker is not signed: ${body.slice(0, 300)}`);
  return contents === 'no-marker' ? undefined : contents;
}

/** The steps in a marker, by campaign: `create`, `utm_params PAUSE`. */
export function stepsOf(promise: MarkerContents | undefined): Record<string, string> {
  return Object.fromEntries(
    [...(promise?.campaigns ?? [])].map(([key, steps]) => [key, steps.map(({ name }) => name).join(' ')]),
  );
}

/** Workflow messages of one level, in order. */
export function reported(
  { annotations }: { readonly annotations: readonly { readonly level: string; readonly message: string }[] },
  level: 'error' | 'warning' | 'notice',
): string {
  return annotations
    .filter((one) => one.level === level)
    .map(({ message }) => message)
    .join('\n');
}
