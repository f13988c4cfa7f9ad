import { closeSteps, type Approval } from '../model/approval.ts';
import { UNKNOWN } from '../model/audit.ts';
import type { CampaignKey } from '../model/campaign.ts';
import type { Plan } from '../model/plan.ts';
import type { Intent, State } from '../model/state.ts';
import { createDigest } from '../model/step-digests.ts';
import {
  collectApprovals,
  mergedAsRecorded,
  verifiedApprovals,
  type Collected,
  type Search,
  type UnreadPull,
} from '../review/collect.ts';
import type { VerifiedApproval } from '../review/decide.ts';
import { closeResolved, isUnsure, openSteps, reviewPlan, type Unapproved } from '../review/review-plan.ts';
import { CodeHostFailure } from './github/resources.ts';
import { partOfTag, reviewPlace, signerFor } from './sticky-comment.ts';
import { sha256, type Context } from '../app/context.ts';
import { gatherOffline, type PlanInputs } from '../app/gather.ts';
import { requireRecord } from '../app/record.ts';
import type { Reviewer } from '../app/apply.ts';
import type { ActionContext } from './context.ts';
import { NO_CHANGE, type ReviewReport } from './review-report.ts';

interface PullReview extends ActionContext {
  /** The branch that campaigns are applied from. */
  readonly branch: string;
  /** Filled with the findings of the review, for the report. */
  readonly report: ReviewReport;
}

/** Allows only what the signed plans of merged pull requests showed. */
export async function pullReviewer(job: PullReview, asked: PlanInputs): Promise<Reviewer> {
  const { branch, report } = job;
  const { state } = asked;
  const search = await searchFor(job, asked);
  report.missingKey = job.inputs.reviewKey === '';
  const known = await approvalsToTrust(job, search, state);
  const { history } = asked.context;
  let tip: Promise<string | undefined> | undefined;
  const isTip = async () => (await (tip ??= history.tipOf(branch))) === asked.context.repository.head;
  noteUnverified(job, state, known);
  return {
    candidates: await scopeOf(asked, known, report),
    mayResend: (intent) => intent.kind !== 'create' || isApprovedCreation(intent, known),
    approve: async (plan, recorder, turn) => {
      const kept = recorder.state.approvals;
      // A change that seems resolved or decided in a run of some campaigns, or of an older commit, may not be so in a
      // later run.
      const isPartial = asked.only !== undefined || turn === 'emergency-stops' || !(await isTip());
      const found = await collect({ ...search, kept }, plan, isPartial);
      const review = reviewPlan(plan.campaigns, found.approvals);
      const isInPlan = (key: CampaignKey) => asked.only?.has(key) ?? true;
      const ofBranch = found.approvals.map(({ approval }) => approval);
      const approvals = isPartial ? found.added : closeResolved(ofBranch, plan.campaigns, isInPlan);
      if (turn === 'plan') {
        const changed = await changedBy(found.unread, history);
        report.collect({ review, found, approvals, plan, reported: state.reported, changed });
      }
      requireRecord(
        await recorder.approve({
          approvals: [
            ...(await named(job, approvals, found.added)),
            ...closeUnverifiable(kept, { branch, plan, approvals }),
          ],
          reported: turn === 'plan' ? reportedAfter(review.unapproved, { state, isInPlan }) : state.reported,
        }),
      );
      return {
        parts: review.parts,
        moved: [],
        notReviewed: review.unapproved.map((one) => ({ key: one.key, why: report.reasonFor(one) })),
      };
    },
  };

  async function collect(
    from: Omit<Search, 'host'>,
    { campaigns }: Plan,
    isPartial: boolean,
  ): Promise<Collected> {
    const open = openSteps(campaigns);
    if (open.length === 0 || report.missingKey)
      return { approvals: verifiedApprovals(from), added: [], unread: [] };
    if (!job.api) throw NO_TOKEN;
    return collectApprovals({ ...from, host: job.api }, open, {
      isUnsure: isPartial || isUnsure(campaigns),
    });
  }
}

/** An approval that is recorded now names its people. Later nobody is asked again. */
async function named(
  { api }: PullReview,
  approvals: readonly Approval[],
  added: readonly Approval[],
): Promise<Approval[]> {
  const all: Approval[] = [];
  for (const one of approvals) {
    const isNew = api && added.some(({ pull }) => pull === one.pull);
    const { approvedBy = [UNKNOWN], mergedBy = UNKNOWN } = isNew ? await api.people(one.pull) : {};
    all.push(isNew ? { ...one, approvedBy, mergedBy } : one);
  }
  return all;
}

const NO_TOKEN = new CodeHostFailure({ code: 'no-token' });

