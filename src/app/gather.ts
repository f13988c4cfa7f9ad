import type { KnownCampaigns } from '../apply/ports.ts';
import { couldBe, isPast, type CampaignId, type CampaignKey, type Live } from '../model/campaign.ts';
import { EXIT } from '../model/exit.ts';
import type { LiveAnswer, Unknown } from '../model/live-answer.ts';
import type { OfflineBaseline, Plan } from '../model/plan.ts';
import { steady } from '../model/self-changing.ts';
import { byCodeUnit } from '../model/json.ts';
import { boundIds, knownOf, type Binding } from '../model/state.ts';
import type { Consent, Workspace } from '../model/workspace.ts';
import type { SameNameAnswer } from '../plan/context.ts';
import { recordedAnswers } from '../plan/imported-binding.ts';
import { makePlan, type PlannerInputs } from '../plan/make-plan.ts';
import {
  draftsOf,
  isAskedAbout,
  mayHaveEstimate,
  publishedAsSaved,
  questionsOf,
  type Asking,
  type Estimable,
  type Meta,
} from '../plan/people.ts';
import { clampFutureTimestamps } from '../quota/slots.ts';
import { readMeta } from '../remote/campaign-meta.ts';
import type { CampaignService } from '../remote/campaign-service.ts';
import { readRefusals } from '../remote/content-calls.ts';
import { sha256 } from './context.ts';
import type { Editors } from './record.ts';
import { UserFailure } from './process/user-failure.ts';
import type { World } from './reading/load-files.ts';

/** What to plan; the live campaigns come from elsewhere. */
export interface PlanInputs extends World {
  /** Whom the requests name; nobody if nobody sees them. */
  readonly editors?: Editors | undefined;
  /** If `only` is what changed: since which commit. */
  readonly scope?: PlannerInputs['scope'];
  /** Omitted if nothing is going to be sent. */
  readonly allowed?: ReadonlySet<Consent>;
  readonly maxWaitMs?: number;
  /** Whom the service is asked about besides the campaigns themselves; `rejections`: why drafts were rejected. */
  readonly asks?: Asking | 'rejections' | null;
}

/** Reads what is live and makes the plan. Sends only reads. */
export async function gatherPlan(request: PlanInputs, service: CampaignService): Promise<Plan> {
  const live = await readLive(request, service);
  const sameName = await searchNames(request, service);
  requireAnswers([...live.values(), ...sameName.values()], request.workspace);
  return planOf(request, { live, sameName }, service);
}

/** Plans against what was recorded, without sending a request to the service. */
export async function gatherOffline(request: PlanInputs, offline: OfflineBaseline): Promise<Plan> {
  return planOf(request, { live: recordedAnswers(request.state), sameName: new Map(), offline });
}

async function planOf(
  request: PlanInputs,
  answers: Pick<PlannerInputs, 'live' | 'sameName' | 'offline'>,
  service?: CampaignService,
): Promise<Plan> {
  requireFiles(request, answers.live);
  const { context, workspace, desired, state, editors, only, scope, named } = request;
  const { allowed = new Set(), maxWaitMs = 0 } = request;
  const now = context.clock.now();
  const inputs: PlannerInputs = {
    workspace,
    policy: context.configuration.policy,
    commit: context.repository.head,
    desired,
    state: { ...state, ledger: clampFutureTimestamps(state.ledger, now).ledger },
    actors: new Map(),
    allowed,
    named,
    ...(only && { only }),
    ...(scope && { scope }),
    now,
    maxWaitMs,
    digest: sha256,
    ...answers,
  };
  const plan = makePlan(inputs);
  const meta = service && (await askAbout(plan, request, service));
  // Requests and entries of the record name them; most campaigns have neither.
  const changed = plan.campaigns.flatMap(({ steps, record, desired: file }) =>
    file && (steps.length > 0 || record) ? [file] : [],
  );
  if ((!editors || changed.length === 0) && !meta) return plan;
  await editors?.find(changed);
  const actors = new Map(editors && changed.map(({ key }) => [key, editors.of(key)?.email ?? '']));
  return makePlan({ ...inputs, actors, meta });
}

