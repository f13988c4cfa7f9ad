import {
  couldBe,
  type CampaignKey,
  type Desired,
  type Components,
  type Live,
  DELIVERY_TYPES,
  STATUSES,
  type CampaignId,
  type CampaignStatus,
  isPast,
  ENDED_STATUSES,
} from '../model/campaign.ts';
import { byCodeUnit } from '../model/json.ts';
import type { LiveAnswer, Unknown } from '../model/live-answer.ts';
import { EXIT } from '../model/exit.ts';
import type { Plan, OfflineBaseline } from '../model/plan.ts';
import { boundIds, knownOf, type Binding, type State } from '../model/state.ts';
import { dashboardAddress, type Consent, type Workspace } from '../model/workspace.ts';
import { clampFutureTimestamps } from '../quota/slots.ts';
import { makePlan, type PlannerInputs } from '../plan/make-plan.ts';
import { recordedAnswers } from '../plan/imported-binding.ts';
import type { SameNameAnswer } from '../plan/context.ts';
import type { CampaignService } from '../remote/campaign-service.ts';
import type { Actor } from './record.ts';
import type { InWorkspace } from './context.ts';
import { UserFailure } from './process/user-failure.ts';
import { steady } from '../model/self-changing.ts';
import type { Unmanaged } from '../model/drift.ts';
import type { KnownCampaigns } from '../apply/ports.ts';

/** What to plan; the live campaigns come from elsewhere. */
export interface PlanInputs extends InWorkspace {
  readonly desired: readonly Desired[];
  readonly actors: ReadonlyMap<CampaignKey, Actor>;
  readonly only: ReadonlySet<CampaignKey> | undefined;
  /** If `only` is what changed: since which commit. */
  readonly scope?: PlannerInputs['scope'];
  readonly allowed: ReadonlySet<Consent>;
  /** The campaign, if the user named one and no other. */
  readonly named?: CampaignKey | undefined;
  readonly maxWaitMs: number;
}

interface PlanRequest extends PlanInputs {
  readonly service: CampaignService;
}

/** Reads what is live and makes the plan. Sends only reads. */
export async function gatherPlan(request: PlanRequest, state: State): Promise<Plan> {
  const live = await readLive(request, state);
  const sameName = await searchNames(request, state);
  requireAnswers([...live.values(), ...sameName.values()], request.workspace);
  requireFiles(request, state, live);
  return makePlan({ ...inputsFor(request, state), live, sameName });
}

/** Plans against what was recorded, without sending a request to the service. */
export function gatherOffline(
  request: PlanInputs,
  { state, inputs }: { readonly state: State; readonly inputs: OfflineBaseline },
): Plan {
  const live = recordedAnswers(state);
  requireFiles(request, state, live);
  return makePlan({ ...inputsFor(request, state), live, sameName: new Map(), offline: inputs });
}

/**
 * Throws UserFailure with exit code 5 if there is no file at all for the managed campaigns, because it is probably the
 * wrong folder. A plan of changes doesn't need this check, because it knows that the last file was deleted. Campaigns
 * that have ended need no files.
 */
export function requireFiles(
  { context, desired, scope }: Pick<PlanInputs, 'context' | 'desired' | 'scope'>,
  state: State,
  live: ReadonlyMap<CampaignKey, LiveAnswer>,
): void {
  const isOver = ({ key, deliveryType, status }: Binding) => {
    const answer = live.get(key);
    return isPast(answer?.kind === 'present' ? answer.live : { deliveryType, status: status.seen });
  };
  const managed = [...state.bindings.values()].filter((one) => !isOver(one)).length;
  if (desired.length === 0 && managed > 0 && !scope) {
    throw new UserFailure(EXIT.INVALID, { code: 'no-files', folder: context.folder.path, managed });
  }
}

