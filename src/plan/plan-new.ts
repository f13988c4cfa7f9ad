import { comparable } from '../model/canonical.ts';
import { componentNames, type ComponentName, type Desired } from '../model/campaign.ts';
import type { ComponentChange, PlannedCampaign, Step } from '../model/plan.ts';
import { untimelyCreation } from '../model/timing.ts';
import type { CampaignContext, JoinedCampaign } from './context.ts';
import { toPlanned, unchanged } from './planned.ts';
import { movedFrom } from './renamed.ts';
import { createRequest, transitionStep } from './requests.ts';
import { sameNameFound, sameNameIds, sameNameNotes } from './same-name.ts';
import { planStatus, startPastNote } from './status.ts';

/** A file without a binding: a creation, unless it may be an existing campaign with another key. */
export function planNew(joined: JoinedCampaign, desired: Desired, context: CampaignContext): PlannedCampaign {
  const obstacle = movedFrom(desired, context) ?? sameNameFound(desired, context);
  if (obstacle) return unchanged(joined, obstacle.reason === 'unreadable' ? 'unknown' : 'held', [obstacle]);
  const late = untimelyCreation(desired, context);
  if (late) return unchanged(joined, 'held', [late]);
  const actor = context.actors.get(desired.key) ?? '';
  const status = planStatus({ desired, live: undefined, binding: undefined }, context);
  const { transition, notes, held } = status;
  const create: Step = {
    kind: 'create',
    request: createRequest(desired, actor),
    components: desired.components,
    sameNameCandidates: sameNameIds(desired, context),
  };
  const steps = transition ? [create, transitionStep(transition, undefined, actor)] : [create];
  const components = componentNames(desired.components).map((name) => added(desired, name));
  return toPlanned(
    joined,
    {
      components,
      held,
      notes: [
        ...notes,
        ...sameNameNotes(desired, context),
        ...startPastNote(desired, undefined, context.now),
      ],
      transition,
      steps,
      record: undefined,
    },
    context,
  );
}

function added({ components }: Desired, name: ComponentName): ComponentChange {
  const [after] = comparable(name, components[name] ?? {});
  return { name, cause: 'edited', before: undefined, after, applied: undefined };
}
