import type { ComponentName, Desired } from '../model/campaign.ts';
import type { ComponentChange, Held, PlannedCampaign, Step } from '../model/plan.ts';
import { componentNames } from '../model/state.ts';
import { sameContent } from './compare.ts';
import type { CampaignContext } from './context.ts';
import { operations } from './operations.ts';
import type { Pair } from './pair.ts';
import { planned, standing } from './planned.ts';
import { ambiguous, renamed, unreadable } from './reasons.ts';
import { createRequest, transitionStep } from './requests.ts';
import { planStatus } from './status.ts';

/** A file without a binding: a create, unless it may be an existing campaign under another key. */
export function planNew(pair: Pair, desired: Desired, context: CampaignContext): PlannedCampaign {
  const obstacle = obstacleTo(desired, context);
  if (obstacle) return standing(pair, obstacle.reason === 'unreadable' ? 'unknown' : 'held', [obstacle]);
  const actor = context.actors.get(desired.key) ?? '';
  const { transition, held, notes } = planStatus({ desired, live: undefined, binding: undefined }, context);
  const create: Step = {
    kind: 'create',
    request: createRequest(desired, actor),
    components: desired.components,
  };
  const steps = transition ? [create, transitionStep(transition, undefined, actor)] : [create];
  const components = componentNames(desired.components).map((name) => added(desired, name));
  return planned(pair, { components, held, notes, transition, steps, record: undefined }, context);
}

function obstacleTo(desired: Desired, context: CampaignContext): Held | undefined {
  const renamedFrom = context.orphans.find((orphan) => sameContent(desired, orphan));
  if (renamedFrom) return renamed(desired, renamedFrom);
  // Offline no name can be searched for; the plan as a whole says so.
  if (context.consents.has('same-name') || context.offline) return undefined;
  const answer = context.sameName.get(desired.key);
  if (answer === undefined) return unreadable('Its name was not searched for.');
  if (answer.kind === 'unknown') return unreadable(answer.message);
  return answer.campaigns.length === 0 ? undefined : ambiguous(desired, answer.campaigns);
}

function added(desired: Desired, name: ComponentName): ComponentChange {
  return { name, cause: 'edited', operations: operations(name, undefined, desired.components[name]) };
}
