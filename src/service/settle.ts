import { audienceSize } from './campaign/audience.ts';
import { childOf, dueAt, sendsInAll, stepAt } from './campaign/lifecycle.ts';
import type { IdGenerator } from './id-generator.ts';
import type { DueCampaign } from './store/campaign-table.ts';
import type { Store } from './store/store.ts';

interface World {
  readonly store: Store;
  readonly ids: IdGenerator;
}

const DAY_MS = 86_400_000;

/**
 * Children that one campaign gets out of one jump of the clock at most: a clock put a thousand years ahead would
 * otherwise be busy with a daily campaign for minutes. Sends beyond that are left out.
 */
const CHILDREN_A_JUMP = 1000;

/** Delivery types with a reachability estimate. Specification, Get Campaign Meta. */
const ESTIMATED = ['ONE_TIME', 'BUSINESS_EVENT_TRIGGERED', 'EVENT_TRIGGERED'];

/** Does what the clock has brought since the last request: sends and ends of sends, and the estimates of the day. */
export function settle(world: World, now: number): void {
  const { store } = world;
  if (!store.campaigns.firstDue(now) && isComputed(store, now)) return;
  store.atomically(() => {
    const sends = new Map<string, number>();
    for (let due = store.campaigns.firstDue(now); due; due = store.campaigns.firstDue(now)) {
      computeReachability(store, due.due);
      const { workspace, record } = due;
      const before = sends.get(record.id) ?? 0;
      if (record.status === 'ACTIVE') sends.set(record.id, before + 1);
      if (before < CHILDREN_A_JUMP) step(world, due);
      else store.campaigns.put(workspace, record, dueAt(record, now));
    }
    computeReachability(store, now);
  });
}

function step({ store, ids }: World, { workspace, record, due }: DueCampaign): void {
  const next = stepAt(record, due);
  if (next.kind === 'moved') {
    store.campaigns.putLive(workspace, next.record, next.due);
    return;
  }
  const made = store.campaigns.countChildren(workspace, record.campaign_id);
  const left = (sendsInAll(record) ?? Infinity) - made;
  if (left > 0) {
    const child = childOf(record, { id: ids.campaignId(due), at: due });
    store.campaigns.put(workspace, child, dueAt(child, due));
  }
  const isOver = left <= 1 || next.due === null;
  const parent = isOver ? ({ ...record, status: 'SENT' } as const) : record;
  store.campaigns.putLive(workspace, parent, isOver ? null : next.due);
}

function isComputed(store: Store, now: number): boolean {
  const last = store.recall('reachability_computed');
  return last !== null && last >= midnight(now);
}

/** Once a day, at midnight UTC, for the campaigns that are scheduled then; what was known before is out of date. */
function computeReachability(store: Store, now: number): void {
  if (isComputed(store, now)) return;
  const isFirst = store.recall('reachability_computed') === null;
  store.remember('reachability_computed', midnight(now));
  if (isFirst) return;
  store.reachability.clear();
  for (const { workspace, record } of store.campaigns.withStatus('SCHEDULED')) {
    if (!ESTIMATED.includes(record.campaign_delivery_type)) continue;
    const count = audienceSize(record, store.users.list(workspace));
    store.reachability.put(workspace, record.id, { count, at: midnight(now) });
  }
}

function midnight(instant: number): number {
  return Math.floor(instant / DAY_MS) * DAY_MS;
}
