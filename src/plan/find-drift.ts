import { comparable } from '../model/canonical.ts';
import {
  componentNames,
  pickComponents,
  type CampaignKey,
  type Desired,
  type Live,
  isPast,
  instantOfUpdate,
  lastEditOf,
} from '../model/campaign.ts';
import type { DriftedCampaign, DriftReport, Remedy, UnreadCampaign } from '../model/drift.ts';
import type { PlannedCampaign } from '../model/plan.ts';
import { steady } from '../model/self-changing.ts';
import { isNeverApplied, type Binding } from '../model/state.ts';
import { dashboardAddress } from '../model/workspace.ts';
import { compare, namesOf } from './compare.ts';
import { type CampaignContext, joinCampaigns, type JoinedCampaign } from './context.ts';
import type { PlannerInputs } from './make-plan.ts';
import { bindingOnceResolved, planCampaign } from './plan-campaign.ts';
import { unpublished } from './plan-existing.ts';
import { statusMovedByHand, statusMovedWithoutRequest } from './status.ts';

/** Everything that a drift report depends on. The same inputs give the same report. */
export interface DriftInputs extends Pick<
  PlannerInputs,
  'workspace' | 'policy' | 'now' | 'digest' | 'commit' | 'desired' | 'state' | 'live' | 'only'
> {
  /** If some files have errors, `desired` has only the valid ones. */
  readonly files: DriftReport['files'];
}

/** Compares live with what was last observed: what a plan would call drift if the files were as applied. */
export function findDrift(inputs: DriftInputs): DriftReport {
  const { workspace, commit, desired, files, state, live, only } = inputs;
  const joined = joinCampaigns(desired, state, live);
  const managed = joined.flatMap((one): Managed[] => {
    const { binding, desired: file } = one;
    return binding ? [{ ...one, binding, desired: file ?? asApplied(binding), file: file?.file }] : [];
  });
  const asked = managed.filter(({ key }) => only?.has(key) ?? true);
  const orphans = new Set(asked.filter(({ file }) => files === 'read' && file === undefined));
  const compared = asked.filter((one) => !orphans.has(one)).map((one) => lookAt(one, inputs));
  return {
    workspace: workspace.name,
    commit,
    drifted: compared.flatMap((one) => (one.kind === 'drifted' ? [one.campaign] : [])),
    unknown: compared.flatMap((one) => (one.kind === 'unknown' ? [one.campaign] : [])),
    orphaned: [...orphans].map(({ key }) => key),
    past: [...orphans].filter(({ live: one }) => one?.kind === 'present' && isPast(one.live)).length,
    unreviewed: desired
      .map(({ key }) => key)
      .filter((key) => state.reported.has(key) && (only?.has(key) ?? true)),
    unrecorded: compared.flatMap((one) => (one.kind === 'unrecorded' ? [one.key] : [])),
    unpublished: asked.flatMap(({ key, live: one }) =>
      one?.kind === 'present' && unpublished(one.live).length > 0 ? [key] : [],
    ),
    checked: compared.filter(({ kind }) => kind !== 'unknown' && kind !== 'unrecorded').length,
    files,
  };
}

/** A managed campaign. `desired` is its file, or the file at the last apply if it can't be read now. */
interface Managed extends JoinedCampaign {
  readonly binding: Binding;
  readonly desired: Desired;
  readonly file: string | undefined;
}

