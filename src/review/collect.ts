import type { Approval, NoPlan } from '../model/approval.ts';
import { byCodeUnit } from '../model/json.ts';
import { DAY_MS } from '../model/time.ts';
import { decide, type OpenStep, type VerifiedApproval } from './decide.ts';
import type { CommentPlace, Signer } from './marker.ts';
import { readMarkers, readPlanComments, type CommentReview } from './read-plan-comments.ts';

/** A pull request that was merged. */
export interface MergedPull {
  readonly number: number;
  /** Its newest commit. */
  readonly head: string;
  /** When it was merged, in UTC: `2026-11-21T09:14:00Z`. */
  readonly mergedAt: string;
  /** The commit that the merge made; null if the code host doesn't say. */
  readonly mergeCommit: string | null;
}

/** What the review needs from the code host. All methods throw what the implementation throws. */
export interface ReviewHost {
  /** Pull requests that were merged into a branch since an instant (epoch milliseconds), newest first. */
  mergedPulls(branch: string, since: number): Promise<readonly MergedPull[]>;
  /** A single one of them; undefined if it was not merged into this branch. */
  mergedPull(branch: string, number: number): Promise<MergedPull | undefined>;
  /** All comments of a pull request, oldest first. */
  commentBodies(pull: number): Promise<readonly string[]>;
}

/** A merged pull request without a plan that could approve anything. */
export interface UnreadPull {
  readonly pull: MergedPull;
  readonly why: NoPlan;
}

/** The result of a search through merged pull requests. */
export interface Collected {
  /** All approvals for this branch with valid signatures, the latest merge first. */
  readonly approvals: readonly VerifiedApproval[];
  /** Those that aren't on the state branch yet. */
  readonly added: readonly Approval[];
  readonly unread: readonly UnreadPull[];
}

export interface Search {
  readonly host: ReviewHost;
  readonly place: Omit<CommentPlace, 'pull'>;
  readonly isTag: (line: string) => boolean;
  readonly signer: Signer;
  /** Epoch milliseconds. */
  readonly now: number;
  /** The approvals on the state branch. */
  readonly kept: readonly Approval[];
}

const SEARCH_BACK_MS = 7 * DAY_MS;
/** Together with the listing, the status and the comments on pull requests, a run stays below 100 requests. */
const PULLS_AT_MOST = 75;

/** An approval on the state branch, and the commit that it was planned for. */
interface SignedApproval extends VerifiedApproval {
  readonly head: string;
}

/** The approvals on the state branch for this branch with valid signatures, the latest merge first. */
export function verifiedApprovals({ kept, place, signer }: Omit<Search, 'host'>): SignedApproval[] {
  return kept
    .filter(({ base }) => base === place.base)
    .flatMap((approval) => {
      const read = readMarkers(approval.markers, { ...place, pull: approval.pull }, signer);
      return read ? [{ approval, ...read }] : [];
    })
    .sort(mergedLastFirst);
}

/**
 * The approvals that the code host confirms: the pull request was merged at the recorded time, with the commit whose
 * plan is signed. Only approvals of campaigns with an open step are checked. The state branch alone proves nothing,
 * because anyone who may push it could copy the plan of a pull request that was never merged.
 */
export async function mergedAsRecorded(
  { host, place }: Pick<Search, 'host' | 'place'>,
  approvals: readonly SignedApproval[],
  { open, pulls }: { readonly open: readonly Pick<OpenStep, 'key'>[]; readonly pulls: readonly MergedPull[] },
): Promise<readonly VerifiedApproval[]> {
  const kept: VerifiedApproval[] = [];
  for (const { approval, shown, head } of approvals) {
    const isWanted = open.some(({ key }) => shown.has(key));
    const { pull: number, mergedAt } = approval;
    const pull = isWanted
      ? (pulls.find((one) => one.number === number) ?? (await host.mergedPull(place.base, number)))
      : { head, mergedAt };
    if (pull?.head === head && pull.mergedAt === mergedAt) kept.push({ approval, shown });
  }
  return kept;
}

/**
 * Reads the plan comments of merged pull requests, newest first, until every open step is decided. It stops at the
 * first one whose approval is already recorded, or after a week. If it is uncertain what else will be planned, it
 * doesn't stop early.
 */
export async function collectApprovals(
  search: Search,
  open: readonly OpenStep[],
  { isUnsure }: { readonly isUnsure: boolean },
): Promise<Collected> {
  const { host, place, signer, isTag, now, kept } = search;
  const found: VerifiedApproval[] = [];
  const unread: UnreadPull[] = [];
  const known = new Set(kept.filter(({ base }) => base === place.base).map(({ pull }) => pull));
  const isDecided = () => !isUnsure && open.every((one) => decide(one, found).kind !== 'no-plan');
  const pulls = open.length === 0 ? [] : await host.mergedPulls(place.base, now - SEARCH_BACK_MS);
  const onRecord = await mergedAsRecorded(search, verifiedApprovals(search), { open, pulls });
  for (const pull of pulls.slice(0, PULLS_AT_MOST)) {
    if (known.has(pull.number) || isDecided()) break;
    const expected = { place: { ...place, pull: pull.number }, head: pull.head, isTag };
    const review = readPlanComments(await host.commentBodies(pull.number), expected, signer);
    if (review.kind === 'none') unread.push({ pull, why: review.why });
    else if (review.shown.size > 0) found.push(approvalFrom(pull, place.base, review));
  }
  return {
    approvals: [...found, ...onRecord].sort(mergedLastFirst),
    added: found.map(({ approval }) => approval),
    unread,
  };
}

function approvalFrom(
  { number, mergedAt }: MergedPull,
  base: string,
  { markers, shown }: Extract<CommentReview, { kind: 'plan' }>,
): VerifiedApproval {
  const steps = [...shown]
    .sort(([left], [right]) => byCodeUnit(left, right))
    .flatMap(([key, all]) => all.map(({ name }) => ({ key, name, end: undefined })));
  return { approval: { pull: number, mergedAt, base, markers, steps }, shown };
}

export function mergedLastFirst(
  { approval: one }: VerifiedApproval,
  { approval: other }: VerifiedApproval,
): number {
  return byCodeUnit(other.mergedAt, one.mergedAt) || other.pull - one.pull;
}
