import { BATCH_SIZE } from '../../src/apply/batch.ts';
import { awaitSlot, backOff, LEAD_MS, slots, SPREAD_MS } from '../../src/apply/creation-quota.ts';
import { Run } from '../../src/apply/run.ts';
import { waitForQuota } from '../../src/apply/send-guards.ts';
import { EMPTY_STATE, type Ledger } from '../../src/model/state.ts';
import { DAY_MS, MINUTE_MS } from '../../src/model/time.ts';
import { afterSuccess } from '../../src/quota/backoff.ts';
import { withAttempt, withSuccess } from '../../src/quota/slots.ts';
import { GIT_MS, emptyOrigin, WatchedLease, type Applier, type Held } from './lease-model.ts';
import { Client, LATENCY_MS, leastTime, type ServiceModel } from './service-model.ts';
import { Turns } from './virtual-time.ts';

/** A merged change of one campaign. Instants are epoch milliseconds. */
export interface Change {
  readonly kind: 'create' | 'update';
  readonly mergedAt: number;
  /** When a run first got to it. */
  reachedAt?: number;
  doneAt?: number;
}

/** The waits of one kind, in milliseconds. */
export type Waits = Record<
  'runner' | 'reads' | 'merge-queue' | 'turn' | 'lease' | 'quota' | 'edit-live' | 'new-live',
  number[]
>;

/** A workspace: its service, its state branch and its lease. */
export class WorkspaceModel {
  readonly name: string;
  readonly service: ServiceModel;
  readonly campaigns: number;
  readonly changes: Change[] = [];
  readonly turns = new Turns(1);
  readonly origin = emptyOrigin();
  readonly holdings: Held[] = [];
  /** When a run was refused the lease that no other run has had since. */
  refusedAt: number[] = [];
  ledger: Ledger = { attempts: [], successes: [] };
  /** Creations of ours that the service refused, because it counts more than the ledger. */
  refusedCreations = 0;
  /** The newest merge that was applied. */
  appliedUpTo = -Infinity;

  constructor(name: string, campaigns: number, service: ServiceModel) {
    this.name = name;
    this.campaigns = campaigns;
    this.service = service;
  }

  pending(upTo: number): Change[] {
    return this.changes.filter(({ mergedAt, doneAt }) => mergedAt <= upTo && doneAt === undefined);
  }

  /** Times that no window counts anymore are forgotten, as src/state does. */
  record(ledger: Ledger, now: number): void {
    const isCounted = (at: number) => at > now - DAY_MS - MINUTE_MS;
    this.ledger = {
      attempts: ledger.attempts.filter(isCounted),
      successes: ledger.successes.filter(isCounted),
    };
  }
}

/** A page of a search. */
export const PAGE = 15;
/** Searches that a reviewed apply sends to see other campaigns' statuses: src/app/record-moved.ts. */
export const MOVED_SEARCHES = 20;
/** What one run is to apply. */
export interface ApplyRequest {
  readonly workspace: WorkspaceModel;
  readonly applier: Applier;
  readonly waits: Waits;
  /** The merge that it has checked out. */
  readonly upTo: number;
  /** The input `max-wait`. */
  readonly maxWaitMs: number;
  /** Without a review, every campaign is read. */
  readonly reads: 'approved' | 'all' | 'few';
}

/** One apply, from taking the lease to its release. */
export async function applyOnce(request: ApplyRequest): Promise<'done' | 'superseded' | 'failed' | 'lease'> {
  const { workspace, applier, waits, upTo } = request;
  const { clock } = applier;
  const lease = new WatchedLease(workspace.name, workspace.origin, applier, workspace.holdings);
  if ((await lease.take()).kind !== 'held') {
    workspace.refusedAt.push(clock.now());
    return 'lease';
  }
  waits.lease.push(0, ...workspace.refusedAt.splice(0).map((at) => clock.now() - at));
  try {
    if (upTo < workspace.appliedUpTo) return 'superseded';
    workspace.appliedUpTo = upTo;
    return (await applyUnderLease(request, lease)) ? 'done' : 'failed';
  } finally {
    await lease.free();
  }
}

