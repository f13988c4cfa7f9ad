import type { PlanNotice, PlanNoticeParams } from '../../model/action-reasons.ts';
import { code, joined, link, say, type Message, type Phrase } from '../phrase.ts';
import { messageFor, type Catalog } from './row.ts';

/**
 * What the readers of a plan should know besides the plan itself. What a row says has to be enough alone: a commit status
 * has room for no more.
 */
export const PLAN_NOTICES: Catalog<PlanNoticeParams> = {
  'target-unknown': {
    says: () =>
      say`The service was not queried, because it is unknown where ${code('workspaces.yaml')} sends the API key on the other branch, which could not be fetched.`,
    todo: () => say`Run the workflow again.`,
    example: {},
  },
  'other-target': {
    says: ({ workspace, ref }) =>
      say`This changes which API key of ${workspace} is sent where, compared with ${ref}. So the service was not queried, and merging this will apply nothing.`,
    todo: () => say`First merge the change to ${code('workspaces.yaml')} alone.`,
    example: { workspace: 'production', ref: 'main' },
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
    says: ({ pull }) =>
      say`#${pull} is merged or closed, or has a newer commit, so its plan comment was not changed.`,
    todo: () => say`There is nothing left to do here.`,
    example: { pull: 12 },
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
