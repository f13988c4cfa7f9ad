import { findMarkers, readMarker, reviewKey, type MarkerContents } from '../../../src/github/marker.ts';
import { stickyTag } from '../../../src/github/sticky-comment.ts';
import type { Comment, Pull } from '../github/state.ts';
import type { ActionWorld } from './action-world.ts';

/** The one plan comment of a workspace on a pull request; none or several fail the test. */
export function planCommentOn(world: ActionWorld, { number }: Pull, workspace = 'local'): Comment {
  const tag = stickyTag({ purpose: 'plan', workspace });
  const [found, ...others] = world.github.comments(number).filter(({ body }) => body.startsWith(tag));
  if (!found || others.length > 0)
    throw new Error(`${others.length + (found ? 1 : 0)} comments begin ${tag}`);
  return found;
}

/** What the first marker of a comment promises; undefined where there is none. One that is not signed fails the test. */
export function promiseOf(
  { body }: Pick<Comment, 'body'>,
  { key = 'local', repository = 'northtrail/campaigns' } = {},
): MarkerContents | undefined {
  const [first] = findMarkers(body);
  if (first === undefined) return undefined;
  const answer = readMarker(first, reviewKey(key, repository));
  if (answer.kind === 'not-ours') throw new Error(`the marker is not signed: ${first}`);
  return answer.contents;
}

/** Messages of one level, one after the other. */
export function told(
  { annotations }: { readonly annotations: readonly { readonly level: string; readonly message: string }[] },
  level: 'error' | 'warning' | 'notice',
): string {
  return annotations
    .filter((one) => one.level === level)
    .map(({ message }) => message)
    .join('\n');
}
