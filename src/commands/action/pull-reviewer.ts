import { ended, overrule, type Approval, type ApprovedChange } from '../../model/approval.ts';
import type { CampaignKey } from '../../model/campaign.ts';
import type { Plan } from '../../model/plan.ts';
import type { State } from '../../model/state.ts';
import { readMarker, reviewKey } from '../../github/marker.ts';
import { idOf } from '../../plan/change-id.ts';
import { isDone, matchApprovals } from '../../plan/match-approvals.ts';
import { History } from '../../record/history.ts';
import { sha256 } from '../context.ts';
import { gatherOffline } from '../reading/gather.ts';
import { insistOnRecord } from '../reading/read-state.ts';
import type { Reviewer, ReviewGround } from '../applying/reviewer.ts';
import type { ActionGround } from './ground.ts';
import { findOverrulings } from './find-overrulings.ts';
import { isGenuine, type MergedReview, type ReviewSearch } from './merged-reviews.ts';
import { tellApproved, tellUnread, type ReviewNews } from './review-news.ts';
import { takeMerged } from './take-merged.ts';
import { touchedBy } from './touched-by.ts';

/** Only what merged pull requests showed may be sent: their signed plans become approvals on the state branch. */
export async function pullReviewer(
  ground: ActionGround & { readonly branch: string; readonly news: ReviewNews },
  asked: ReviewGround,
  state: State,
): Promise<Reviewer> {
  const { branch, news, inputs } = ground;
  const search = searchFor(ground, asked);
  const head = (await asked.context.repository.head()) ?? '';
  const taken = await takeMerged(ground, { asked, state, search, head });
  news.notices.push(...taken.notices);
  const added = taken.approvals.map((one, at) => ({ ...one, order: nextOrder(state) + at }));
  const touched = memo((review: MergedReview) => touchedBy(review.commits, asked));
  const overrulings = await findOverrulings({
    history: new History(asked.context.git),
    kept: state.approvals.flatMap((approval) => {
      const signed = isTrusted(approval, search) ? readMarker(approval.marker, search.key) : undefined;
      return signed?.kind === 'signed' ? [{ approval, head: signed.contents.head }] : [];
    }),
    taken: taken.reviews,
    touchedBy: touched,
  });
  const open = overrule([...state.approvals, ...added], overrulings).filter(hasOpen);
  const genuine = new Set(open.filter((one) => isTrusted(one, search)).map(({ pull }) => pull));
  tellApproved(news, { open, genuine, reviews: taken.reviews });
  const isLoose = inputs.reviewed === 'warn';
  return {
    scope: isLoose ? undefined : await scopeOf(asked, state, open),
    mayResend: (intent) =>
      isLoose ||
      open.some(
        (one) =>
          genuine.has(one.pull) &&
          one.changes.some((change) => change.key === intent.key && change.changeId === intent.changeId),
      ),
    approve: async (plan, recorder, turn) => {
      const kept = recorder.state.approvals;
      const fresh = added.filter(({ pull }) => kept.every((one) => one.pull !== pull));
      const all = overrule([...kept, ...fresh], overrulings);
      const { review, approvals } = matchApprovals({
        campaigns: plan.campaigns,
        approvals: all.filter(({ pull }) => genuine.has(pull)),
        bindings: recorder.state.bindings,
        only: asked.only,
        consents: asked.consents,
        digest: sha256,
      });
      const missing = [...review.notReviewed, ...review.moved].map(({ key }) => key);
      if (turn === 'plan') await tellUnread(news, { missing, reviews: taken.reviews, touched });
      const learnt = new Map(approvals.map((one) => [one.pull, one]));
      const upto = missing.length > 0 ? taken.settled : taken.upto;
      insistOnRecord(
        await recorder.approve({
          approvals: all.map(
            (one) => learnt.get(one.pull) ?? (genuine.has(one.pull) ? one : endDone(one, plan)),
          ),
          // Brakes go by a plan that does not know yet what is left to review.
          upto: asked.only || upto === undefined || turn === 'brakes' ? undefined : { branch, commit: upto },
        }),
      );
      if (!isLoose) return review;
      if (turn === 'plan') news.notReviewed.push(...review.notReviewed, ...review.moved);
      return 'all';
    },
  };
}

function searchFor(
  { api, inputs, around, branch }: ActionGround & { readonly branch: string },
  { workspace }: ReviewGround,
): Omit<ReviewSearch, 'api'> & { readonly api: ReviewSearch['api'] | undefined } {
  const key = reviewKey(inputs.reviewKey, around.repository);
  return { api, key, repository: around.repository, branch, workspace: workspace.name };
}

/** Campaigns for which there may be something to do: approved, under way, or different by the record. Others can only have drifted. */
async function scopeOf(
  asked: ReviewGround,
  state: State,
  open: readonly Approval[],
): Promise<ReadonlySet<CampaignKey>> {
  const ground = { record: null, from: 'origin' } as const;
  const byRecord = await gatherOffline({ ...asked, only: undefined }, { state, ground });
  return new Set([
    ...byRecord.campaigns
      .filter(({ verdict }) => verdict !== 'in-sync' && verdict !== 'orphaned')
      .map(({ key }) => key),
    ...open.flatMap(({ changes }) => changes.filter(isOpen).map(({ key }) => key)),
    ...state.open.map(({ key }) => key),
  ]);
}

/** The signature holds, and what was recorded of the steps is what the signed ids digest. */
function isTrusted(approval: Approval, search: Omit<ReviewSearch, 'api'>): boolean {
  const isAsSigned = ({ meaning, changeId, brakeId }: ApprovedChange) =>
    meaning === undefined || [changeId, brakeId].includes(idOf(meaning, sha256));
  return isGenuine(approval, search) && approval.changes.every(isAsSigned);
}

/** What nobody can verify any more, and was done all the same, is over: there is nothing left to tell of it. */
function endDone(approval: Approval, { campaigns }: Plan): Approval {
  const isOver = ({ key, end }: ApprovedChange) => {
    const campaign = campaigns.find((one) => one.key === key);
    return end === undefined && (!campaign || isDone(campaign));
  };
  return {
    ...approval,
    changes: approval.changes.map((change) => (isOver(change) ? ended(change, 'in-sync') : change)),
  };
}

function hasOpen({ changes }: Approval): boolean {
  return changes.some(isOpen);
}

function isOpen({ end }: ApprovedChange): boolean {
  return end === undefined;
}

function nextOrder({ approvals }: State): number {
  return Math.max(0, ...approvals.map(({ order }) => order)) + 1;
}

/** Asked for once per pull request. */
function memo<Asked, Answer>(ask: (asked: Asked) => Promise<Answer>): (asked: Asked) => Promise<Answer> {
  const answers = new Map<Asked, Promise<Answer>>();
  return (asked) => {
    const answer = answers.get(asked) ?? ask(asked);
    answers.set(asked, answer);
    return answer;
  };
}
