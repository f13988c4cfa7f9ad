import { componentNames, pickComponents, type ComponentName } from '../model/campaign.ts';
import type { JsonObject } from '../model/json.ts';
import type { PlannedCampaign, Step } from '../model/plan.ts';
import type { StepName } from '../model/step-name.ts';
import { isEmergencyStop } from '../model/transitions.ts';

/** A planned campaign with only the steps of these names; undefined if it has none of them. */
export function selectSteps(
  campaign: PlannedCampaign,
  names: ReadonlySet<StepName>,
): PlannedCampaign | undefined {
  const allowed = withoutEarlyStart(campaign, names);
  const steps = campaign.steps.flatMap((step) => partOfStep(step, allowed));
  if (steps.length === 0) return undefined;
  const { transition } = campaign;
  return {
    ...campaign,
    steps,
    digests: campaign.digests.filter(({ name }) => allowed.has(name)),
    transition: transition && allowed.has(transition.action) ? transition : null,
  };
}

/** A campaign is started only together with everything that its file says. */
function withoutEarlyStart(
  { transition, digests }: PlannedCampaign,
  names: ReadonlySet<StepName>,
): ReadonlySet<StepName> {
  if (!transition || isEmergencyStop(transition.action) || digests.every(({ name }) => names.has(name)))
    return names;
  return new Set([...names].filter((name) => name !== transition.action));
}

function partOfStep(step: Step, names: ReadonlySet<StepName>): Step[] {
  switch (step.kind) {
    case 'create':
      return names.has('create') ? [step] : [];
    case 'transition':
      return names.has(step.transition.action) ? [step] : [];
    case 'update':
      return partOfUpdate(
        step,
        componentNames(step.components).filter((name) => names.has(name)),
      );
  }
}

function partOfUpdate(step: Extract<Step, { kind: 'update' }>, allowed: readonly ComponentName[]): Step[] {
  if (allowed.length === 0) return [];
  const dropped = new Set<string>(componentNames(step.components).filter((name) => !allowed.includes(name)));
  const body: JsonObject = Object.fromEntries(
    Object.entries(step.request.body).filter(([name]) => !dropped.has(name)),
  );
  const request = { ...step.request, body };
  return [{ ...step, request, components: pickComponents(step.components, allowed) }];
}
