import { createHash } from 'node:crypto';
import {
  couldBe,
  type CampaignId,
  type CampaignKey,
  type CampaignStatus,
  type Components,
  type Desired,
  type DesiredStatus,
  type Live,
} from '../../src/model/campaign.ts';
import type { LiveAnswer } from '../../src/model/live-answer.ts';
import type { Plan } from '../../src/model/plan.ts';
import { boundIds, EMPTY_STATE, type Binding, type Intent, type State } from '../../src/model/state.ts';
import type { Workspace } from '../../src/model/workspace.ts';

import type { SameNameAnswer } from '../../src/plan/context.ts';
import { DEFAULT_LIMITS } from '../../src/quota/windows.ts';
import { makePlan, type PlannerInputs } from '../../src/plan/make-plan.ts';
import { planDocument } from '../../src/render/documents/plan-document.ts';
import { checkPlan } from './golden/check-plan.ts';
import { ANSWERED_500 } from './answer-problems.ts';

// Builders that show only what matters to a test. Everything else is an ordinary email campaign.

export const NOW = Date.parse('2031-01-01T09:00:00Z');

export function key(text: string): CampaignKey {
  return text as CampaignKey;
}

export function campaignId(text: string): CampaignId {
  return text as CampaignId;
}

interface Sketch {
  readonly key?: string;
  readonly channel?: 'EMAIL' | 'PUSH';
  readonly type?: Desired['deliveryType'];
  readonly components?: Components;
}

export function desired({
  key: name = 'a',
  channel = 'EMAIL',
  type = 'ONE_TIME',
  components = {},
  status,
  missing: missing = [],
}: Sketch & {
  readonly status?: DesiredStatus | undefined;
  readonly missing?: Desired['missing'];
} = {}): Desired {
  const whole: Components = { basic_details: { name: `The ${name}` }, ...components };
  return {
    key: key(name),
    file: `campaigns/${name}.yaml`,
    channel,
    deliveryType: type,
    name: typeof whole.basic_details?.name === 'string' ? whole.basic_details.name : '',
    status,
    components: whole,
    missing,
    positions: new Map(),
    sources: [`campaigns/${name}.yaml`],
    links: [],
    variables: [],
  };
}

export function live({
  key: name = 'a',
  channel = 'EMAIL',
  type = 'ONE_TIME',
  components = {},
  status = 'DRAFT',
}: Sketch & { readonly status?: CampaignStatus } = {}): Live {
  const whole: Components = { basic_details: { name: `The ${name}` }, ...components };
  return {
    id: campaignId(`id-${name}`),
    documentId: `id-${name}`,
    channel,
    deliveryType: type,
    status,
    name: typeof whole.basic_details?.name === 'string' ? whole.basic_details.name : undefined,
    components: whole,
    readOnly: undefined,
  };
}

type Noted = 'applied' | 'observed' | 'observedAt' | 'changing' | 'reverted' | 'adopted' | 'unconfirmed';
type Recorded = Partial<Pick<Binding, Noted | 'editsRefused'>> & {
  readonly status?: Omit<Binding['status'], 'seen'>;
};

/** The binding that an apply of this live campaign would have left. */
export function bindingOf(from: Live, { status, ...recorded }: Recorded = {}): Binding {
  return {
    key: key(from.id.replace(/^id-/, '')),
    documentId: from.documentId,
    campaignId: from.id,
    channel: from.channel,
    deliveryType: from.deliveryType,
    name: from.name ?? '',
    applied: from.components,
    observed: from.components,
    observedAt: from.updatedAt,
    ...{ changing: {}, reverted: {}, adopted: [], unconfirmed: {}, editsRefused: undefined },
    ...recorded,
    status: {
      ...(status ?? { applied: undefined, observed: from.status }),
      seen: status?.observed ?? from.status,
    },
  };
}

/** What an earlier run recorded before it sent something: a creation, an update, or a pause. */
export function intent({
  key: name = 'a',
  channel = 'EMAIL',
  type = 'ONE_TIME',
  components = {},
  kind,
}: Sketch & { readonly kind: Intent['kind'] }): Intent {
  const common = {
    key: key(name),
    changeId: '0123456789abcdef',
    run: 'earlier',
    at: NOW - 60_000,
    idempotencyKey: `idempotency-${name}`,
    requestId: `request-${name}`,
    file: `campaigns/${name}.yaml`,
  };
  const id = campaignId(`id-${name}`);
  if (kind === 'update') return { ...common, kind, campaignId: id, components };
  if (kind === 'transition') return { ...common, kind, campaignId: id, action: 'PAUSE', desired: 'PAUSED' };
  const { components: whole, ...file } = desired({ key: name, channel, type, components });
  const body = { channel, campaign_delivery_type: type, created_by: 'ada@example.com', ...whole };
  return { ...common, kind, channel, deliveryType: type, name: file.name, components: whole, body };
}

