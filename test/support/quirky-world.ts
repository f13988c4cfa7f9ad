import fc from 'fast-check';
import { parse } from 'yaml';
import { applyPlan } from '../../src/apply/apply-plan.ts';
import { finishRecovery } from '../../src/apply/finish-recovery.ts';
import { recover } from '../../src/apply/recover.ts';
import { COMPONENTS, type Components, type Desired, type DesiredStatus } from '../../src/model/campaign.ts';
import type { JsonObject } from '../../src/model/json.ts';
import type { Plan } from '../../src/model/plan.ts';
import type { Result } from '../../src/model/result.ts';
import type { PlannerInputs } from '../../src/plan/make-plan.ts';
import { SETTLED_AFTER_MS } from '../../src/model/resolve-intent.ts';
import { CampaignService } from '../../src/remote/campaign-service.ts';
import { startService } from '../../src/service/http/start-service.ts';
import { planReading, runOn, stageOf, type Stage } from './apply-world.ts';
import { desired, WORKSPACE } from './builders.ts';
import { afterFile } from './cleanup.ts';
import { digest, welcome } from './e2e/campaign-texts.ts';
import { LiveService, type JsonMap, type LoggedRequest } from './e2e/live-service.ts';

// The whole of apply and the client on the local service, with quirks.

/** Quirks that are on from the beginning, those that need a campaign to be there, and those of a feature. */
const FROM_THE_START = [
  ...['merge-updates', 'read-lag=3s', 'read-lag=2m', 'search-lag=30s', 'search-lag=20m', 'details-only'],
  ...['search-rows=partial', 'documented', 'normalized', 'publish-200', 'publish-204', 'keep-failures'],
  ...['respell=entities', 'respell=trim', 'respell=drop-empty', 'respell=nfc', 'respell=utc'],
  ...['moving-value=utm_params.utm_seen', 'draft-only-updates'],
  'moving-value=trigger_condition.included_filters.filters.seen',
];
const LATER = ['late-default=utm_params.utm_new', 'forbidden'];
const OF_VERSIONING = ['draft-versions', 'document-ids'];
const ofVersioning = (quirks: readonly string[]) => quirks.filter((one) => OF_VERSIONING.includes(one));
export const QUIRKS = [...FROM_THE_START, ...LATER, ...OF_VERSIONING];
/** Quirks after an unclear answer to the first creation. */
const AFTER_A_LOSS = ['details-only', 'keep-failures'];
/** What can't be combined. */
const EXCLUSIVE = [/^read-lag/, /^search-lag/, /^(documented|normalized)/, /^publish/, /^respell/];
export const canBeTogether = (quirks: readonly string[]) =>
  EXCLUSIVE.every((one) => quirks.filter((quirk) => one.test(quirk)).length < 2);
export const KEYS = ['a', 'b'];

/** What a file says at one time: components, one of which may lose a field, and a status. */
export interface Version {
  readonly utm: JsonObject;
  readonly subject: string;
  readonly status: DesiredStatus | undefined;
}

const version: fc.Arbitrary<Version> = fc.record({
  utm: fc.constantFrom<JsonObject>(
    { utm_source: 'one', utm_medium: 'm' },
    { utm_source: 'two', utm_medium: 'm' },
    { utm_source: 'one', utm_medium: 'm', utm_term: 'term' },
    { utm_source: 'one', utm_medium: 'm', utm_term: '' },
  ),
  subject: fc.constantFrom('Hello', 'Tom & "Jerry" ', 'Noe\u0308l'),
  status: fc.constantFrom<DesiredStatus | undefined>(undefined, undefined, 'ACTIVE', 'PAUSED'),
});
export type History = readonly (readonly [readonly [Version, Version], number])[];
/** The successive versions of the files, and the time after each apply. */
export const history: fc.Arbitrary<History> = fc.array(
  fc.tuple(fc.tuple(version, version), fc.constantFrom(0, 60_000, 600_000)),
  { minLength: 1, maxLength: 3 },
);

export type Planner = (plan: Plan) => Plan;
export const AS_PLANNED: Planner = (plan) => plan;

export interface World {
  readonly stage: Stage;
  /** What the service really has, at the end. */
  readonly truth: readonly JsonMap[];
  /** What it did. */
  readonly done: readonly LoggedRequest[];
  readonly results: readonly Result[];
  /** The number of writes and audit trail entries at the end of each run. */
  readonly counts: readonly (readonly [writes: number, lines: number])[];
  readonly plan: Plan;
}

/** The service of this file. */
let place: Promise<LiveService> | undefined;
/** Its time: that of the current stage. */
let time: Pick<Stage['clock'], 'now'> = { now: Date.now };

async function openPlace(): Promise<LiveService> {
  const scopes = ['campaigns:create_manage', 'campaigns:publish'];
  const running = await startService({
    ...{ port: 0, limits: 'off', clock: 'real', now: () => time.now(), control: true },
    workspaces: [{ appKey: 'local', apiKey: 'local', features: [], scopes }],
  });
  afterFile(() => {
    place = undefined;
    return running.close();
  });
  return new LiveService(running.url);
}

