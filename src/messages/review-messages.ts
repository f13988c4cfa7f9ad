import { isComponentName, type ComponentName } from '../model/campaign.ts';
import type { Decision, NoPlan, NotReviewed, UnapprovedSteps, UnreadReview } from '../model/decision.ts';
import type { StepName } from '../model/step-name.ts';
import { stillSends } from './impossible-messages.ts';
import { alternatives, code, joined, say, type Phrase } from './phrase.ts';

/** Why a change that no review approves is skipped. */
export function describeNotReviewed(why: NotReviewed): Phrase {
  const todo = why.kind === 'not-in-plan-file' ? say`To apply the change, create a new plan file.` : say``;
  return joined(describeWhy(why), stillSends(why.sendsAs), todo);
}

function describeWhy(why: NotReviewed): Phrase {
  switch (why.kind) {
    case 'no-review-key':
      return say`The input ${code('review-key')} is missing, so no reviewed plan can be verified.`;
    case 'drift':
      return say`It was changed in the service, and no merged plan restores it.`;
    case 'not-in-plan-file':
      return say`This campaign would also be changed, but the plan file doesn't include it.`;
    case 'not-approved':
      return describeUnapproved(why);
  }
}

const UNREAD: Readonly<Record<NoPlan, (pull: string) => string>> = {
  'no-comment': (pull) => `${pull} was merged before its plan was posted.`,
  'no-marker': (pull) =>
    `The plan comment of ${pull} had nothing that a merge could apply. The comment says why.`,
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

/** Why a change is skipped: no merged plan shows it, or the plan that does is out of date. */
function describeUnapproved({ steps, unread }: UnapprovedSteps): Phrase {
  const dated = steps.flatMap(({ name, decision }) =>
    decision.kind === 'out-of-date' ? [{ name, ...decision }] : [],
  );
  const unplanned = steps.filter(({ decision }) => decision.kind === 'no-plan').map(({ name }) => name);
  const sentences = [
    ...(unplanned.length > 0 && unread.length > 0 ? unread.map((one) => say`${unreadWords(one)}`) : []),
    ...(unplanned.length > 0 && unread.length === 0
      ? [say`No merged plan showed ${alternatives(unplanned.map(stepNoun))}.`]
      : []),
    ...dated.map(describeOutOfDate),
  ];
  const title = dated.length > 0 ? say`Out of date:` : unread.length > 0 ? say`No plan:` : [];
  return joined(title, ...sentences);
}

function describeOutOfDate({
  name,
  pull,
  difference,
}: Extract<Decision, { kind: 'out-of-date' }> & { readonly name: StepName }): Phrase {
  const planned = say`#${pull} planned to ${stepPhrase(name)}`;
  switch (difference) {
    case 'target':
      return say`${planned}, but the files have changed since then.`;
    case 'base':
      return say`${planned}, but the campaign has changed in the service since then.`;
    case 'done':
      return say`${planned}. That was applied, and then undone in the service.`;
    case 'closed':
      return say`${planned}, but the campaign has been in sync since then, so this is a new change.`;
    case 'nothing-planned':
      return say`#${pull}, which was merged later, planned no change to this campaign. An apply would now ${stepPhrase(name)}.`;
    case 'blocked':
      return say`${planned}, but that is blocked now.`;
    case 'creation':
      return name === 'create'
        ? say`#${pull} planned to update the campaign, but an apply would now create it.`
        : say`#${pull} planned to create the campaign, but an apply would now ${stepPhrase(name)}.`;
  }
}

const ACTIONS: Readonly<Record<Exclude<StepName, ComponentName>, string>> = {
  create: 'create it',
  PUBLISH: 'publish it',
  PAUSE: 'pause it',
  RESUME: 'resume it',
  STOP: 'stop it',
};

const NOUNS: typeof ACTIONS = {
  create: 'its creation',
  PUBLISH: 'that it would be published',
  PAUSE: 'that it would be paused',
  RESUME: 'that it would be resumed',
  STOP: 'that it would be stopped',
};

function stepNoun(name: StepName): Phrase {
  return isComponentName(name) ? say`the update of ${code(name)}` : say`${NOUNS[name]}`;
}

function stepPhrase(name: StepName): Phrase {
  return isComponentName(name) ? say`update ${code(name)}` : say`${ACTIONS[name]}`;
}
