import { touchedKeys } from '../load/touched-campaigns.ts';
import { lastApplies, type LastApply } from '../model/audit.ts';
import {
  DELIVERY_TYPES,
  ENDED_STATUSES,
  STATUSES,
  type CampaignStatus,
  type Live,
} from '../model/campaign.ts';
import type { Diagnostic } from '../model/diagnostic.ts';
import type { DriftReport, FilesKnown, Unmanaged } from '../model/drift.ts';
import { byCodeUnit } from '../model/json.ts';
import type { Plan } from '../model/plan.ts';
import { boundIds, type State } from '../model/state.ts';
import { dashboardAddress, isConsent, type ApplyConsent, type Workspace } from '../model/workspace.ts';
import { findDrift } from '../plan/find-drift.ts';
import type { CampaignService } from '../remote/campaign-service.ts';
import { sha256, type InWorkspace } from './context.ts';
import {
  gatherOffline,
  gatherPlan,
  readLive,
  requireAnswers,
  requireFiles,
  type LiveListing,
  type PlanInputs,
} from './gather.ts';
import { UserFailure } from './process/user-failure.ts';
import {
  readCampaigns,
  requireDesired,
  soundCampaigns,
  type OpenCampaigns,
  type World,
} from './reading/load-files.ts';
import { Editors, openStateStore, readRecord, readState } from './record.ts';
import { about, both } from './select-campaigns.ts';
import { withService } from './service.ts';

export interface PlanFilter {
  readonly only?: readonly string[] | undefined;
  readonly allow: readonly ApplyConsent[];
  /** Milliseconds. */
  readonly maxWait: number;
}

/** A plan, the world that it was made for, and what it cost if the service was queried. */
export interface MadePlan extends Pick<World, 'desired' | 'state'> {
  readonly plan: Plan;
  /** Of the files. */
  readonly warnings: readonly Diagnostic[];
  readonly cost?: { readonly searches: number; readonly seconds: number };
  /** For a workspace without any binding: the first campaigns that no file manages. */
  readonly unmanaged?: Unmanaged;
}

/** Plans against what is live. */
export async function planWithService(files: OpenCampaigns, filter: PlanFilter): Promise<MadePlan> {
  const { context, workspace } = files;
  return withService(files, async (service) => {
    const started = context.clock.now();
    const { state } = await readState(openStateStore(context, workspace), files.isOutlined);
    const inputs = inputsFor(files, filter, state);
    const plan = await gatherPlan({ ...inputs, asks: 'changes' }, service);
    const isNew = state.bindings.size === 0 && !filter.only && !files.changes;
    const alone = inputs.desired.length === 0 ? workspace : undefined;
    const listing = isNew ? await listLive(service, 'first', alone) : undefined;
    const seconds = (context.clock.now() - started) / 1000;
    const cost = { searches: service.searches, seconds };
    return { ...inputs, plan, cost, ...(listing && { unmanaged: unmanagedIn(listing, inputs) }) };
  });
}

/**
 * Plans against the state branch. No service is opened, so neither a credential nor a request is needed. `former` is
 * the workspace before a proposal that moves it to another target, or moves it back to the target of its campaigns.
 */
export async function planByRecord(
  files: OpenCampaigns,
  filter: PlanFilter,
  former: Workspace = files.workspace,
): Promise<MadePlan> {
  const storeOf = (one: Workspace) => openStateStore(files.context, one);
  const record = await readRecord(storeOf(former), storeOf(files.workspace));
  const inputs = inputsFor(files, filter, record.state);
  return { ...inputs, plan: await gatherOffline(inputs, record.inputs) };
}

function inputsFor(files: OpenCampaigns, filter: PlanFilter, state: State) {
  const { allow, maxWait } = filter;
  const { changes } = files;
  const world = about(filter.only, requireDesired(files, state));
  const only = both(world.only, changes && touchedKeys(changes.touch, world.desired));
  return {
    ...world,
    editors: new Editors(files),
    only,
    ...(changes && { scope: changes.scope }),
    allowed: new Set(allow.filter(isConsent)),
    maxWaitMs: maxWait,
  } satisfies PlanInputs;
}

/** Every managed campaign compared with what is live, and its last apply, by key. */
interface Status {
  readonly plan: Plan;
  readonly applies: ReadonlyMap<string, LastApply>;
  /** Given if files of these campaigns may have errors. New campaigns whose files have errors are left out. */
  readonly failure?: UserFailure;
}

