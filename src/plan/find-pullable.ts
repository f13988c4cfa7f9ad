import type { AnswerProblem } from '../model/answer-problem.ts';
import type { CampaignKey, ComponentName, Desired, Live } from '../model/campaign.ts';
import type { StatusMove } from '../model/drift.ts';
import type { JsonObject } from '../model/json.ts';
import { steady } from '../model/self-changing.ts';
import { withoutLeaves } from '../model/component-leaves.ts';
import { isNeverApplied, type Binding } from '../model/state.ts';
import { compare } from './compare.ts';
import type { JoinedCampaign } from './join-campaigns.ts';
import { bindingOnceResolved } from './plan-campaign.ts';
import { withoutNewDefaults } from './server-defaults.ts';
import { statusMovedByHand } from './status.ts';

/** What was changed by hand in a campaign that has a file, or why that is unknown. */
export type Pullable =
  | { readonly kind: 'same' }
  | { readonly kind: 'unknown'; readonly problem: AnswerProblem }
  /** The campaign is gone from the service, or it is now a type of campaign that no file can describe. */
  | { readonly kind: 'missing' | 'read-only' | 'type-changed' }
  /** The campaign was adopted and differs from the file, and without a record it is unknown which of them changed. */
  | { readonly kind: 'unrecorded' }
  | PullableCampaign;

export interface PullableCampaign {
  readonly kind: 'changed';
  readonly key: CampaignKey;
  readonly desired: Desired;
  readonly binding: Binding;
  /** Values that change by themselves are as they were last observed. */
  readonly live: Live;
  readonly components: readonly PullableComponent[];
  readonly status: { readonly move: StatusMove; readonly isConflict: boolean } | undefined;
}

/**
 * A component that changed in live (`drifted`) or in both live and the file (`conflict`). Values are as each side
 * spells them.
 */
export interface PullableComponent {
  readonly name: ComponentName;
  readonly cause: 'drifted' | 'conflict';
  readonly desired: JsonObject | undefined;
  readonly applied: JsonObject | undefined;
  readonly observed: JsonObject | undefined;
  /** Without defaults that the service began to add, because those aren't manual changes. */
  readonly live: JsonObject | undefined;
}

/** Finds what a pull could write into the file: exactly what a plan calls drift or a conflict. */
export function findPullable(
  joined: JoinedCampaign & { readonly desired: Desired; readonly binding: Binding },
  { now }: { readonly now: number },
): Pullable {
  const { key, desired, binding: recorded, live: answer } = joined;
  if (answer === undefined || answer.kind === 'unknown')
    return { kind: 'unknown', problem: answer?.problem ?? { code: 'not-asked' } };
  if (answer.kind === 'missing') return { kind: 'missing' };
  if (answer.live.readOnly) return { kind: 'read-only' };
  const resolved = bindingOnceResolved(joined, { live: answer.live, binding: recorded, now });
  const { live, binding } = steady(desired.components, { live: answer.live, binding: resolved });
  if (desired.channel !== live.channel || desired.deliveryType !== live.deliveryType)
    return { kind: 'type-changed' };
  const { changes } = compare(desired, { live, binding }, { now, acceptsUnconfirmed: false });
  if (isNeverApplied(binding) && changes.length > 0) return { kind: 'unrecorded' };
  const components = changes.flatMap(({ name, cause }): PullableComponent[] =>
    cause === 'drifted' || cause === 'conflict'
      ? [{ name, cause, ...valuesOf(name, { desired, live, binding }) }]
      : [],
  );
  const move = statusMovedByHand(live, binding);
  const isStatusKept = desired.status === undefined || move === undefined;
  const status = isStatusKept ? undefined : { move, isConflict: binding.status.applied !== desired.status };
  if (components.length === 0 && status === undefined) return { kind: 'same' };
  return { kind: 'changed', key, desired, binding, live, components, status };
}

function valuesOf(
  name: ComponentName,
  { desired, live, binding }: { readonly desired: Desired; readonly live: Live; readonly binding: Binding },
): Omit<PullableComponent, 'name' | 'cause'> {
  const changing = binding.changing[name] ?? [];
  const four = {
    desired: desired.components[name],
    applied: binding.applied[name],
    observed: withoutLeaves(name, binding.observed[name], changing),
    live: withoutLeaves(name, live.components[name], changing),
    adopted: binding.adopted.includes(name),
  };
  return { ...four, live: withoutNewDefaults(name, four) };
}

/** What a plan would still do about components that were pulled; empty if it would only record them. */
export function leftAfterPull(
  { desired, binding, live }: PullableCampaign,
  components: Desired['components'],
  now: number,
): readonly { readonly name: ComponentName; readonly cause: string }[] {
  const pulled = { components: { ...desired.components, ...components } };
  return compare(pulled, { live, binding }, { now, acceptsUnconfirmed: false }).changes;
}