function inputsFor(request: PlanInputs, state: State): Omit<PlannerInputs, 'live' | 'sameName' | 'offline'> {
  const { context, workspace, desired, actors, only, scope, allowed, named, maxWaitMs } = request;
  const now = context.clock.now();
  return {
    workspace,
    policy: context.configuration.policy,
    commit: context.repository.head,
    desired,
    state: { ...state, ledger: clampFutureTimestamps(state.ledger, now).ledger },
    actors: new Map([...actors].map(([key, { email }]) => [key, email])),
    allowed,
    named,
    ...(only && { only }),
    ...(scope && { scope }),
    now,
    maxWaitMs,
    digest: context.digest,
  };
}

/** What the service answers now for each requested managed campaign; what a listing shows already isn't read again. */
export async function readLive(
  {
    service,
    only,
    desired,
    listing,
  }: Pick<PlanRequest, 'service' | 'only'> & {
    readonly desired?: readonly Desired[];
    readonly listing?: LiveListing | undefined;
  },
  state: State,
): Promise<Map<CampaignKey, LiveAnswer>> {
  const wanted = [...state.bindings.values()].filter(({ key }) => only?.has(key) ?? true);
  const files = new Map(desired?.map(({ key, components }) => [key, components]));
  const known = new Map(wanted.map((one) => [one.campaignId, knownOf(one, files.get(one.key))]));
  const listed = shownBy(listing, known);
  const rest = [...known.keys()].filter((id) => !listed.has(id));
  const read = rest.length === 0 ? [] : await service.readCampaigns(rest, known);
  const answers = new Map([...listed, ...read]);
  const byKey = new Map(
    wanted.flatMap(({ key, campaignId }): [CampaignKey, LiveAnswer][] => {
      const answer = answers.get(campaignId);
      return answer ? [[key, answer]] : [];
    }),
  );
  return withSecondReads(service, byKey, { state, files });
}

/** A campaign whose row is incomplete, or older than our last write, has to be read by its ID. */
function shownBy(listing: LiveListing | undefined, known: KnownCampaigns): Map<CampaignId, LiveAnswer> {
  const usable = (listing?.lives ?? []).filter((live) => {
    const { components, updatedAt } = known.get(live.id) ?? {};
    const isBehind = (live.updatedAt ?? '') < (updatedAt ?? '');
    return components?.every((name) => live.components[name]) && !isBehind;
  });
  return new Map(usable.map((live) => [live.id, { kind: 'present', live }]));
}

/** For each unbound file: is there already an unbound campaign with its name, channel and type? */
export async function searchNames(
  { desired, service, only }: Pick<PlanRequest, 'desired' | 'service' | 'only'>,
  state: State,
): Promise<Map<CampaignKey, SameNameAnswer>> {
  const bound = boundIds(state.bindings.values());
  const unbound = desired.filter(({ key }) => !state.bindings.has(key) && (only?.has(key) ?? true));
  const answers = await service.searchByNames(unbound);
  return new Map(
    unbound.flatMap((one): [CampaignKey, SameNameAnswer][] => {
      const answer = answers.get(one);
      if (answer?.kind !== 'found') return answer ? [[one.key, answer]] : [];
      const campaigns = answer.campaigns.filter((live) => couldBe(live, one, bound));
      return [[one.key, { kind: 'found', campaigns }]];
    }),
  );
}

/** A refused credential or an unreachable service is reported in one message, not one per campaign. */
export function requireAnswers(
  answers: readonly (LiveAnswer | SameNameAnswer)[],
  { name: workspace, apiKeyEnv: variable, baseUrl, baseUrlAt: place }: Workspace,
): void {
  const unknown = answers.filter((answer): answer is Unknown => answer.kind === 'unknown');
  const forbidden = unknown.filter(({ cause }) => cause === 'forbidden');
  // One campaign may belong to another team; if none of several can be read, the credential is the cause.
  const isAllForbidden = answers.length > 1 && forbidden.length === answers.length;
  const refused =
    unknown.find(({ cause }) => cause === 'credential') ?? (isAllForbidden ? forbidden[0] : undefined);
  if (refused)
    throw new UserFailure(EXIT.CREDENTIAL, {
      ...{ code: 'credential-refused', workspace, variable, problem: refused.problem },
    });
  const [first] = unknown;
  if (first && unknown.length === answers.length && unknown.every(({ address }) => address))
    throw new UserFailure(EXIT.FAILED, {
      ...{ code: 'wrong-address', workspace, baseUrl, place, problem: first.problem },
    });
  const unreachable = unknown.find(({ cause }) => cause === 'unreachable');
  if (unreachable)
    throw new UserFailure(EXIT.FAILED, {
      ...{ code: 'service-unreachable', workspace, baseUrl, problem: unreachable.problem },
    });
}

