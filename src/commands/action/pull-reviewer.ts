import { overrule, type Approval, type ApprovedChange } from '../../model/approval.ts';
import type { CampaignKey } from '../../model/campaign.ts';
import type { Review } from '../../model/review.ts';
import type { State } from '../../model/state.ts';
import { GitHubFailure } from '../../github/api.ts';
import { reviewKey } from '../../github/marker.ts';
import { idOf } from '../../plan/change-id.ts';
import { matchApprovals } from '../../plan/match-approvals.ts';
import { History } from '../../record/history.ts';
import { sha256 } from '../context.ts';
import { gatherOffline } from '../reading/gather.ts';
import { insistOnRecord } from '../reading/read-state.ts';
import type { Reviewer, ReviewGround } from '../applying/reviewer.ts';
import { lacking } from './ending.ts';
import type { ActionGround } from './ground.ts';
import { findOverrulings } from './find-overrulings.ts';
import { isGenuine, takeReviews, type MergedReview, type ReviewSearch } from './merged-reviews.ts';

/** What a reviewer learnt that people should be told. */
export interface ReviewNews {
  /** Pull requests to tell what became of them: just merged, or with something that was still open. */
  readonly pulls: Set<number>;
  readonly notices: string[];
  /** What would have been held if a review were required. */
  readonly notReviewed: Review['notReviewed'][number][];
}

/** Only what merged pull requests showed may be sent: their signed plans become approvals on the state branch. */
export async function pullReviewer(
  ground: ActionGround & { readonly branch: string; readonly news: ReviewNews },
  asked: ReviewGround,
  state: State,
): Promise<Reviewer> {
  const search = searchFor(ground, asked);
  const head = (await asked.context.repository.head()) ?? '';
  const taken = await take(ground, { asked, state, search, head });
  const added = taken.approvals.map((one, at) => ({ ...one, order: nextOrder(state) + at }));
  const trusted = state.approvals.filter((one) => hasOpen(one) && isTrusted(one, search));
  const overrulings = await findOverrulings(new History(asked.context.git), trusted, taken.reviews);
  const open = overrule([...state.approvals, ...added], overrulings).filter(hasOpen);
  const genuine = new Set(open.filter((one) => isTrusted(one, search)).map(({ pull }) => pull));
  tell(ground.news, { open, genuine, reviews: taken.reviews });
  const isLoose = ground.inputs.reviewed === 'warn';
  return {
    scope: isLoose ? undefined : await scopeOf(asked, state, open),
    mayResend: (intent) =>
      isLoose ||
      open.some(
        (one) =>
          genuine.has(one.pull) &&
          one.changes.some((change) => change.key === intent.key && change.changeId === intent.changeId),
      ),
    approve: async (plan, recorder) => {
      const all = overrule([...recorder.state.approvals, ...added], overrulings);
      const matched = matchApprovals({
        campaigns: plan.campaigns,
        approvals: all.filter(({ pull }) => genuine.has(pull)),
        bindings: recorder.state.bindings,
        only: asked.only,
        consents: asked.consents,
        digest: sha256,
      });
      const learnt = new Map(matched.approvals.map((one) => [one.pull, one]));
      const upto = asked.only || !taken.complete ? state.upto : head;
      insistOnRecord(
        await recorder.approve(
          all.map((one) => learnt.get(one.pull) ?? one),
          upto,
        ),
      );
      if (!isLoose) return matched.review;
      ground.news.notReviewed.push(...matched.review.notReviewed, ...matched.review.moved);
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

interface Taking {
  readonly asked: ReviewGround;
  readonly state: State;
  readonly search: ReturnType<typeof searchFor>;
  readonly head: string;
}

interface Taken {
  readonly approvals: readonly Omit<Approval, 'order'>[];
  readonly reviews: readonly MergedReview[];
  /** False where GitHub did not answer, and a review is not needed: then the same commits are asked for again. */
  readonly complete: boolean;
}

async function take(ground: ActionGround & { readonly news: ReviewNews }, taking: Taking): Promise<Taken> {
  const { asked, state, search, head } = taking;
  try {
    if (!search.api)
      throw new GitHubFailure('There is no github-token.', {
        status: undefined,
        lacks: undefined,
        cause: undefined,
      });
    const commits = await commitsToAsk(asked, state.upto, head);
    const known = new Set(state.approvals.map(({ pull }) => pull));
    const reviews = await takeReviews({ ...search, api: search.api }, commits, (pull) => known.has(pull));
    return { approvals: reviews.flatMap(({ approval }) => approval ?? []), reviews, complete: true };
  } catch (error) {
    if (!(error instanceof GitHubFailure) || ground.inputs.reviewed === 'require') throw error;
    ground.news.notices.push(`Nobody could check what was reviewed: ${error.message}${lacking(error)}`);
    return { approvals: [], reviews: [], complete: false };
  }
}

/** Commits since the last time that touch what campaigns are made of: the pull requests of others have nothing to say. */
async function commitsToAsk(
  { context, desired }: ReviewGround,
  upto: string | undefined,
  head: string,
): Promise<readonly string[]> {
  const history = new History(context.git);
  const from = upto !== undefined && (await history.bring(upto)) ? upto : undefined;
  const outside = desired.flatMap(({ sources, links }) => [...sources, ...links]);
  return history.grewBy(from, head, [...new Set([context.folder.path, ...outside])]);
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

interface Known {
  readonly open: readonly Approval[];
  readonly genuine: ReadonlySet<number>;
  readonly reviews: readonly MergedReview[];
}

function tell(news: ReviewNews, { open, genuine, reviews }: Known): void {
  for (const { pull } of [...open, ...reviews]) news.pulls.add(pull);
  for (const { pull, approval, why } of reviews) {
    if (!approval) news.notices.push(`Nothing of #${pull} is approved: ${why}.`);
  }
  for (const { pull } of open) {
    if (!genuine.has(pull))
      news.notices.push(
        `What #${pull} approved counts no more: its signature does not hold with this review-key.`,
      );
  }
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
