import type { CampaignKey } from './campaign.ts';
import type { JsonObject } from './json.ts';

/** One request of a change as reviewers saw it: without authors, components in canonical form. */
export type StepMeaning =
  | {
      readonly kind: 'create';
      readonly channel: string;
      readonly type: string;
      readonly components: JsonObject;
    }
  | { readonly kind: 'update'; readonly components: JsonObject }
  | { readonly kind: 'transition'; readonly action: string };

/** All that a change id digests: the steps in their order, and what live was when they were planned. */
export type ChangeMeaning = {
  readonly version: number;
  readonly key: string;
  readonly steps: readonly StepMeaning[];
  readonly base: {
    readonly campaign_id: string | null;
    readonly status: string | null;
    readonly components: JsonObject;
  };
  readonly consents: readonly string[];
};

/** Why an approval approves nothing any more. */
export type ApprovalEnd =
  /** All its steps were sent. */
  | 'done'
  /** The campaign is as the files say, whoever did it. */
  | 'in-sync'
  /** A pull request that was merged later is about the same campaign. */
  | 'newer';

/** One campaign of a merged pull request: the change that was reviewed, and how much of it is done. */
export interface ApprovedChange {
  readonly key: CampaignKey;
  /** 16 hex digits, as signed; null where the pull request touched the campaign and nothing was to be done. */
  readonly changeId: string | null;
  /** The id of its PAUSE or STOP alone, where there is more to the change: whatever moves, the brake goes. */
  readonly brakeId: string | null;
  /** What one of the ids digests; undefined until an apply found such a change, and again when all is over. */
  readonly meaning: ChangeMeaning | undefined;
  /** How many of the steps were sent, from the first one. */
  readonly done: number;
  /** Undefined while it still approves something. */
  readonly end: ApprovalEnd | undefined;
}

/** The review of one merged pull request. */
export interface Approval {
  readonly pull: number;
  /** Counts up in the order of merging: of two approvals the one with the greater number is newer. */
  readonly order: number;
  /** The commit on the base branch by which it was found. */
  readonly commit: string;
  /** The signed marker to the letter, as it stood in the comment: verified again whenever it is used. */
  readonly marker: string;
  /** Sorted by key. */
  readonly changes: readonly ApprovedChange[];
}

/** A step that was sent with success, whoever asked for it. */
interface StepDone {
  readonly key: CampaignKey;
  readonly change: string;
  readonly components: readonly string[];
}

/** The approvals after a step: what it used up never approves again. */
export function useUp(approvals: readonly Approval[], step: StepDone): readonly Approval[] {
  return approvals.map((approval) =>
    approval.changes.some((change) => isNextOf(change, step))
      ? {
          ...approval,
          changes: approval.changes.map((change) => (isNextOf(change, step) ? advanced(change) : change)),
        }
      : approval,
  );
}

function isNextOf({ key, meaning, done, end }: ApprovedChange, step: StepDone): boolean {
  const next = meaning?.steps[done];
  if (key !== step.key || end !== undefined || next?.kind !== step.change) return false;
  return (
    next.kind !== 'update' || Object.keys(next.components).every((name) => step.components.includes(name))
  );
}

function advanced(change: ApprovedChange): ApprovedChange {
  const done = change.done + 1;
  return done === change.meaning?.steps.length ? ended({ ...change, done }, 'done') : { ...change, done };
}

/** The same change when it is over: what it was stays in the history of the branch. */
export function ended(change: ApprovedChange, end: ApprovalEnd): ApprovedChange {
  return { ...change, meaning: undefined, end };
}

/** Why an older review of a campaign counts no more. */
export type Overruling =
  /** A newer one was planned with the older one merged already: what it says of a campaign is the whole truth. */
  | { readonly kind: 'knew'; readonly older: number; readonly newer: number }
  /** A pull request that was merged later touches these campaigns, and nothing that it shows takes the older one's place. */
  | { readonly kind: 'closed'; readonly older: number; readonly keys: TouchedKeys };

/** Campaigns that a change of files is about; `all` where it changes what every campaign is planned by. */
export type TouchedKeys = 'all' | ReadonlySet<CampaignKey>;

export function isTouched(key: CampaignKey, touched: TouchedKeys): boolean {
  return touched === 'all' || touched.has(key);
}

/**
 * The approvals where newer pull requests have taken the place of older ones. Where two that knew of each other approve
 * the very same change, what is done of it stays done.
 */
export function overrule(
  approvals: readonly Approval[],
  overrulings: readonly Overruling[],
): readonly Approval[] {
  return overrulings.reduce(overruleOne, approvals);
}

function overruleOne(approvals: readonly Approval[], overruling: Overruling): readonly Approval[] {
  switch (overruling.kind) {
    case 'knew':
      return replaceOlder(approvals, overruling);
    case 'closed':
      return approvals.map((one) => (one.pull === overruling.older ? close(one, overruling.keys) : one));
  }
}

function close(approval: Approval, touched: TouchedKeys): Approval {
  const isOver = ({ key, end }: ApprovedChange) => end === undefined && isTouched(key, touched);
  return {
    ...approval,
    changes: approval.changes.map((change) => (isOver(change) ? ended(change, 'newer') : change)),
  };
}

function replaceOlder(
  approvals: readonly Approval[],
  { older, newer }: Pick<Extract<Overruling, { kind: 'knew' }>, 'older' | 'newer'>,
): readonly Approval[] {
  const openOf = (pull: number, key: CampaignKey) =>
    approvals
      .find((one) => one.pull === pull)
      ?.changes.find((change) => change.key === key && change.end === undefined);
  const both = ({ key }: ApprovedChange) => openOf(older, key) && openOf(newer, key);
  return approvals.map((approval) => {
    if (approval.pull !== older && approval.pull !== newer) return approval;
    const changes = approval.changes.map((change) => {
      const before = openOf(older, change.key);
      if (!before || !both(change)) return change;
      if (approval.pull === older) return ended(change, 'newer');
      const isSame = change.changeId !== null && change.changeId === before.changeId;
      return isSame ? { ...change, meaning: before.meaning, done: before.done } : change;
    });
    return { ...approval, changes };
  });
}
