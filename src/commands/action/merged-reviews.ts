import pLimit from 'p-limit';
import type { Approval } from '../../model/approval.ts';
import type { CampaignKey } from '../../model/campaign.ts';
import { byCodeUnit } from '../../model/json.ts';
import type { FoundPull, GitHubApi } from '../../github/api.ts';
import { findMarkers, readMarker, type MarkerContents, type ReviewKey } from '../../github/marker.ts';
import { findComments } from '../../github/sticky-comment.ts';
import { DIGEST_VERSION } from '../../plan/change-id.ts';

/** Where and what reviews are looked for. */
export interface ReviewSearch {
  readonly api: GitHubApi;
  readonly key: ReviewKey;
  /** `owner/name`. */
  readonly repository: string;
  /** The branch that was merged into. */
  readonly branch: string;
  readonly workspace: string;
}

/** A pull request that was merged, and what it approves: nothing, where it has no plan that we signed. */
export interface MergedReview {
  readonly pull: number;
  /** The newest commit that it had. */
  readonly head: string;
  /** The newest of the commits on the base branch by which it was found. */
  readonly commit: string;
  /** All of them: several where it was rebased. */
  readonly commits: readonly string[];
  readonly approval: Omit<Approval, 'order'> | undefined;
  /** Why it approves nothing, in words. */
  readonly why: string;
}

/** What GitHub knows of commits of the base branch. */
export interface Merged {
  /** The pull requests that brought them in, and were not known before, in the order of merging. */
  readonly reviews: readonly MergedReview[];
  /** Commits of pull requests whose review was taken, now or before. */
  readonly covered: ReadonlySet<string>;
}

/** Requests to GitHub at once. */
const AT_ONCE = 4;

/** The reviews of the pull requests that brought these commits in. Throws GitHubFailure. */
export async function takeReviews(
  search: ReviewSearch,
  commits: readonly string[],
  isKnown: (pull: number) => boolean,
): Promise<Merged> {
  const limit = pLimit(AT_ONCE);
  const found = await limit.map(commits, async (commit) =>
    (await search.api.pullsOf(commit)).map((pull) => ({ commit, pull })),
  );
  const merged = found.flat().filter(({ pull }) => pull.isMerged && pull.base === search.branch);
  const fresh = new Map<number, Found>();
  for (const { commit, pull } of merged.filter((one) => !isKnown(one.pull.number))) {
    const before = fresh.get(pull.number)?.commits ?? [];
    // Again at the end of the map: where its last commit stands.
    fresh.delete(pull.number);
    fresh.set(pull.number, { pull, commit, commits: [...before, commit] });
  }
  const reviews = await limit.map([...fresh.values()], (one) => takeReview(search, one));
  const known = merged.filter(({ pull }) => isKnown(pull.number)).map(({ commit }) => commit);
  const taken = reviews.flatMap(({ approval, commits: its }) => (approval ? its : []));
  return { reviews, covered: new Set([...known, ...taken]) };
}

interface Found {
  readonly pull: FoundPull;
  readonly commit: string;
  readonly commits: readonly string[];
}

async function takeReview(search: ReviewSearch, { pull, commit, commits }: Found): Promise<MergedReview> {
  const comments = await findComments(search.api, pull.number, {
    purpose: 'plan',
    workspace: search.workspace,
  });
  const found = { pull: pull.number, head: pull.head, commit, commits };
  const none = (why: string): MergedReview => ({ ...found, approval: undefined, why });
  const comment = comments.at(-1);
  if (!comment) return none('it has no plan comment of the account that this token stands for');
  // Right below the tag, where only we write: further down stands what campaigns say.
  const [marker] = findMarkers(comment.body.split('\n')[1] ?? '');
  if (marker === undefined) return none('its plan comment is none that can be approved');
  const answer = readMarker(marker, search.key);
  if (answer.kind === 'not-ours')
    return none('its plan comment was changed by hand, or signed with another review-key');
  const contents = answer.contents;
  if (contents.head !== pull.head) return none('its plan comment is not of its last commit');
  if (!isFor(contents, search, pull.number)) return none('its plan comment was signed for something else');
  const { changes, brakes } = contents;
  return {
    ...found,
    approval: {
      ...{ pull: pull.number, commit, marker },
      changes: Object.entries(changes)
        .sort(([left], [right]) => byCodeUnit(left, right))
        .map(([key, changeId]) => ({
          // Signed by us, from a plan's own keys.
          key: key as CampaignKey,
          changeId,
          brakeId: brakes[key] ?? null,
          meaning: undefined,
          done: 0,
          end: undefined,
        })),
    },
    why: '',
  };
}

/** Whether the signature still holds for an approval of the state branch, and for each of its changes. */
export function isGenuine({ pull, marker, changes }: Approval, search: Omit<ReviewSearch, 'api'>): boolean {
  const answer = readMarker(marker, search.key);
  if (answer.kind === 'not-ours' || !isFor(answer.contents, search, pull)) return false;
  const signed = answer.contents;
  return changes.every(
    ({ key, changeId, brakeId }) =>
      signed.changes[key] === changeId && (signed.brakes[key] ?? null) === brakeId,
  );
}

function isFor(contents: MarkerContents, search: Omit<ReviewSearch, 'api' | 'key'>, pull: number): boolean {
  return (
    contents.repository === search.repository &&
    contents.base === search.branch &&
    contents.workspace === search.workspace &&
    contents.digest === DIGEST_VERSION &&
    contents.pull === pull
  );
}
