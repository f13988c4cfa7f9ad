import { audienceSize } from '../domain/campaign/audience.ts';
import type { NewId } from '../domain/campaign/campaign-record.ts';
import { childOf, dueAt, stepAt } from '../domain/campaign/lifecycle.ts';
import { unprocessable } from '../domain/failure.ts';
import { valueAt } from '../domain/json.ts';
import type { DueCampaign } from './campaign-table.ts';
import type { Store } from './store.ts';
import type { User } from '../domain/user.ts';

interface World {
  readonly store: Store;
  readonly newId: NewId;
}

const DAY_MS = 86_400_000;

/** Delivery types with a reachability estimate. Specification, Get Campaign Meta. */
const ESTIMATED = ['ONE_TIME', 'BUSINESS_EVENT_TRIGGERED', 'EVENT_TRIGGERED'];

/**
 * Applies everything that has become due since the last request, in order: starts and ends of sends, and the daily
 * estimates. The result does not depend on how many steps the clock took. Throws a `Refusal` if there are more than
 * `mostSends`; nothing has changed then.
 */
export function advanceLifecycle(world: World, now: number, mostSends = Infinity): void {
  const { store } = world;
  if (!store.campaigns.firstDue(now) && isComputed(store, now)) return;
  store.atomically(() => {
    let sends = 0;
    for (let due = store.campaigns.firstDue(now); due; due = store.campaigns.firstDue(now)) {
      if (step(world, due)) sends += 1;
      if (sends > mostSends)
        throw unprocessable(`this would send more than ${mostSends} times: move the clock in smaller steps`);
    }
    computeReachability(store, now);
  });
}

/** Applies one change to a campaign. Returns whether it sent. */
function step({ store, newId }: World, { workspace, record, due }: DueCampaign): boolean {
  const next = stepAt(record, due);
  if (next.kind === 'moved') {
    store.campaigns.putLive(workspace, next.record, next.due);
    return false;
  }
  const inAll = valueAt(record, 'scheduling_details', 'periodic_details', 'no_of_occurences');
  const made = store.campaigns.countChildren(workspace, record.campaign_id);
  const left = typeof inAll === 'number' ? inAll - made : Infinity;
  const child = childOf(record, { id: newId(due), at: due });
  if (left > 0) store.campaigns.put(workspace, child, dueAt(child, due));
  const isOver = left <= 1 || next.due === null;
  const parent = isOver ? ({ ...record, status: 'SENT' } as const) : record;
  store.campaigns.putLive(workspace, parent, isOver ? null : next.due);
  return left > 0;
}

function isComputed(store: Store, now: number): boolean {
  const last = store.recall('reachability_computed');
  return last !== null && last >= midnight(now);
}

/** Computes estimates at midnight UTC. Only requests schedule a campaign, so it was scheduled then. */
function computeReachability(store: Store, now: number): void {
  if (isComputed(store, now)) return;
  const isFirst = store.recall('reachability_computed') === null;
  restartReachability(store, now);
  if (isFirst) return;
  const users = new Map<string, readonly User[]>();
  for (const { workspace, record } of store.campaigns.liveWithStatus('SCHEDULED')) {
    if (!ESTIMATED.includes(record.campaign_delivery_type)) continue;
    const known = users.get(workspace) ?? store.users.list(workspace);
    users.set(workspace, known);
    const count = audienceSize(record, known);
    store.reachability.put(workspace, record.id, { count, at: midnight(now) });
  }
}

/** Discards all estimates. None are computed before the day of this instant is over. */
export function restartReachability(store: Store, now: number): void {
  store.reachability.clear();
  store.remember('reachability_computed', midnight(now));
}

function midnight(instant: number): number {
  return Math.floor(instant / DAY_MS) * DAY_MS;
}
