import type { Approval } from '../model/approval.ts';
import { byCodeUnit } from '../model/json.ts';
import { DAY_MS } from '../model/time.ts';
import { decide, type OpenStep, type VerifiedApproval } from './decide.ts';
import type { Place, Signer } from './marker.ts';
import type { NoPlan } from '../model/decision.ts';
import { readMarkers, readPlanComments } from './read-plan-comments.ts';

/** A pull request that was merged. */
export interface MergedPull {
  readonly number: number;
  /** The newest commit that it had. */
  readonly head: string;
  /** When it was merged, in UTC: `2026-11-21T09:14:00Z`. */
  readonly mergedAt: string;
  /** The commit that the merge made; null where the code host does not say. */
  readonly mergeCommit: string | null;
}

/** What the review asks of the place where pull requests are kept. Both throw what the implementation throws. */
export interface CodeHost {
  /** Pull requests that were merged into a branch since then (epoch milliseconds), the newest first. */
  mergedPulls(branch: string, since: number): Promise<readonly MergedPull[]>;
  /** One of them; undefined where it was not merged into this branch. */
  mergedPull(branch: string, number: number): Promise<MergedPull | undefined>;
  /** All comments of a pull request, the oldest first. */
  commentBodies(pull: number): Promise<readonly string[]>;
}

/** A merged pull request without a plan that could approve something. */
export interface UnreadPull {
  readonly pull: MergedPull;
  readonly why: NoPlan;
}

/** What a search through merged pull requests found. */
export interface Collected {
  /** Every approval of this branch whose signatures hold, the one merged last first. */
  readonly approvals: readonly VerifiedApproval[];
  /** Those that the state branch does not have yet. */
  readonly added: readonly Approval[];
  readonly unread: readonly UnreadPull[];
}

export interface Search {
  readonly host: CodeHost;
  readonly place: Omit<Place, 'pull'>;
  readonly isTag: (line: string) => boolean;
  readonly signer: Signer;
  /** Epoch milliseconds. */
  readonly now: number;
  /** The approvals on the state branch. */
  readonly kept: readonly Approval[];
}

const SEARCH_BACK_MS = 7 * DAY_MS;
/** With the listing, the status and the comments on pull requests, a run stays below 100 requests. */
const PULLS_AT_MOST = 75;

/** An approval on record, and the commit that its plan was of. */
interface SignedApproval extends VerifiedApproval {
  readonly head: string;
}

/** The approvals on record whose signatures still hold, of the branch in question, the one merged last first. */
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
 * Approvals of which the code host says what the state branch does: that the pull request was merged, when, and with the
 * commit whose plan is signed. Only those that say something of an open step are asked for; the branch alone is no witness,
 * since whoever may push it could copy the plan of a pull request that nobody merged.
 */
export async function mergedAsRecorded(
  { host, place }: Pick<Search, 'host' | 'place'>,
  approvals: readonly SignedApproval[],
  { open, pulls }: { readonly open: readonly Pick<OpenStep, 'key'>[]; readonly pulls: readonly MergedPull[] },
): Promise<readonly VerifiedApproval[]> {
  const kept: VerifiedApproval[] = [];
  for (const { approval, shown, head } of approvals) {
    const isWanted = open.some(({ key }) => shown.has(key));
    if (!isWanted || isAsRecorded(await pullOf(approval.pull), approval, head))
      kept.push({ approval, shown });
  }
  return kept;

  async function pullOf(number: number) {
    return pulls.find((pull) => pull.number === number) ?? (await host.mergedPull(place.base, number));
  }
}

/**
 * Reads the plan comments of merged pull requests, the newest first, until every open step is decided: back to the one
 * whose approval is on record, and not further than a week. Where it is unsure what else will be planned, it does not
 * end early.
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

function isAsRecorded(pull: MergedPull | undefined, { mergedAt }: Approval, head: string): boolean {
  return pull?.head === head && pull.mergedAt === mergedAt;
}

function approvalFrom(
  { number, mergedAt }: MergedPull,
  base: string,
  {
    markers,
    shown,
  }: Pick<Extract<ReturnType<typeof readPlanComments>, { kind: 'plan' }>, 'markers' | 'shown'>,
): VerifiedApproval {
  const steps = [...shown]
    .sort(([left], [right]) => byCodeUnit(left, right))
    .flatMap(([key, all]) => all.map(({ name }) => ({ key, name, end: undefined })));
  return { approval: { pull: number, mergedAt, base, markers, steps }, shown };
}

function mergedLastFirst(
  { approval: left }: VerifiedApproval,
  { approval: right }: VerifiedApproval,
): number {
  return byCodeUnit(right.mergedAt, left.mergedAt) || right.pull - left.pull;
}