/** False if the service or the lease ended it early. */
async function applyUnderLease(request: ApplyRequest, lease: WatchedLease): Promise<boolean> {
  const { workspace, applier, reads, upTo, waits } = request;
  const { clock } = applier;
  const client = new Client(workspace.service, clock);
  const pending = reads === 'few' ? [] : workspace.pending(upTo);
  const creations = pending.filter(({ kind }) => kind === 'create');
  const updates = pending.filter(({ kind }) => kind === 'update');
  const all = { all: workspace.campaigns, approved: updates.length, few: PAGE }[reads];
  // Each new name is searched for twice: src/remote/name-searches.ts.
  const searches = Math.ceil(all / PAGE) + 2 * creations.length;
  if (!(await timed(waits, client, searches))) return false;
  for (let at = 0; at < updates.length; at += BATCH_SIZE) {
    const batch = updates.slice(at, at + BATCH_SIZE);
    await clock.sleep(GIT_MS);
    if (!(await client.search(1))) return false;
    for (const change of batch) {
      if ((await lease.check()).kind !== 'held' || !(await client.call('update'))) return false;
      change.doneAt = clock.now();
    }
    if (!(await client.search(1))) return false;
    await clock.sleep(GIT_MS);
  }
  const isHeld = await create(request, { lease, client, creations });
  return isHeld && (reads !== 'approved' || (await client.search(MOVED_SEARCHES)));
}

/** Searches, and notes how much longer they took than without limits. */
export async function timed(waits: Waits, client: Client, searches: number): Promise<boolean> {
  if (searches === 0) return true;
  const began = client.now();
  const isComplete = await client.search(searches);
  waits.reads.push(Math.max(0, client.now() - began - leastTime(searches)));
  return isComplete;
}

interface Creating {
  readonly lease: WatchedLease;
  readonly client: Client;
  readonly creations: readonly Change[];
}

/** Creates what the quota allows until the deadline, in the order and with the waits of src/apply/apply-plan.ts. */
async function create(request: ApplyRequest, { lease, client, creations }: Creating): Promise<boolean> {
  const { workspace, upTo } = request;
  const { clock } = request.applier;
  const run = runFor(request, lease);
  const { deadline } = run.options;
  for (const change of creations) change.reachedAt ??= clock.now();
  for (;;) {
    const waiting = creations.filter(({ doneAt }) => doneAt === undefined);
    const instants = slots(run, waiting.length);
    const [first] = instants;
    const now = clock.now();
    if (first === undefined || first > Math.max(now, deadline)) return true;
    if (first - LEAD_MS > now) {
      await waitForQuota(run, first - LEAD_MS);
      if (run.stopped !== undefined) return false;
      // Another run applied a newer merge during the wait. It has these creations, too.
      if (upTo < workspace.appliedUpTo) return true;
      continue;
    }
    const inTime = instants.filter((at) => at <= Math.max(now, Math.min(first + SPREAD_MS, deadline)));
    await clock.sleep(GIT_MS);
    for (const change of waiting.slice(0, Math.min(inTime.length, BATCH_SIZE))) {
      if (!(await awaitSlot(run))) break;
      if ((await lease.check()).kind !== 'held') return false;
      // After a death before the answer, the next run finds the campaign, and counts it (src/apply/recover.ts).
      const answer = await client.send('create', () => {
        change.doneAt = clock.now();
        run.ledger = withSuccess(run.ledger, clock.now() + LATENCY_MS / 2);
        workspace.record(run.ledger, clock.now());
      });
      if (answer.kind === 'done') run.backoff = afterSuccess(run.backoff);
      else {
        workspace.refusedCreations += 1;
        run.ledger = withAttempt(run.ledger, clock.now());
        workspace.record(run.ledger, clock.now());
        backOff(run, answer.retryAfterMs);
      }
    }
    if (!(await client.search(1))) return false;
    await clock.sleep(GIT_MS);
  }
}

/** A run of src/apply, of which only what decides about waits is used. */
function runFor({ workspace, applier, maxWaitMs }: ApplyRequest, lease: WatchedLease): Run {
  const { clock, run: runId } = applier;
  const state = () => ({ ...EMPTY_STATE, ledger: workspace.ledger });
  const reload = () =>
    Promise.resolve({ kind: 'recorded', news: { state: state(), changed: new Set<never>() } } as const);
  const unused = () => Promise.reject(new Error('the simulation records nothing this way'));
  return new Run(
    {
      ...{ workspace: workspace.name, runId, lease, clock, deadline: clock.now() + maxWaitMs },
      windows: workspace.service.limits.create,
      recorder: { reload, intend: unused, recordOutcome: unused },
      remote: undefined as never,
      chance: { uuid: () => runId, fraction: () => 0 },
      allowed: new Set(),
      policy: { rules: {} },
      locate: () => undefined,
      onProgress: () => undefined,
      signal: new AbortController().signal,
    },
    state(),
  );
}
