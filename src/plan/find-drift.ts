import { canonical } from '../model/canonical.ts';
import type { CampaignKey, ComponentName, Desired, Live, LiveAnswer } from '../model/campaign.ts';
import type {
  DriftedCampaign,
  DriftedComponent,
  DriftReport,
  FilesKnown,
  Remedy,
  UnreadCampaign,
} from '../model/drift.ts';
import { instantIn, lastEditOf } from '../model/last-edit.ts';
import type { PlannedCampaign } from '../model/plan.ts';
import { steady } from '../model/self-changing.ts';
import { componentNames, type Binding, type State } from '../model/state.ts';
import { dashboardAddress } from '../model/workspace.ts';
import { compare } from './compare.ts';
import type { CampaignContext } from './context.ts';
import { pair, type Pair } from './pair.ts';
import { planCampaign, resolve } from './plan-campaign.ts';
import { statusMovedByHand, statusMovedUnasked } from './status.ts';

/** All that a report on drift depends on. Same inputs, same report. */
export interface DriftInputs extends Pick<CampaignContext, 'workspace' | 'policy' | 'now' | 'digest'> {
  /** The commit the files were read from; null in a repository without one. */
  readonly commit: string | null;
  /** With errors in some files, what the good ones say. */
  readonly desired: readonly Desired[];
  readonly files: FilesKnown;
  readonly state: State;
  readonly live: ReadonlyMap<CampaignKey, LiveAnswer>;
  /** Left out: all. */
  readonly only?: ReadonlySet<CampaignKey>;
}

/**
 * Live against what was last observed of it. The file plays no part in what is drift, only in what becomes of it: a
 * campaign drifted when a plan with the file as it was last applied would call it so, for it is compared the same way.
 */
export function findDrift(inputs: DriftInputs): DriftReport {
  const { workspace, commit, desired, files, state, live, only } = inputs;
  const managed = pair(desired, state, live).flatMap(managedPair);
  const asked = managed.filter(({ key }) => only?.has(key) ?? true);
  const orphans = new Set(asked.filter(({ file }) => files === 'read' && file === undefined));
  const compared = asked.filter((one) => !orphans.has(one)).map((one) => lookAt(one, inputs));
  return {
    workspace: workspace.name,
    commit,
    drifted: compared.flatMap((one) => (one.kind === 'drifted' ? [one.campaign] : [])),
    unknown: compared.flatMap((one) => (one.kind === 'unknown' ? [one.campaign] : [])),
    orphaned: [...orphans].map(({ key }) => key),
    unreviewed: desired
      .map(({ key }) => key)
      .filter((key) => state.reported.has(key) && (only?.has(key) ?? true)),
    checked: compared.filter(({ kind }) => kind !== 'unknown').length,
    files,
  };
}

/** A managed campaign; `desired` is what its file says, or said at the last apply where it can't be read. */
interface Managed extends Pair {
  readonly binding: Binding;
  readonly desired: Desired;
  readonly file: string | undefined;
}

function managedPair(one: Pair): Managed[] {
  const { binding, desired } = one;
  if (!binding) return [];
  return [{ ...one, binding, desired: desired ?? asApplied(binding), file: desired?.file }];
}

/** The file as it was at the last apply, as far as the record tells. */
function asApplied({ key, channel, deliveryType, name, status, applied }: Binding): Desired {
  return {
    key,
    file: '',
    // What is bound was writable, or it could not have been bound.
    channel: channel as Desired['channel'],
    deliveryType: deliveryType as Desired['deliveryType'],
    name,
    status: status.applied,
    components: applied,
    missing: [],
    positions: new Map(),
    sources: [],
    links: [],
    variables: [],
  };
}

type Look =
  | { readonly kind: 'same' }
  | { readonly kind: 'drifted'; readonly campaign: DriftedCampaign }
  | { readonly kind: 'unknown'; readonly campaign: UnreadCampaign };

function lookAt(one: Managed, inputs: DriftInputs): Look {
  const { key, file = null, live } = one;
  const { campaignId } = one.binding;
  if (live === undefined || live.kind === 'unknown') {
    const message = live?.message ?? 'The service was not asked for it.';
    return { kind: 'unknown', campaign: { key, file, campaignId, message } };
  }
  const found = live.kind === 'missing' ? GONE : movedIn(one, live.live, inputs.now);
  if (found.liveStatus !== null && found.status === null && found.components.length === 0)
    return { kind: 'same' };
  const remedy = remedyFor(found, planCampaign(one, contextOf(inputs)));
  const dashboard = dashboardAddress(inputs.workspace, campaignId);
  const unchangedAt = instantIn(one.binding.observedAt);
  const campaign = {
    ...{ key, file, campaignId, ...(dashboard !== undefined && { dashboard }) },
    ...{ ...found, unchangedAt, remedy },
  };
  return { kind: 'drifted', campaign };
}

type Found = Pick<DriftedCampaign, 'liveStatus' | 'status' | 'components' | 'edit'>;

const GONE: Found = { liveStatus: null, status: null, components: [], edit: null };

/** What moved since the last look of ours; what an earlier run sent and live shows is our own doing. */
function movedIn({ binding: recorded, open }: Managed, shown: Live, now: number): Found {
  const resolved = resolve(open, { live: shown, binding: recorded, now })?.binding ?? recorded;
  const { live, binding } = steady(resolved.applied, { live: shown, binding: resolved });
  const { changes } = compare(
    { components: binding.applied },
    { live, binding },
    { now, acceptsUnconfirmed: false },
  );
  return {
    liveStatus: live.status,
    status: statusMovedByHand(live, binding) ?? statusMovedUnasked(live, binding),
    edit: lastEditOf(live) ?? null,
    components: changes
      .filter(({ cause }) => cause === 'drifted')
      .map(({ name }) => drifted(name, binding, live)),
  };
}

function drifted(name: ComponentName, { observed }: Binding, { components }: Live): DriftedComponent {
  const [before, now] = [observed[name], components[name]];
  return { name, observed: before && canonical(name, before), live: now && canonical(name, now) };
}

/** What the plan of this campaign says of it: no second reading of policy, locks and conflicts. */
function remedyFor({ components, status }: Found, { steps, held, notes }: PlannedCampaign): Remedy {
  const sent = steps.flatMap((step) => (step.kind === 'transition' ? [] : componentNames(step.components)));
  const reverts = [
    ...components.map(({ name }) => sent.includes(name)),
    ...(status ? [steps.some(({ kind }) => kind === 'transition')] : []),
  ];
  // Something else of the campaign may be held while all that drifted is put back.
  if (held.length > 0 && !(reverts.length > 0 && reverts.every(Boolean))) return { kind: 'held', held };
  if (reverts.includes(true)) return { kind: 'put-back' };
  return { kind: notes.some(({ kind }) => kind === 'stop-drops') ? 'stopped' : 'noted' };
}

/** What only new campaigns need is empty: no campaign here is new. */
function contextOf({ workspace, policy, now, digest }: DriftInputs): CampaignContext {
  return {
    workspace,
    policy,
    now,
    digest,
    sameName: new Map(),
    actors: new Map(),
    allowed: new Set(),
    newcomers: [],
    managed: [],
    orphans: [],
  };
}