/** Some campaigns, or all. Throws UserFailure if files have errors and nothing else can be shown. */
export async function readStatus(names: readonly string[] | undefined, target: InWorkspace): Promise<Status> {
  const { context, workspace } = target;
  const files = readCampaigns(target);
  return withService(target, async (service) => {
    const store = openStateStore(context, workspace);
    const { state, tip } = await readState(store);
    const sound = soundCampaigns(files, state);
    const { failure } = sound;
    try {
      const world = about(names, sound);
      const plan = await gatherPlan({ ...world, named: undefined, asks: 'rejections' }, service);
      const status = { plan, applies: lastApplies(await store.trailOf(tip)) };
      // What the user didn't ask for doesn't matter.
      if (!failure || (names?.length && plan.campaigns.every((one) => one.desired))) return status;
      if (plan.campaigns.length > 0) return { ...status, failure };
    } catch (error) {
      if (!failure || !(error instanceof UserFailure)) throw error;
    }
    // Without the files that have errors, the rest may make no sense.
    throw failure;
  });
}

/** An apply may end during the check: its changes then look like drift until the record is read again. */
const READS_AT_MOST = 3;

/** What drifted, and the mistakes in the files that were used for the check. */
interface DriftReading {
  readonly report: DriftReport;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * The differences between live and what was last observed, of all campaigns or of some. Prints nothing and writes nothing,
 * neither to the service nor to any ref. Throws UserFailure if the record, the credential or the service is unavailable.
 * Files with errors don't prevent the check.
 */
export async function findDriftOf(
  target: InWorkspace,
  names: readonly string[] | undefined,
): Promise<DriftReading> {
  const { context, workspace } = target;
  return withService(target, async (service) => {
    const store = openStateStore(context, workspace);
    const files = readCampaigns(target);
    let seen = await readState(store);
    for (let left = READS_AT_MOST; ; left -= 1) {
      const { warnings, failure, ...sound } = soundCampaigns(files, seen.state);
      const kind = failure ? 'with-errors' : 'read';
      const report = await compare(about(names, sound), kind, service);
      const reading = { report, diagnostics: failure?.diagnostics ?? warnings };
      if (report.drifted.length === 0 || left === 1) return reading;
      const now = await readState(store);
      if (now.tip === seen.tip) return reading;
      seen = now;
    }
  });
}

/** Reads live, and compares it with the record. */
async function compare(world: World, files: FilesKnown, service: CampaignService): Promise<DriftReport> {
  const { context, workspace, state, desired, only, named } = world;
  const alone = state.bindings.size === 0 ? workspace : undefined;
  const listing = only ? undefined : await listLive(service, 'all', alone);
  const live = await readLive({ ...world, desired: [] }, service, listing);
  requireAnswers([...live.values()], workspace);
  if (files === 'read') requireFiles(world, live);
  const { policy } = context.configuration;
  const commit = context.repository.head;
  const now = context.clock.now();
  return {
    ...findDrift({
      ...{ workspace, policy, commit, desired, files, state, live, now, digest: sha256 },
      ...(only && { only }),
    }),
    ...(named !== undefined && { named }),
    ...(listing && { unmanaged: unmanagedIn(listing, world) }),
  };
}

/**
 * The maximum number of pages that are listed, of 15 campaigns each: within a minute's limit of searches (open point
 * W25).
 */
const PAGES_AT_MOST = 80;

/**
 * Lists a workspace, or its first campaigns that have not ended; undefined if the service can't list them. `alone`: the
 * workspace if nothing else is asked about it. Throws UserFailure if it then isn't reached, or refuses the credential.
 */
async function listLive(
  service: CampaignService,
  part: 'all' | 'first',
  alone: Workspace | undefined,
): Promise<LiveListing | undefined> {
  const statuses: readonly CampaignStatus[] = STATUSES.filter((status) => !ENDED_STATUSES.includes(status));
  const pages = part === 'all' ? { pagesAtMost: PAGES_AT_MOST } : { statuses, pagesAtMost: 1 };
  const listing = await service.listCampaigns({ children: false, ...pages });
  if (listing.kind === 'unknown') {
    if (alone) requireAnswers([listing], alone);
    return undefined;
  }
  const { campaigns, isWhole } = listing;
  const present = campaigns.flatMap((one) => (one.kind === 'present' ? [one.live] : []));
  return { lives: [...new Map(present.map((live) => [live.id, live])).values()], isWhole };
}

/** The campaigns of a listing that no file manages but could. */
function unmanagedIn({ lives, isWhole }: LiveListing, { state, workspace }: World): Unmanaged {
  const managed = boundIds(state.bindings.values());
  const could = lives.filter(
    ({ id, readOnly, deliveryType }) =>
      !managed.has(id) && readOnly === undefined && DELIVERY_TYPES.some((type) => type === deliveryType),
  );
  // Whether a campaign with an unknown status still sends is unknown, too (open point S12).
  const campaigns = could.filter(
    (live) => live.statusAs !== undefined || !ENDED_STATUSES.includes(live.status),
  );
  const name = ({ name: own = '', id }: Live) => `${own}\0${id}`;
  const sorted = campaigns.toSorted((one, other) => byCodeUnit(name(one), name(other)));
  const dashboards = new Map(sorted.map(({ id }) => [id, dashboardAddress(workspace, id)]));
  return { campaigns: sorted, dashboards, ended: could.length - campaigns.length, isWhole };
}