export function stateOf(bindings: readonly Binding[], more: Partial<State> = {}): State {
  return { ...EMPTY_STATE, bindings: new Map(bindings.map((binding) => [binding.key, binding])), ...more };
}

export const WORKSPACE: Workspace = {
  name: 'local',
  baseUrl: 'http://127.0.0.1:4010/',
  appKey: 'local',
  apiKeyEnv: 'CAMPAIGNS_API_KEY',
  publishApiKeyEnv: undefined,
  actor: 'growth@example.com',
  actorFrom: 'commit',
  features: [],
  publish: 'allowed',
  editLive: 'allowed',
  dashboardUrl: undefined,
  previewUsers: [],
  headerPrefix: 'SVC',
  limits: DEFAULT_LIMITS,
  vars: {},
};

export interface World {
  readonly desired: readonly Desired[];
  readonly state?: State;
  readonly live?: readonly Live[];
  /** Live campaigns that can't be read, and files whose names can't be searched for. */
  readonly unreadable?: ReadonlySet<CampaignId | CampaignKey>;
}

/** Files, and live campaigns as they were applied. */
export function managing(files: readonly Desired[], campaigns: readonly Live[]): World {
  return { desired: files, live: campaigns, state: stateOf(campaigns.map((one) => bindingOf(one))) };
}

export function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

export const UNREADABLE = {
  kind: 'unknown',
  cause: 'malformed',
  problem: ANSWERED_500,
} as const;

/** The inputs of a plan for a world whose service answers for every campaign. */
export function planInputs(world: World, more: Partial<PlannerInputs> = {}): PlannerInputs {
  const state = world.state ?? EMPTY_STATE;
  const all = world.live ?? [];
  const unreadable = world.unreadable ?? new Set();
  const byId = new Map(all.map((one) => [one.id, one]));
  const bound = boundIds(state.bindings.values());
  const answers = new Map<CampaignKey, LiveAnswer>();
  for (const binding of state.bindings.values()) {
    const found = byId.get(binding.campaignId);
    if (unreadable.has(binding.campaignId)) answers.set(binding.key, UNREADABLE);
    else answers.set(binding.key, found ? { kind: 'present', live: found } : { kind: 'missing' });
  }
  const sameName = new Map<CampaignKey, SameNameAnswer>();
  for (const one of world.desired) {
    const rivals = all.filter((other) => other.name === one.name && couldBe(other, one, bound));
    sameName.set(one.key, unreadable.has(one.key) ? UNREADABLE : { kind: 'found', campaigns: rivals });
  }
  return {
    workspace: WORKSPACE,
    policy: { drift: 'revert', guard: { share: 0.3, atLeast: 1_000 } },
    commit: '3f2a91c0d1e2f3a4b5c6d7e8f90a1b2c3d4e5f60',
    desired: world.desired,
    state,
    live: answers,
    sameName,
    actors: new Map(world.desired.map((one) => [one.key, 'ada@example.com'])),
    allowed: new Set(),
    now: NOW,
    maxWaitMs: 600_000,
    digest,
    ...more,
  };
}

export function planFor(world: World, more: Partial<PlannerInputs> = {}): Plan {
  return checkedPlan(planInputs(world, more));
}

/** The plan for these inputs. Throws if the independent check finds a violation. */
export function checkedPlan(inputs: PlannerInputs): Plan {
  const plan = makePlan(inputs);
  const problems = checkPlan(planDocument(plan), checkInputsOf(inputs));
  if (problems.length > 0) throw new Error(`The plan violates rules:\n${problems.join('\n')}`);
  return plan;
}

function checkInputsOf(inputs: PlannerInputs): Parameters<typeof checkPlan>[1] {
  const { desired, state, live, policy, workspace, allowed, sameName, now, maxWaitMs, only, offline } =
    inputs;
  return {
    desired,
    bindings: [...state.bindings.values()],
    live: [...live.values()].flatMap((answer) => (answer.kind === 'present' ? [answer.live] : [])),
    open: state.open,
    ...(only && { only }),
    allowed,
    offline: offline !== undefined,
    sameName,
    drift: policy.drift,
    guard: policy.guard,
    publish: workspace.publish,
    features: workspace.features,
    now,
    maxWaitMs,
  };
}
