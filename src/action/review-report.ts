import type { Approval, ReportedChanges, NotReviewed } from '../model/approval.ts';
import type { CampaignKey } from '../model/campaign.ts';
import type { Plan, PlannedCampaign } from '../model/plan.ts';
import { sendsAs } from '../model/transitions.ts';
import type { Collected, UnreadPull } from '../review/collect.ts';
import type { PlanReview, Unapproved } from '../review/review-plan.ts';

/** Stands for the ID of a change that is blocked as a whole. */
export const NO_CHANGE = '0'.repeat(16);

/** At most this many pull requests are named for one campaign. */
const PULLS_AT_MOST = 3;

interface Found {
  readonly review: PlanReview;
  readonly found: Collected;
  readonly approvals: readonly Approval[];
  readonly plan: Pick<Plan, 'campaigns'>;
  readonly reported: ReportedChanges;
  /** Files that unread pull requests changed, by pull request number, as far as they are known. */
  readonly changed: ReadonlyMap<number, ReadonlySet<string>>;
}

/** The findings of a review: the pull requests, and whether the run fails. */
export class ReviewReport {
  /** Pull requests that get a comment about the result: they approve something, or did so until now. */
  readonly pulls = new Set<number>();
  /** Those of them that approve part of today's plan. */
  readonly approving = new Set<number>();
  /** Recorded pull requests whose signatures are no longer valid. */
  readonly unverified: number[] = [];
  /** Without a review key, no plan is valid. */
  missingKey = false;
  /** The files that the push of this run changed. */
  readonly ownFiles: ReadonlySet<string> | 'all';
  private known: Found | undefined;
  private campaigns: ReadonlyMap<CampaignKey, PlannedCampaign> = new Map();

  constructor(ownFiles: ReadonlySet<string> | 'all' = new Set()) {
    this.ownFiles = ownFiles;
  }

  collect(known: Found): void {
    this.known = known;
    this.campaigns = new Map(known.plan.campaigns.map((one) => [one.key, one]));
    const { review, found, approvals } = known;
    for (const pull of review.pulls) this.approving.add(pull);
    const added = new Set(found.added.map(({ pull }) => pull));
    for (const { pull, steps } of approvals)
      if (added.has(pull) || steps.some(({ end }) => end === undefined)) this.pulls.add(pull);
    for (const { key } of review.unapproved)
      for (const { pull } of this.unreadAbout(key)) this.pulls.add(pull.number);
  }

  /** Unapproved changes, except drift, that this run is about, or for which no run has failed yet, so this one does. */
  pending(): readonly Unapproved[] {
    const { review, reported } = this.known ?? {};
    return (review?.unapproved ?? [])
      .filter((one) => !one.isDriftOnly)
      .filter(({ key, changeId }) => (changeId ?? NO_CHANGE) !== reported?.get(key) || this.isOwn(key))
      .toSorted((left, right) => Number(this.isOwn(right.key)) - Number(this.isOwn(left.key)));
  }

  /** Campaigns that the merge of this run is about; a merge that affects every campaign is about none in particular. */
  ownCampaigns(): ReadonlySet<CampaignKey> {
    const keys = this.ownFiles === 'all' ? [] : [...this.campaigns.keys()];
    return new Set(keys.filter((key) => this.isOwn(key)));
  }

  /** Whether a campaign is part of what was just merged. */
  private isOwn(key: CampaignKey): boolean {
    const { ownFiles } = this;
    return ownFiles === 'all' || this.filesOf(key).some((file) => ownFiles.has(file));
  }

  private filesOf(key: CampaignKey): readonly string[] {
    const planned = this.campaigns.get(key);
    return planned?.desired?.sources ?? (planned?.file ? [planned.file] : []);
  }

  /** Why a change is skipped, and whether the campaign therefore still sends. */
  reasonFor({ key, steps, isDriftOnly }: Unapproved): NotReviewed {
    const transition = this.campaigns.get(key)?.transition ?? null;
    const status = steps.some(({ name }) => name === transition?.action) ? sendsAs(transition) : undefined;
    const sends = status && { sendsAs: status };
    if (this.missingKey) return { kind: 'no-review-key', ...sends };
    if (isDriftOnly) return { kind: 'drift', ...sends };
    const unread = this.unreadAbout(key).map(({ pull, why }) => ({ pull: pull.number, why }));
    return { kind: 'not-approved', steps, unread, ...sends };
  }

  /** Merged pull requests that touched a campaign but approve none of its changes: the newest ones. */
  unreadAbout(key: CampaignKey): readonly UnreadPull[] {
    const { found, changed } = this.known ?? {};
    const files = this.filesOf(key);
    // If its files are unknown, a pull request may be about any campaign.
    const isAbout = ({ pull }: UnreadPull) =>
      !changed?.has(pull.number) || files.some((file) => changed.get(pull.number)?.has(file));
    return (found?.unread ?? []).filter(isAbout).slice(0, PULLS_AT_MOST);
  }
}