/**
 * Reads campaigns a second time if leaves changed that no file ever set, and an edit could be the reason, because
 * `updated_at` changed too. If a leaf differs between the two reads and `updated_at` does not, the leaf changes by
 * itself. This costs nothing if nothing changed.
 */
export async function withSecondReads(
  service: Pick<CampaignService, 'readCampaigns'>,
  answers: ReadonlyMap<CampaignKey, LiveAnswer>,
  { state, files }: { readonly state: State; readonly files: ReadonlyMap<CampaignKey, Components> },
): Promise<Map<CampaignKey, LiveAnswer>> {
  const suspects = [...answers].flatMap(([key, answer]) => {
    const binding = state.bindings.get(key);
    if (answer.kind !== 'present' || answer.live.updatedAt === undefined || !binding) return [];
    const desired = files.get(key);
    const { isUnexplained } = steady(desired ?? {}, { live: answer.live, binding });
    return isUnexplained
      ? [{ key, id: binding.campaignId, live: answer.live, known: knownOf(binding, desired) }]
      : [];
  });
  if (suspects.length === 0) return new Map(answers);
  const known = new Map(suspects.map((one) => [one.id, one.known]));
  const again = await service.readCampaigns([...known.keys()], known);
  return new Map([
    ...answers,
    ...suspects.map(({ key, id, live }): [CampaignKey, LiveAnswer] => {
      const second = again.get(id);
      const isSame = second?.kind === 'present' && second.live.updatedAt === live.updatedAt;
      return [key, { kind: 'present', live: isSame ? { ...live, again: second.live.components } : live }];
    }),
  ]);
}

/**
 * The maximum number of pages that are listed, of 15 campaigns each: within a minute's limit of searches (open point
 * W25).
 */
const PAGES_AT_MOST = 80;

/** One pass over a workspace, with the campaigns whose rows could be read. */
interface LiveListing {
  readonly lives: readonly Live[];
  readonly isWhole: boolean;
}

/** Lists a workspace, or its first campaigns that have not ended; undefined if the service can't list them. */
export async function listLive(
  service: Pick<CampaignService, 'listCampaigns'>,
  part: 'all' | 'first',
): Promise<LiveListing | undefined> {
  const statuses: readonly CampaignStatus[] = STATUSES.filter((status) => !ENDED_STATUSES.includes(status));
  const pages = part === 'all' ? { pagesAtMost: PAGES_AT_MOST } : { statuses, pagesAtMost: 1 };
  const listing = await service.listCampaigns({ children: false, ...pages });
  if (listing.kind === 'unknown') return undefined;
  const { campaigns, isWhole } = listing;
  const present = campaigns.flatMap((one) => (one.kind === 'present' ? [one.live] : []));
  return { lives: [...new Map(present.map((live) => [live.id, live])).values()], isWhole };
}

/** The campaigns of a listing that no file manages but could. */
export function unmanagedIn(
  { lives, isWhole }: LiveListing,
  { bindings }: Pick<State, 'bindings'>,
  workspace: Workspace,
): Unmanaged {
  const managed = boundIds(bindings.values());
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
  const dashboards = new Map(
    sorted.flatMap(({ id }) => {
      const page = dashboardAddress(workspace, id);
      return page === undefined ? [] : [[id, page] as const];
    }),
  );
  const ended = could.length - campaigns.length;
  return { campaigns: sorted, ended, isWhole, ...(dashboards.size > 0 && { dashboards }) };
}
