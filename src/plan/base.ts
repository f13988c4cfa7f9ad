import { pickComponents, type Live } from '../model/campaign.ts';
import { LOCKABLE } from '../model/locks.ts';
import type { Base, Step } from '../model/plan.ts';
import { componentNames } from '../model/state.ts';
import { isEmergencyStop } from '../model/transitions.ts';

/**
 * What live must still be when the steps are sent: the components they touch, and the status where a lock or a
 * transition depends on it. An emergency brake has no base but the campaign itself.
 */
export function baseFor(steps: readonly Step[], live: Live | undefined): Base {
  if (!live) return { status: undefined, components: {} };
  const touched = steps.flatMap((step) => (step.kind === 'update' ? componentNames(step.components) : []));
  const dependsOnStatus =
    touched.some((name) => LOCKABLE.has(name)) ||
    steps.some((step) => step.kind === 'transition' && !isEmergencyStop(step.transition.action));
  return {
    status: dependsOnStatus ? live.status : undefined,
    components: pickComponents(live.components, touched),
  };
}
