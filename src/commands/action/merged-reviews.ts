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
  readonly approval: Omit<Approval, 'order'> | undefined;
  /** Why it approves nothing, in words. */
  readonly why: string;
}

/** Requests to GitHub at once. */
const AT_ONCE = 4;

/** The reviews of the pull requests that brought these commits in, in their order. Throws GitHubFailure. */
export async function takeReviews(
  search: ReviewSearch,
  commits: readonly string[],
  isKnown: (pull: number) => boolean,
): Promise<MergedReview[]> {
  const limit = pLimit(AT_ONCE);
  const found = await limit.map(commits, async (commit) =>
    (await search.api.pullsOf(commit)).map((pull) => ({ commit, pull })),
  );
  const merged = found.flat().filter(({ pull }) => pull.isMerged && pull.base === search.branch);
  const once = new Map(merged.map((one) => [one.pull.number, one]));
  const fresh = [...once.values()].filter(({ pull }) => !isKnown(pull.number));
  return limit.map(fresh, ({ commit, pull }) => takeReview(search, commit, pull));
}

async function takeReview(search: ReviewSearch, commit: string, pull: FoundPull): Promise<MergedReview> {
  const comments = await findComments(search.api, pull.number, {
    purpose: 'plan',
    workspace: search.workspace,
  });
  const none = (why: string): MergedReview => ({
    ...{ pull: pull.number, head: pull.head },
    ...{ approval: undefined, why },
  });
  const comment = comments.at(-1);
  if (!comment) return none('it has no plan comment');
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
    ...{ pull: pull.number, head: pull.head },
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
