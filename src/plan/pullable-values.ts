import type { ComponentName, Desired, Live } from '../model/campaign.ts';
import { withoutLeaves } from '../model/component-leaves.ts';
import type { JsonObject } from '../model/json.ts';
import type { Binding } from '../model/state.ts';
import { withoutNewDefaults } from './server-defaults.ts';

/**
 * A component that changed in live (`drifted`), in both live and the file (`conflict`), or in one of the two, without a
 * record from which to know in which (`adopted`). Values are as each side spells them.
 */
export interface PullableComponent {
  readonly name: ComponentName;
  readonly cause: 'drifted' | 'conflict' | 'adopted';
  readonly desired: JsonObject | undefined;
  readonly applied: JsonObject | undefined;
  readonly observed: JsonObject | undefined;
  /** Without defaults that the service began to add, because those aren't manual changes. */
  readonly live: JsonObject | undefined;
}

export function pullableValues(
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