/** The file as it was at the last apply, reconstructed from the record. */
function asApplied({ key, channel, deliveryType, name, status, applied }: Binding): Desired {
  return {
    key,
    file: '',
    // A bound campaign is on a channel that can be managed.
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
  | { readonly kind: 'unrecorded'; readonly key: CampaignKey }
  | { readonly kind: 'drifted'; readonly campaign: DriftedCampaign }
  | { readonly kind: 'unknown'; readonly campaign: UnreadCampaign };

function lookAt(one: Managed, inputs: DriftInputs): Look {
  const { key, file = null, live } = one;
  const { campaignId } = one.binding;
  if (live === undefined || live.kind === 'unknown') {
    const problem = live?.problem ?? { code: 'not-asked' };
    return { kind: 'unknown', campaign: { key, file, campaignId, problem } };
  }
  const found = live.kind === 'missing' ? GONE : movedIn(one, live.live, inputs.now);
  if (live.kind === 'present' && found.status === null && found.components.length === 0)
    return isNeverApplied(one.binding) || hasUnrecorded(one, live.live, inputs.now)
      ? { kind: 'unrecorded', key }
      : { kind: 'same' };
  const planned = planCampaign(one, contextOf(inputs));
  const dashboard = dashboardAddress(inputs.workspace, campaignId);
  const unchangedAt = instantOfUpdate(one.binding.observedAt);
  const campaign = {
    ...{ key, file, campaignId },
    ...(dashboard !== undefined && { dashboard }),
    ...found,
    unchangedAt,
    remedy: remedy(found, planned),
  };
  return { kind: 'drifted', campaign };
}

type Found = Pick<DriftedCampaign, 'liveStatus' | 'statusAs' | 'status' | 'components' | 'edit'>;

const GONE: Found = { liveStatus: null, status: null, components: [], edit: null };

/** Whether live and the file differ in components that no apply has recorded, so that it is unknown which one changed. */
function hasUnrecorded({ desired, binding }: Managed, live: Live, now: number): boolean {
  const names = componentNames(desired.components).filter(
    (name) => binding.applied[name] === undefined && live.components[name] !== undefined,
  );
  if (names.length === 0) return false;
  const components = pickComponents(desired.components, names);
  const { changes } = compare({ components }, { live, binding }, { now, acceptsUnconfirmed: false });
  return changes.some(({ cause }) => cause === 'adopted');
}

/** What changed since our last read. Changes that an earlier run sent and live shows are ours. */
function movedIn({ binding: recorded, ...joined }: Managed, shown: Live, now: number): Found {
  const resolved = bindingOnceResolved(joined, { live: shown, binding: recorded, now });
  const { live, binding } = steady(resolved.applied, { live: shown, binding: resolved });
  const context = { now, acceptsUnconfirmed: false };
  const { changes } = compare({ components: binding.applied }, { live, binding }, context);
  const names = namesOf(changes, 'drifted');
  const status = statusMovedByHand(live, binding) ?? statusMovedWithoutRequest(live, binding) ?? null;
  return {
    liveStatus: live.status,
    ...(live.statusAs !== undefined && { statusAs: live.statusAs }),
    status,
    edit: lastEditOf(live) ?? null,
    components: names.map((name) => {
      const [before, now] = comparable(name, binding.observed[name], live.components[name]);
      return { name, observed: before, live: now };
    }),
  };
}

/** What the plan does about this campaign, so that policy, locks and conflicts are evaluated only once. */
function remedy({ components, status }: Found, { steps, held, notes, transition }: PlannedCampaign): Remedy {
  const sent = steps.flatMap((step) => (step.kind === 'transition' ? [] : componentNames(step.components)));
  const reverts = [
    ...components.map(({ name }) => sent.includes(name)),
    ...(status ? [steps.some(({ kind }) => kind === 'transition')] : []),
  ];
  // Something else in the campaign may be blocked while everything that drifted is reverted.
  if (held.length > 0 && !(reverts.length > 0 && reverts.every(Boolean))) return { kind: 'held', held };
  if (reverts.includes(true)) {
    return { kind: 'put-back', ...(status && transition?.action === 'RESUME' && { resumes: true }) };
  }
  return { kind: notes.some(({ kind }) => kind === 'stop-drops') ? 'stopped' : 'noted' };
}

/** Inputs that only new campaigns need are empty, because there are none here. */
function contextOf({ workspace, policy, now, digest }: DriftInputs): CampaignContext {
  return {
    ...{ workspace, policy, now, digest, newcomers: [] },
    ...{ sameName: new Map(), actors: new Map(), allowed: new Set() },
    boundFiles: [],
    orphans: [],
    vacated: [],
  };
}
