import { isComponentName, SENDING_STATUSES, type CampaignStatus } from '../model/campaign.ts';
import type { NoPlan, NotReviewed, StepDifference, UnapprovedSteps } from '../model/decision.ts';
import type { StepName } from '../model/transitions.ts';
import { code, joined, listed, say, type Phrase } from './phrase.ts';

/** Why a change that no review approves is skipped. */
export function describeNotReviewed(why: NotReviewed): Phrase {
  return joined(describeWhy(why), stillSends(why.sendsAs));
}

/** Users who want to end a campaign, and can't, must know that it goes on. Empty for one that sends nothing. */
export function stillSends(status: CampaignStatus | undefined): Phrase {
  if (status === undefined || !SENDING_STATUSES.includes(status)) return [];
  return status === 'SCHEDULED' ? say`It will still be sent.` : say`It is still sending.`;
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

/** No merged plan shows it, or the plan that does is out of date. */
function describeUnapproved({ steps, unread }: UnapprovedSteps): Phrase {
  const unplanned = steps.flatMap(({ name, decision }) =>
    decision.kind === 'no-plan' ? [stepNoun(name)] : [],
  );
  const dated = steps.flatMap(({ name, decision }) =>
    decision.kind === 'out-of-date'
      ? [
          say`#${decision.pull} no longer approves ${stepNoun(name)}, because ${OUT_OF_DATE[decision.difference]}.`,
        ]
      : [],
  );
  const without =
    unread.length > 0
      ? unread.map(({ pull, why }) => say`#${pull} approves nothing: ${UNREAD[why] ?? ELSEWHERE}.`)
      : [say`No merged plan showed ${listed(unplanned)}.`];
  return joined(...(unplanned.length > 0 ? without : []), ...dated);
}

const ELSEWHERE = 'its plan comment was signed for another place';

const UNREAD: Readonly<Partial<Record<NoPlan, string>>> = {
  'no-comment': 'it was merged before its plan was posted',
  'no-marker': 'its plan comment says why',
  'not-signed': 'its plan comment was edited, or signed with another review key',
  'other-head': 'its plan comment is not for its last commit',
  edited: 'the text of its plan comment was edited',
  'part-missing': 'a part of its plan comment was deleted or edited',
};

const OUT_OF_DATE: Readonly<Record<StepDifference, string>> = {
  target: 'the files have changed since then',
  base: 'the campaign has changed in the service since then',
  done: 'it was applied, and then undone in the service',
  closed: 'the campaign has been in sync since then',
  'nothing-planned': 'it was merged later and planned no change',
  blocked: 'that is blocked now',
  creation: 'the campaign has been created or removed since then',
};

function stepNoun(name: StepName): Phrase {
  return name === 'create'
    ? say`the creation`
    : isComponentName(name)
      ? say`the update of ${code(name)}`
      : say`${name}`;
}