async function searchFor(
  job: PullReview,
  { workspace, context, state }: PlanInputs,
): Promise<Omit<Search, 'host'>> {
  const place = await reviewPlace(job, context, { workspace: workspace.name, base: job.branch });
  const name = { purpose: 'plan', workspace: workspace.name, folder: place.folder } as const;
  return {
    place,
    isTag: (line) => partOfTag(name, line) !== undefined,
    signer: signerFor(job.inputs.reviewKey),
    now: context.clock.now(),
    kept: state.approvals,
  };
}

/**
 * Campaigns that may have pending changes: approved, in progress, different from the record, or touched by the merged
 * files, whose plan may revert manual changes. All others can only have drifted.
 */
async function scopeOf(
  asked: PlanInputs,
  known: readonly VerifiedApproval[],
  { ownFiles }: ReviewReport,
): Promise<ReadonlySet<CampaignKey>> {
  const { context, state } = asked;
  const own = ownFiles === 'all' ? [] : ownFiles;
  const changed = new Set([...own, ...(await context.history.changedSince(state.lastCommit))]);
  const baseline = { record: null, from: 'origin' } as const;
  const byRecord = await gatherOffline({ ...asked, only: undefined, editors: undefined }, baseline);
  const isTouched = ({ sources }: PlanInputs['desired'][number]) => sources.some((file) => changed.has(file));
  return new Set([
    ...byRecord.campaigns
      .filter(({ verdict }) => verdict !== 'in-sync' && verdict !== 'orphaned')
      .map(({ key }) => key),
    ...asked.desired.filter(isTouched).map(({ key }) => key),
    ...known.flatMap(({ approval }) => approval.steps.filter(({ end }) => !end).map(({ key }) => key)),
    ...state.open.map(({ key }) => key),
  ]);
}

/** Before a request from an earlier run is sent again, checks with the code host that its review was merged. */
async function approvalsToTrust(
  { api }: PullReview,
  search: Omit<Search, 'host'>,
  state: State,
): Promise<readonly VerifiedApproval[]> {
  const known = verifiedApprovals(search);
  const open = state.open.filter(({ kind }) => kind === 'create');
  if (open.length === 0 || known.length === 0) return known;
  if (!api) throw NO_TOKEN;
  return mergedAsRecorded({ ...search, host: api }, known, { open, pulls: [] });
}

/** A creation from an earlier run may be sent again only if it is what was approved. */
function isApprovedCreation(
  { key, body, components }: Extract<Intent, { kind: 'create' }>,
  known: readonly VerifiedApproval[],
): boolean {
  const { target } = createDigest(body, components, sha256);
  return known.some(({ shown }) =>
    shown.get(key)?.some((one) => one.name === 'create' && one.target === target),
  );
}

function noteUnverified(
  { branch, report }: PullReview,
  state: State,
  known: readonly VerifiedApproval[],
): void {
  for (const one of state.approvals.filter(({ base }) => base === branch))
    if (
      one.steps.some(({ end }) => end === undefined) &&
      !known.some(({ approval }) => approval.pull === one.pull)
    )
      report.unverified.push(one.pull);
}

/** A change that can no longer be verified but was made anyway is finished: nothing is left to report about it. */
function closeUnverifiable(
  kept: readonly Approval[],
  {
    branch,
    plan,
    approvals,
  }: { readonly branch: string; readonly plan: Plan; readonly approvals: readonly Approval[] },
): readonly Approval[] {
  const inSync = new Set(plan.campaigns.filter(({ verdict }) => verdict === 'in-sync').map(({ key }) => key));
  return kept
    .filter(({ base, pull }) => base === branch && approvals.every((one) => one.pull !== pull))
    .map((one) => closeSteps(one, (key) => inSync.has(key)));
}

/** At most this many pull requests are read, because they only make the message more precise. */
const CHANGES_OF_AT_MOST = 20;

async function changedBy(
  unread: readonly UnreadPull[],
  history: Context['history'],
): Promise<ReadonlyMap<number, ReadonlySet<string>>> {
  const found = new Map<number, ReadonlySet<string>>();
  for (const [at, { pull }] of unread.entries()) {
    if (at >= CHANGES_OF_AT_MOST) found.set(pull.number, new Set());
    else if (pull.mergeCommit !== null && (await history.ensureFetched(pull.mergeCommit)))
      found.set(pull.number, await history.changesOf(pull.mergeCommit));
  }
  return found;
}

/** Changes that a run has already failed for; changes that were not examined keep their state. */
function reportedAfter(
  unapproved: readonly Unapproved[],
  { state, isInPlan }: { readonly state: State; readonly isInPlan: (key: CampaignKey) => boolean },
): State['reported'] {
  return new Map([
    ...[...state.reported].filter(([key]) => !isInPlan(key)),
    ...unapproved.flatMap(({ key, changeId, isDriftOnly }) =>
      isDriftOnly ? [] : [[key, changeId ?? NO_CHANGE] as const],
    ),
  ]);
}
