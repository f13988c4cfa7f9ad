import type { StepName } from '../../model/step-name.ts';
import type { Decision, NoPlan } from '../../model/review.ts';
import type { ComponentName } from '../../model/campaign.ts';

/** A merged pull request that touched a campaign and approves nothing of it. */
export interface UnreadReview {
  readonly pull: number;
  readonly why: NoPlan;
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

export function unreadWords({ pull, why }: UnreadReview): string {
  return UNREAD[why](`#${pull}`);
}

/** A change that is not approved: what, and for which of the two reasons. */
export interface UnapprovedWords {
  readonly steps: readonly { readonly name: StepName; readonly decision: Decision }[];
  /** Merged pull requests that touched the campaign without a plan that counts. */
  readonly unread: readonly UnreadReview[];
}

/** Why a change is skipped: either no merged plan shows it, or the one that did is out of date. */
export function unapprovedWords({ steps, unread }: UnapprovedWords): string {
  const dated = steps.flatMap(({ name, decision }) =>
    decision.kind === 'out-of-date' ? [{ name, ...decision }] : [],
  );
  const unplanned = steps.filter(({ decision }) => decision.kind === 'no-plan').map(({ name }) => name);
  const sentences = [
    ...(unplanned.length > 0 && unread.length > 0 ? unread.map(unreadWords) : []),
    ...(unplanned.length > 0 && unread.length === 0
      ? [`No merged plan shows ${listOf(unplanned.map(stepWords))}.`]
      : []),
    ...dated.map(outOfDateWords),
  ];
  const reason = dated.length > 0 ? 'Out of date' : 'No plan';
  return `${reason}: ${sentences.join(' ')}`;
}

function outOfDateWords({
  name,
  pull,
  difference,
}: Extract<Decision, { kind: 'out-of-date' }> & { readonly name: StepName }): string {
  const planned = `#${pull} planned ${stepWords(name)}`;
  switch (difference) {
    case 'target':
      return `${planned} with other content than the files have now.`;
    case 'base':
      return `${planned}, but the campaign was changed in the service since.`;
    case 'done':
      return `${planned} and it was applied; it was changed back in the service since.`;
    case 'closed':
      return `${planned}, and the campaign was in sync since; this is another change.`;
    case 'nothing-planned':
      return `#${pull}, merged later, planned no change of this campaign; now it would be ${stepWords(name)}.`;
    case 'blocked':
      return `${planned}, but that is blocked now.`;
    case 'creation':
      return name === 'create'
        ? `#${pull} planned an update, but now the campaign would be created.`
        : `#${pull} planned a creation; now it would be ${stepWords(name)}.`;
  }
}

const ACTIONS: Readonly<Record<Exclude<StepName, ComponentName>, string>> = {
  create: 'the creation',
  PUBLISH: 'the publishing',
  PAUSE: 'the pause',
  RESUME: 'the resumption',
  STOP: 'the stop',
};

function stepWords(name: StepName): string {
  return name in ACTIONS ? ACTIONS[name as keyof typeof ACTIONS] : `the update of ${name}`;
}

function listOf(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} or ${names.at(-1) ?? ''}`;
}
