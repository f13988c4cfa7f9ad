import type { AnswerProblem } from '../model/live-answer.ts';
import type { CampaignKey, ComponentName, Desired, Live } from '../model/campaign.ts';
import { type StatusMove, moveFor } from '../model/transitions.ts';
import { steady } from '../model/self-changing.ts';
import { isNeverApplied, type Binding } from '../model/state.ts';
import { compare, valuesOf } from './compare.ts';
import type { JoinedCampaign } from './context.ts';
import { bindingOnceResolved } from './plan-campaign.ts';
import { withoutNewDefaults, type FourValues } from './server-defaults.ts';
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
  readonly status: PullableStatus | undefined;
}

/** A component that changed in live (`drifted`), in both (`conflict`), or in an unknown one (`adopted`). */
export interface PullableComponent extends Omit<FourValues, 'adopted'> {
  readonly name: ComponentName;
  readonly cause: 'drifted' | 'conflict' | 'adopted';
}

interface PullableStatus {
  readonly move: StatusMove;
  readonly isConflict: boolean;
  /** No apply has recorded it, so it is unknown which side changed. */
  readonly isUnrecorded?: true;
}

/**
 * Finds what a pull could write into the file: what a plan calls drift or a conflict and, in a campaign that was named,
 * what no apply has recorded. That may be an edit of the file, which a pull of everything must not overwrite.
 */
export function findPullable(
  joined: JoinedCampaign & { readonly desired: Desired; readonly binding: Binding },
  { now, isNamed = false }: { readonly now: number; readonly isNamed?: boolean },
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
  const isNew = isNeverApplied(binding);
  if (isNew && changes.length > 0 && !isNamed) return { kind: 'unrecorded' };
  const isTaken = (name: ComponentName) => isNamed && (isNew || live.components[name] !== undefined);
  const components = changes.flatMap(({ name, cause }): PullableComponent[] => {
    if (cause !== 'drifted' && cause !== 'conflict' && !(cause === 'adopted' && isTaken(name))) return [];
    const four = valuesOf(name, { desired, live, binding });
    // Defaults that the service began to add aren't manual changes.
    return [{ name, cause, ...four, live: withoutNewDefaults(name, four) }];
  });
  const status = statusOf(desired, { live, binding, isUnrecorded: isNew && isNamed });
  if (components.length === 0 && status === undefined) return { kind: 'same' };
  return { kind: 'changed', key, desired, binding, live, components, status };
}

function statusOf(
  { status }: Desired,
  { live, binding, isUnrecorded }: { live: Live; binding: Binding; isUnrecorded: boolean },
): PullableStatus | undefined {
  if (status === undefined) return undefined;
  // The file already asks for what live is.
  if (moveFor(status, live.status, live.deliveryType) === 'none') return undefined;
  const { applied, observed } = binding.status;
  if (isUnrecorded) return { move: { from: observed, to: live.status }, isConflict: false, isUnrecorded };
  const move = statusMovedByHand(live, binding);
  return move && { move, isConflict: applied !== status };
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
