import type { PlanNotice, PlanNoticeParams } from '../../model/action-reasons.ts';
import { code, joined, link, say, type Message, type Phrase } from '../phrase.ts';
import { TARGET_FIELDS } from './steps.ts';
import { messageFor, type Catalog } from './row.ts';

/**
 * What the readers of a plan should know besides the plan itself. What a row says has to be enough alone: a commit status
 * has room for no more.
 */
export const PLAN_NOTICES: Catalog<PlanNoticeParams> = {
  'target-unknown': {
    says: ({ branch }) =>
      say`The service was not queried, because ${branch === undefined ? 'the default branch' : `the branch ${branch}`} could not be fetched.`,
    todo: () =>
      say`It is therefore unknown whether ${code('workspaces.yaml')} sends the API key to the same place as on that branch. Run the workflow again.`,
    example: { branch: 'main' },
  },
  'other-target': {
    says: ({ change, from, workspace, ref }) =>
      say`${from === undefined ? 'This pull request' : `The branch ${from}`} ${OTHER_TARGETS[change](workspace, ref)}, so ${from === undefined ? 'merging this will apply nothing' : 'the service was not queried'}.`,
    todo: () =>
      say`The target (${TARGET_FIELDS}) says which API key is sent, and where. No secret was sent. First merge the change to ${code('workspaces.yaml')} alone.`,
    example: { change: 'target', from: undefined, workspace: 'production', ref: 'main' },
  },
  'not-newest-commit': {
    says: () =>
      say`The checked-out commit isn't the newest one of this pull request, so merging this will apply nothing.`,
    todo: () =>
      say`Have the workflow check out the pull request itself, as ${code('actions/checkout')} does by default.`,
    example: {},
  },
  'no-key': {
    says: ({ settings }) =>
      say`${settings === null ? 'Pull requests from forks get no secrets' : say`The input ${code('api-key')} is empty`}, so the service was not queried and merging this will apply nothing.`,
    todo: ({ secret, settings }) =>
      settings === null
        ? say`To get a full plan, push the branch to this repository, or ask a maintainer to do so.`
        : say`Check the secret that the workflow passes to it, usually ${code(secret)}, in the ${link('secrets of the repository', settings)}.`,
    example: {
      secret: 'CAMPAIGNS_API_KEY',
      settings: 'https://github.com/acme/shop/settings/secrets/actions',
    },
  },
  'no-review-key': {
    says: () => say`The input ${code('review-key')} is missing, so merging this will apply nothing.`,
    todo: () => say`Set it to the same secret of at least 32 characters for plan and apply.`,
    example: {},
  },
  'no-comment': {
    says: ({ why }) =>
      say`${why === 'off' ? say`The input ${code('comment')} is ${code('never')}` : 'The plan comment could not be written'}, so merging this will apply nothing.`,
    todo: ({ why }) =>
      why === 'off'
        ? say`Remove the input from the workflow.`
        : say`Fix the cause that another warning names, then run the workflow again.`,
    example: { why: 'not-written' },
  },
  'no-common-history': {
    says: ({ ref }) =>
      say`The checked-out commit has no common history with ${ref}, so all campaigns were planned.`,
    todo: ({ ref }) => say`To plan only what changed, merge ${ref} into this branch.`,
    example: { ref: 'main' },
  },
  'comment-superseded': {
    says: ({ pull, why }) => say`#${pull} ${SUPERSEDED[why]}, so its plan comment was not changed.`,
    todo: () => say`There is nothing left to do here.`,
    example: { pull: 12, why: 'merged' },
  },
  'drift-elsewhere': {
    says: ({ workspace }) =>
      say`Live campaigns in ${workspace} changed in the service. Merging this changes only the campaigns of this plan.`,
    todo: ({ issue }) => say`For the others, see ${link('the drift issue', issue)}.`,
    example: { workspace: 'production', issue: 'https://github.com/acme/shop/issues/7' },
  },
};

export function describePlanNotice(notice: PlanNotice): Message {
  return messageFor(PLAN_NOTICES, notice.code, notice);
}

export function planNotice(notice: PlanNotice): Phrase {
  const { why, todo } = describePlanNotice(notice);
  return joined(why, todo);
}

const OTHER_TARGETS = {
  target: (workspace: string) => `changes the target of ${workspace}`,
  'new-workspace': (workspace: string, ref: string) =>
    `adds the workspace ${workspace}, which ${ref} does not have`,
  'default-workspace': (workspace: string) => `makes ${workspace} the default workspace`,
} as const;

const SUPERSEDED = {
  merged: 'is already merged',
  closed: 'is closed',
  'newer-commit': 'has a newer commit than the one planned here',
} as const;
