import type { ActionRefusal } from '../../model/refusals/action-refusal.ts';
import { nearest } from '../../model/nearest.ts';
import { nameList } from '../../model/show.ts';
import { code, perMedium, say, type Phrase } from '../phrase.ts';
import { ended, type RefusalTable } from './refusal-table.ts';

export const ACTION_REFUSALS: RefusalTable<ActionRefusal> = {
  'no-runner-variable': ({ name }) => ({
    message: say`The variable ${name} isn't set, so this isn't a GitHub workflow.`,
    hint: perMedium(
      'Use the command line instead: campaigns plan, campaigns apply.',
      'Run this as a step of a workflow; elsewhere, use the command line.',
    ),
  }),
  'event-unreadable': ({ said }) => ({
    message: say`The GitHub event of this run can't be read: ${ended(said)}`,
    hint: say`Run the workflow again.`,
  }),
  'event-incomplete': ({ path }) => ({
    message: say`The GitHub event of this run has no ${path}.`,
    hint: EVENTS,
  }),
  'event-with-secrets-for-forks': () => ({
    message: say`This workflow runs on pull_request_target, which would expose the secrets of this repository to pull requests from forks.`,
    hint: say`Run it on pull_request instead.`,
  }),
  'unknown-event': ({ event }) => ({
    message: say`This workflow runs on the ${event} event, which doesn't say whether the checked-out commit comes from this repository or from a fork. So no secret was sent.`,
    hint: EVENTS,
  }),
  'on-a-tag': () => ({
    message: say`This workflow runs on a tag, but reviewed changes are merged into a branch. So nothing was applied.`,
    hint: say`Run apply on push to the branch that pull requests are merged into.`,
  }),
  'not-merged': ({ pull }) => ({
    message: say`#${pull} isn't merged, so there is nothing to apply.`,
    hint: say`Run apply on push to the base branch. On pull_request, use ${code('command: plan')}.`,
  }),
  'merge-queue': () => ({
    message: say`The merge queue hasn't merged this pull request yet, so there is nothing to apply.`,
    hint: say`Run apply on push to the base branch. On merge_group, use ${code('command: plan')}.`,
  }),
  'unknown-repository': () => ({
    message: say`The input github-token is empty, so GitHub can't be asked which repository this is.`,
    hint: say`Remove the input to use the job's own token, or set it to another token.`,
  }),
  'missing-input': ({ input, values }) => ({
    message: say`The input ${input} is missing.`,
    hint: say`Set it to one of: ${nameList(values)}.`,
  }),
  'bad-input': ({ input, value, values }) => ({
    message: say`The input ${input} is "${value}".`,
    hint: oneOf(value, values),
  }),
  'bad-duration': ({ input, value }) => ({
    message: say`The input ${input} is "${value}".`,
    hint: say`Write a duration such as 90s, 10m or 2h.`,
  }),
  'long-comment-note': ({ length, atMost }) => ({
    message: say`The input comment-note has ${length} characters; at most ${atMost} fit into a plan comment.`,
    hint: say`Shorten it, for example by linking to a page.`,
  }),
  'short-review-key': ({ atLeast }) => ({
    message: say`The input review-key has fewer than ${atLeast} characters.`,
    hint: say`Set the secret to at least ${atLeast} random characters, for example from a password manager, and use it for both plan and apply.`,
  }),
};

const EVENTS = say`Run plan on pull_request, apply on push, and drift on schedule; each also runs on workflow_dispatch and repository_dispatch.`;

function oneOf(value: string, values: readonly string[]): Phrase {
  const near = nearest(value, values);
  return near === undefined ? say`Set it to one of: ${nameList(values)}.` : say`Did you mean ${near}?`;
}