/** Asks the service about people or reviews; undefined if a plan raises no such question. */
async function askAbout(
  { campaigns }: Plan,
  { asks, state }: Pick<PlanInputs, 'asks' | 'state'>,
  service: CampaignService,
): Promise<Meta | undefined> {
  if (asks === 'rejections') {
    const drafts = draftsOf(campaigns);
    if (drafts.length === 0) return undefined;
    return { about: 'changes', answers: await readMeta(service, drafts), others: [] };
  }
  if (!asks || !campaigns.some((one) => isAskedAbout(one, asks))) return undefined;
  const planned = campaigns.flatMap(({ key, live }) =>
    live && mayHaveEstimate(live) ? [{ ...live, key }] : [],
  );
  const keys = new Set(campaigns.map(({ key }) => key));
  const recorded = [...state.bindings.values()].filter(({ key }) => !keys.has(key)).map(estimableOf);
  const wanted = new Set(questionsOf(campaigns, { about: asks, others: recorded.filter(mayHaveEstimate) }));
  // The audience may have changed since it was recorded.
  const known = new Map(
    [...state.bindings.values()].flatMap((one) =>
      wanted.has(one.campaignId) && !keys.has(one.key) ? [[one.campaignId, knownOf(one, undefined)]] : [],
    ),
  );
  const read = await service.readCampaigns([...known.keys()], known);
  const others = [...planned, ...recorded.flatMap(({ id, key }) => present(read.get(id), key))]
    .filter(mayHaveEstimate)
    .toSorted((one, other) => byCodeUnit(one.key, other.key));
  const questions = questionsOf(campaigns, { about: asks, others });
  return {
    about: asks,
    answers: await readMeta(service, questions),
    others,
    refusals: await readRefusals(service, publishedAsSaved(campaigns)),
  };
}

function estimableOf({ key, campaignId: id, channel, deliveryType, status, observed }: Binding): Estimable {
  return { key, id, channel, deliveryType, status: status.seen, components: observed };
}

function present(answer: LiveAnswer | undefined, key: CampaignKey): Estimable[] {
  return answer?.kind === 'present' ? [{ ...answer.live, key }] : [];
}

/**
 * Throws UserFailure with exit code 5 if there is no file at all for the managed campaigns, because it is probably the
 * wrong folder. A plan of changes doesn't need this check, because it knows that the last file was deleted. Campaigns
 * that have ended need no files.
 */
export function requireFiles(
  { context, desired, state, scope }: World & Pick<PlanInputs, 'scope'>,
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

/**
 * What the service answers now for each requested managed campaign; what a listing shows already isn't read again.
 * Campaigns are read a second time if leaves changed that no file ever set, and an edit could be the reason, because
 * `updated_at` changed too. If a leaf differs between the two reads and `updated_at` does not, the leaf changes by
 * itself. This costs nothing if nothing changed.
 */
export async function readLive(
  { state, desired, only }: Pick<World, 'state' | 'desired' | 'only'>,
  service: Pick<CampaignService, 'readCampaigns'>,
  listing?: LiveListing,
): Promise<Map<CampaignKey, LiveAnswer>> {
  const wanted = [...state.bindings.values()].filter(({ key }) => only?.has(key) ?? true);
  const files = new Map(desired.map((one) => [one.key, one]));
  const known = new Map(wanted.map((one) => [one.campaignId, knownOf(one, files.get(one.key)?.components)]));
  const listed = shownBy(listing, known);
  const rest = [...known.keys()].filter((id) => !listed.has(id));
  const answers = new Map([...listed, ...(await service.readCampaigns(rest, known))]);
  const suspects = new Map<CampaignId, Live>();
  for (const binding of wanted) {
    const answer = answers.get(binding.campaignId);
    if (answer?.kind !== 'present' || answer.live.updatedAt === undefined) continue;
    const said = files.get(binding.key)?.components ?? {};
    const { isUnexplained } = steady(said, { live: answer.live, binding });
    if (isUnexplained) suspects.set(binding.campaignId, answer.live);
  }
  const again = await service.readCampaigns([...suspects.keys()], known);
  for (const [id, live] of suspects) {
    const second = again.get(id);
    if (second?.kind === 'present' && second.live.updatedAt === live.updatedAt)
      answers.set(id, { kind: 'present', live: { ...live, again: second.live.components } });
  }
  return new Map(
    wanted.flatMap(({ key, campaignId }): [CampaignKey, LiveAnswer][] => {
      const answer = answers.get(campaignId);
      return answer ? [[key, answer]] : [];
    }),
  );
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
  { state, desired, only }: Pick<World, 'state' | 'desired' | 'only'>,
  service: CampaignService,
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

/** One pass over a workspace, with the campaigns whose rows could be read. */
export interface LiveListing {
  readonly lives: readonly Live[];
  readonly isWhole: boolean;
}
