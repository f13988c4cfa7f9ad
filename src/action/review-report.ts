import type { Approval, ReportedChanges } from '../model/approval.ts';
import type { CampaignKey } from '../model/campaign.ts';
import type { Plan, Transition } from '../model/plan.ts';
import { isEmergencyStop, sendsAs } from '../model/transitions.ts';
import type { NotReviewed } from '../model/decision.ts';
import type { Collected, UnreadPull } from '../review/collect.ts';
import type { PlanReview, Unapproved } from '../review/review-plan.ts';

/** Stands for the ID of a change that is blocked as a whole. */
export const NO_CHANGE = '0'.repeat(16);

interface Found {
  readonly review: PlanReview;
  readonly found: Collected;
  readonly approvals: readonly Approval[];
  readonly plan: Plan;
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
  /** Merged pull requests without a valid plan. */
  unread: readonly UnreadPull[] = [];
  unapproved: readonly Unapproved[] = [];
  /** Without a review key, no plan is valid. */
  missingKey = false;
  /** Changes for which no earlier run has failed. */
  readonly fresh = new Set<CampaignKey>();
  /** The files of each campaign, to find the pull requests about it. */
  private files: ReadonlyMap<CampaignKey, readonly string[]> = new Map();
  /** The pauses and stops of the plan. */
  private emergencyStops: ReadonlyMap<CampaignKey, Transition> = new Map();
  private changed: Found['changed'] = new Map();
  /** The files that the push of this run changed. */
  readonly ownFiles: ReadonlySet<string> | 'all';

  constructor(ownFiles: ReadonlySet<string> | 'all' = new Set()) {
    this.ownFiles = ownFiles;
  }

  collect({ review, found, approvals, plan, reported, changed }: Found): void {
    this.changed = changed;
    for (const pull of review.pulls) this.approving.add(pull);
    const isOpen = ({ steps }: Approval) => steps.some(({ end }) => end === undefined);
    const added = new Set(found.added.map(({ pull }) => pull));
    for (const one of approvals) if (isOpen(one) || added.has(one.pull)) this.pulls.add(one.pull);
    this.unread = found.unread;
    this.unapproved = review.unapproved;
    this.files = new Map(
      plan.campaigns.map(({ key, desired, file }) => [
        key,
        desired?.sources ?? (file === null ? [] : [file]),
      ]),
    );
    this.emergencyStops = new Map(
      plan.campaigns.flatMap(({ key, transition }) =>
        transition && isEmergencyStop(transition.action) ? [[key, transition] as const] : [],
      ),
    );
    for (const { key, changeId, isDriftOnly } of review.unapproved)
      if (!isDriftOnly && (changeId ?? NO_CHANGE) !== reported.get(key)) this.fresh.add(key);
    for (const { key } of review.unapproved)
      for (const { pull } of this.unreadAbout(key)) this.pulls.add(pull.number);
  }

  /**
   * Changes that are not approved, except drift. `new`: this run is about them, or no run has failed for them yet, so
   * this one does. `old`: other pull requests left them pending, and an earlier run has failed for that.
   */
  pending(which: 'new' | 'old'): readonly Unapproved[] {
    const isNew = ({ key }: Unapproved) => this.fresh.has(key) || this.isOwn(key);
    return this.unapproved
      .filter((one) => !one.isDriftOnly && isNew(one) === (which === 'new'))
      .toSorted((left, right) => Number(this.isOwn(right.key)) - Number(this.isOwn(left.key)));
  }

  /** Campaigns whose open steps all wait for something other than a review. */
  blocked(): ReadonlySet<CampaignKey> {
    return new Set(this.unapproved.filter(isBlocked).map(({ key }) => key));
  }

  /** Campaigns that the merge of this run is about; a merge that affects every campaign is about none in particular. */
  ownCampaigns(): ReadonlySet<CampaignKey> {
    return new Set(this.ownFiles === 'all' ? [] : [...this.files.keys()].filter((key) => this.isOwn(key)));
  }

  /** Whether a campaign is part of what was just merged. */
  private isOwn(key: CampaignKey): boolean {
    return this.ownFiles === 'all' || (this.files.get(key) ?? []).some((file) => this.isOwnFile(file));
  }

  private isOwnFile(file: string): boolean {
    return this.ownFiles !== 'all' && this.ownFiles.has(file);
  }

  /** Why a change is skipped, and whether the campaign therefore still sends. */
  reasonFor(unapproved: Unapproved): NotReviewed {
    const { key, steps } = unapproved;
    const stop = this.emergencyStops.get(key) ?? null;
    const status = steps.some(({ name }) => name === stop?.action) ? sendsAs(stop) : undefined;
    return { ...this.whyUnapproved(unapproved), ...(status && { sendsAs: status }) };
  }

  private whyUnapproved({ key, steps, isDriftOnly }: Unapproved): NotReviewed {
    if (this.missingKey) return { kind: 'no-review-key' };
    if (isDriftOnly) return { kind: 'drift' };
    const unread = this.unreadAbout(key).map(({ pull, why }) => ({ pull: pull.number, why }));
    return { kind: 'not-approved', steps, unread };
  }

  /** Merged pull requests that touched a campaign but approve none of its changes: the newest ones. */
  unreadAbout(key: CampaignKey): readonly UnreadPull[] {
    const files = this.files.get(key) ?? [];
    const about = this.unread.filter((one) => {
      const changed = this.changed.get(one.pull.number);
      // If its files are unknown, it may be about any campaign.
      return changed === undefined || files.some((file) => changed.has(file));
    });
    return about.slice(0, PULLS_AT_MOST);
  }
}

/** At most this many pull requests are named for one campaign. */
const PULLS_AT_MOST = 3;

/**
 * Whether nothing is sent because the change is blocked, and not because a review is missing, so that another pull
 * request would not help.
 */
export function isBlocked({ steps }: Unapproved): boolean {
  return steps.every(({ decision }) => decision.kind === 'out-of-date' && decision.difference === 'blocked');
}
