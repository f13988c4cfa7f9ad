import type { Approval } from '../../model/approval.ts';
import type { State } from '../../model/state.ts';
import { GitHubFailure } from '../../github/api.ts';
import { History, type Growth } from '../../record/history.ts';
import { DAY_MS } from '../../quota/windows.ts';
import type { ReviewGround } from '../applying/reviewer.ts';
import { lacking } from './ending.ts';
import type { ActionGround } from './ground.ts';
import { takeReviews, type MergedReview, type ReviewSearch } from './merged-reviews.ts';

export interface Taking {
  readonly asked: ReviewGround;
  readonly state: State;
  /** Without an api nobody can be asked. */
  readonly search: Omit<ReviewSearch, 'api'> & { readonly api: ReviewSearch['api'] | undefined };
  readonly head: string;
}

export interface Taken {
  readonly approvals: readonly Omit<Approval, 'order'>[];
  readonly reviews: readonly MergedReview[];
  /** The commit up to which all that GitHub can say was said, while nothing is missing. */
  readonly upto: string | undefined;
  /** The same where a review is missing: up to here nothing more is to be expected. */
  readonly settled: string | undefined;
  /** What people should be told. */
  readonly notices: readonly string[];
}

/**
 * A missing review may still turn up: GitHub is late to say what was merged, or the key was the wrong one. It is looked
 * for again this long, in milliseconds; for ever would cost a request for each old commit in every run.
 */
const TURNS_UP_WITHIN_MS = 7 * DAY_MS;

/** Takes the reviews of pull requests that were merged since the last time. Throws GitHubFailure where one is required. */
export async function takeMerged({ inputs }: ActionGround, taking: Taking): Promise<Taken> {
  const { asked, state, search, head } = taking;
  const { upto: ofAny, uptoByBranch: byBranch } = state;
  const before = byBranch.size === 0 ? ofAny : byBranch.get(search.branch);
  try {
    if (!search.api)
      throw new GitHubFailure('There is no github-token.', {
        status: undefined,
        lacks: undefined,
        cause: undefined,
      });
    const growth = await growthSince(asked, before, head);
    const known = new Set(state.approvals.map(({ pull }) => pull));
    const commits = growth.map(({ commit }) => commit);
    const { reviews, covered } = await takeReviews({ ...search, api: search.api }, commits, (pull) =>
      known.has(pull),
    );
    const now = asked.context.clock.now();
    const missing = growth.findIndex(
      ({ commit, at }) => !covered.has(commit) && now - at < TURNS_UP_WITHIN_MS,
    );
    return {
      approvals: reviews.flatMap(({ approval }) => approval ?? []),
      reviews,
      upto: head,
      settled: missing === -1 ? head : (growth[missing - 1]?.commit ?? before),
      notices: [],
    };
  } catch (error) {
    if (!(error instanceof GitHubFailure) || inputs.reviewed === 'require') throw error;
    const notices = [`Nobody could check what was reviewed: ${error.message}${lacking(error)}`];
    return { approvals: [], reviews: [], upto: before, settled: before, notices };
  }
}

/** Commits since the last time that touch what campaigns are made of: the pull requests of others have nothing to say. */
async function growthSince(
  { context, desired }: ReviewGround,
  before: string | undefined,
  head: string,
): Promise<readonly Growth[]> {
  const history = new History(context.git);
  const from = before !== undefined && (await history.bring(before)) ? before : undefined;
  const outside = desired.flatMap(({ sources, links }) => [...sources, ...links]);
  return history.grewBy(from, head, [...new Set([context.folder.path, ...outside])]);
}
