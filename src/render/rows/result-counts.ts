import { isUnseen, isUnsent } from '../../model/failure.ts';
import type { CampaignKey } from '../../model/campaign.ts';
import type { Note, Plan, PlannedCampaign } from '../../model/plan.ts';
import type { Result } from '../../model/result.ts';
import { keptInClone } from './result-rows.ts';

/**
 * What a run did and didn't do, in changes: everything that a plan does to one campaign is one change. The numbers are those
 * of the plan: what it counts as created isn't counted as blocked, too.
 */
export interface ResultCounts {
  /** Changes of which every request was sent. */
  readonly applied: number;
  /** Changes of which only some requests were sent. */
  readonly inPart: number;
  /** These, and the changes of the plan of which nothing was sent or nothing is done. */
  readonly total: number;
  /** Changes that an earlier run sent and this one only recorded. */
  readonly recorded: number;
  readonly failed: number;
  readonly unsent: number;
  readonly stale: number;
  readonly notReviewed: number;
  readonly blocked: number;
  readonly unconfirmed: number;
  readonly keptInClone: number;
  readonly deferred: number;
}

export function countResult(result: Result, plan: Pick<Plan, 'campaigns'> | undefined): ResultCounts {
  const { deferred, stale, held, unconfirmed } = result;
  const now = result.applied.filter((one) => !one.isRecovered);
  // A change whose outcome could not be recorded was made: it counts as applied.
  const kept = keptInClone(result);
  const failed = result.failed.filter((one) => !kept.has(one));
  const reviewed = held.filter(({ reason }) => reason !== 'not-reviewed');
  const steps = new Map(plan?.campaigns.map((one) => [one.key, one.steps.length]));
  const isLeft = ({ key }: Keyed) => (steps.get(key) ?? 0) > now.filter((one) => one.key === key).length;
  const open = keysOf([
    ...[...deferred, ...stale, ...failed.filter(isPlanned)],
    ...[...reviewed, ...unconfirmed].filter(isLeft),
  ]);
  const created = keysOf(now.filter(({ change }) => change === 'create'));
  // What can't be read is listed with the failures.
  const isBlocked = ({ key, reason }: Result['held'][number]) =>
    reason !== 'unreadable' && (open.has(key) || !created.has(key));
  return {
    applied: keysOf(now.filter(({ key }) => !open.has(key))).size,
    inPart: keysOf(now.filter(({ key }) => open.has(key))).size,
    total: new Set([...keysOf(now), ...open]).size,
    recorded: keysOf(result.applied.filter((one) => one.isRecovered)).size,
    failed: keysOf(failed.filter((one) => !isUnsent(one) && !isUnseen(one))).size,
    unsent: keysOf(failed.filter(isUnsent)).size,
    stale: keysOf(stale).size,
    notReviewed: keysOf(held.filter(({ reason }) => reason === 'not-reviewed')).size,
    blocked: keysOf(reviewed.filter(isBlocked)).size,
    unconfirmed: keysOf([...unconfirmed, ...failed.filter(isUnseen)]).size,
    keptInClone: keysOf([...kept]).size,
    deferred: keysOf(deferred).size,
  };
}

/** Whether what failed is part of the plan: not a campaign that can't be read, or what an earlier run sent. */
function isPlanned({ cause }: Result['failed'][number]): boolean {
  if (cause.code === 'unclear') return cause.found !== 'earlier';
  return !(cause.code === 'unreadable' && cause.before === 'plan');
}

interface Keyed {
  readonly key: CampaignKey;
}

function keysOf(all: readonly Keyed[]): Set<CampaignKey> {
  return new Set(all.map(({ key }) => key));
}

/** Campaigns without a file that are still sending. A run doesn't change them, but must not call them in sync. */
export function stillSending(plan: Plan | undefined): PlannedCampaign[] {
  return notedAs('still-sending', plan);
}

/** Campaigns whose file asks for a stop that comes too late: they were already sent. */
export function sentBeforeStop(plan: Plan | undefined): PlannedCampaign[] {
  return notedAs('too-late-to-stop', plan);
}

function notedAs(kind: Note['kind'], plan: Plan | undefined): PlannedCampaign[] {
  return (plan?.campaigns ?? []).filter(({ notes }) => notes.some((note) => note.kind === kind));
}
