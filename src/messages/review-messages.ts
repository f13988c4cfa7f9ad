import { isComponentName, type ComponentName } from '../model/campaign.ts';
import type { Decision, NoPlan, NotReviewed, UnapprovedSteps, UnreadReview } from '../model/decision.ts';
import type { StepName } from '../model/step-name.ts';
import { alternatives, code, joined, say, type Phrase } from './phrase.ts';

/** Why a change is skipped that no review approves. */
export function describeNotReviewed(why: NotReviewed): Phrase {
  switch (why.kind) {
    case 'no-review-key':
      return say`No plan counts without the input ${code('review-key')}, which is missing.`;
    case 'drift':
      return say`It was changed in the service, and no merged plan puts that back.`;
    case 'not-in-plan-file':
      return say`It would be changed too, but the reviewed plan doesn't have it.`;
    case 'not-approved':
      return describeUnapproved(why);
  }
}

const UNREAD: Readonly<Record<NoPlan, (pull: string) => string>> = {
  'no-comment': (pull) => `${pull} was merged before its plan was written.`,
  'no-marker': (pull) => `The plan comment of ${pull} could not be approved: it says why.`,
  'not-signed': (pull) => `The plan comment of ${pull} was edited, or signed with another review key.`,
  'other-repository': (pull) => `The plan comment of ${pull} was signed for another repository.`,
  'other-folder': (pull) => `The plan comment of ${pull} was signed for another campaign folder.`,
  'other-workspace': (pull) => `The plan comment of ${pull} was signed for another workspace.`,
  'other-base': (pull) => `The plan comment of ${pull} was signed for another base branch.`,
  'other-pull': (pull) => `The plan comment of ${pull} was signed for another pull request.`,
  'other-head': (pull) => `The plan comment of ${pull} is not for its last commit.`,
  edited: (pull) => `The text of the plan comment of ${pull} was edited.`,
  'part-missing': (pull) => `A part of the plan of ${pull} is missing: a comment was deleted or edited.`,
};

function unreadWords({ pull, why }: UnreadReview): string {
  return UNREAD[why](`#${pull}`);
}

/** Why a change is skipped: either no merged plan shows it, or the one that did is out of date. */
function describeUnapproved({ steps, unread }: UnapprovedSteps): Phrase {
  const dated = steps.flatMap(({ name, decision }) =>
    decision.kind === 'out-of-date' ? [{ name, ...decision }] : [],
  );
  const unplanned = steps.filter(({ decision }) => decision.kind === 'no-plan').map(({ name }) => name);
  const sentences = [
    ...(unplanned.length > 0 && unread.length > 0 ? unread.map((one) => say`${unreadWords(one)}`) : []),
    ...(unplanned.length > 0 && unread.length === 0
      ? [say`No merged plan shows ${alternatives(unplanned.map(stepPhrase))}.`]
      : []),
    ...dated.map(describeOutOfDate),
  ];
  return joined(say`${dated.length > 0 ? 'Out of date' : 'No plan'}:`, ...sentences);
}

function describeOutOfDate({
  name,
  pull,
  difference,
}: Extract<Decision, { kind: 'out-of-date' }> & { readonly name: StepName }): Phrase {
  const planned = say`#${pull} planned ${stepPhrase(name)}`;
  switch (difference) {
    case 'target':
      return say`${planned}, but with other content than the files have now.`;
    case 'base':
      return say`${planned}, but the campaign has changed in the service since.`;
    case 'done':
      return say`${planned}, which was applied and then changed back in the service.`;
    case 'closed':
      return say`${planned}, but the campaign has been in sync since then, so this is another change.`;
    case 'nothing-planned':
      return say`#${pull}, which was merged later, planned no change of this campaign. Now it would be ${stepPhrase(name)}.`;
    case 'blocked':
      return say`${planned}, but that is blocked now.`;
    case 'creation':
      return name === 'create'
        ? say`#${pull} planned an update, but now the campaign would be created.`
        : say`#${pull} planned a creation, but now it would be ${stepPhrase(name)}.`;
  }
}

const ACTIONS: Readonly<Record<Exclude<StepName, ComponentName>, string>> = {
  create: 'the creation',
  PUBLISH: 'the publishing',
  PAUSE: 'the pause',
  RESUME: 'the resumption',
  STOP: 'the stop',
};

function stepPhrase(name: StepName): Phrase {
  return isComponentName(name) ? say`the update of ${code(name)}` : say`${ACTIONS[name]}`;
}