/** Applies each version of the files, and the last one several more times, as on a schedule. */
export async function live(quirks: readonly string[], steps: History, planner: Planner): Promise<World> {
  const service = await (place ??= openPlace());
  const stage = stageOf({ desired: [] });
  const { clock } = stage;
  time = clock;
  await prepare(service, quirks);
  const remote = clientOf(service, stage);
  const results: Result[] = [];
  const counts: [number, number][] = [];
  const last = steps.at(-1);
  const more = Array.from({ length: ROUNDS_MORE }, () => [last?.[0] ?? [], 2 * SETTLED_AFTER_MS] as const);
  let now: Stage = stage;
  for (const [versions, pause] of [...steps, ...more]) {
    now = { ...stage, desired: KEYS.map((key, at) => fileOf(key, versions[at])) };
    results.push(await apply(now, remote, { planner, quirks }));
    counts.push([(await service.writes()).length, stage.recorder.trail.length]);
    if (results.length === 1) await be(service, await withIds(service, quirks));
    await clock.sleep(pause);
  }
  const plan = await planReading(remote, now, versioned(quirks));
  await remote.close();
  const done = (await service.requests()).filter(({ effect }) =>
    /^(created|updated|status|published) /.test(effect),
  );
  // Nothing is respelled or late anymore. What names a document stays.
  await be(service, ofVersioning(quirks));
  return { stage: now, truth: await service.all(), done, results, counts, plan };
}

/** Until nothing changes anymore. */
const ROUNDS_MORE = 6;

async function prepare(service: LiveService, quirks: readonly string[]): Promise<void> {
  await service.reset();
  const features = ofVersioning(quirks).length > 0 ? ['versioning'] : [];
  await service.control('POST', 'features', { features });
  await be(
    service,
    quirks.filter((one) => !LATER.includes(one)),
  );
  if (quirks.some((one) => AFTER_A_LOSS.includes(one)))
    await service.arm({ operation: 'create', kind: 'reset-after', times: 1 });
}

async function be(service: LiveService, quirks: readonly string[]): Promise<void> {
  await service.control('POST', 'quirks', { quirks: [...quirks] });
}

/** The first campaign is the one that belongs to another team. */
async function withIds(service: LiveService, quirks: readonly string[]): Promise<readonly string[]> {
  const created = (await service.requests()).find(({ effect }) => effect.startsWith('created '));
  const id = created?.effect.split(' ')[1] ?? '0';
  return quirks.map((one) => (one === 'forbidden' ? `forbidden=${id}` : one));
}

function clientOf({ url }: LiveService, { clock, chance }: Stage): CampaignService {
  const limits = Object.fromEntries(Object.keys(WORKSPACE.limits).map((name) => [name, []]));
  return new CampaignService({
    workspace: { ...WORKSPACE, baseUrl: url, limits: { ...WORKSPACE.limits, ...limits } },
    ...{ apiKey: 'local', environment: {}, redact: (text) => text, clock, chance },
    signal: new AbortController().signal,
  });
}

/** The first campaign has a list that can't be edited after publishing, the second one a schedule that a view may hide. */
export function fileOf(key: string, version: Version | undefined): Desired {
  const text = key === 'b' ? digest({ name: nameOf(key) }) : welcome({ name: nameOf(key) });
  const body = parse(text.replace('utm_medium', 'utm_campaign')) as JsonMap & Components;
  const { email } = (body.campaign_content as { readonly content: { readonly email: JsonObject } }).content;
  const components = Object.fromEntries(
    COMPONENTS.flatMap((name) => (body[name] ? [[name, body[name]]] : [])),
  );
  return desired({
    key,
    type: key === 'b' ? 'PERIODIC' : 'EVENT_TRIGGERED',
    components: {
      ...components,
      campaign_content: { content: { email: { ...email, subject: version?.subject ?? '' } } },
      utm_params: version?.utm ?? {},
    },
    status: version?.status,
  });
}

export function nameOf(key: string): string {
  return key === 'b' ? 'The be\u0301' : `The ${key} & co`;
}

/** The workspace as its file describes it if the service has versions. */
function versioned(quirks: readonly string[]): Partial<PlannerInputs> {
  return ofVersioning(quirks).length > 0 ? { workspace: { ...WORKSPACE, features: ['versioning'] } } : {};
}

async function apply(
  stage: Stage,
  remote: CampaignService,
  { planner, quirks }: { readonly planner: Planner; readonly quirks: readonly string[] },
): Promise<Result> {
  const run = runOn(stage, { remote });
  const scope = { files: stage.desired, mayResend: () => true };
  await finishRecovery(run, await recover(run, stage.recorder.state.open, scope));
  return applyPlan(run, planner(await planReading(remote, stage, versioned(quirks))));
}
