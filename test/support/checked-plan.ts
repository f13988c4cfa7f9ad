import { makePlan, type PlannerInputs } from '../../src/plan/make-plan.ts';
import type { Plan } from '../../src/model/plan.ts';
import { planDocument } from '../../src/render/documents/plan-document.ts';
import { checkPlan } from './golden/check-plan.ts';

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
    now,
    maxWaitMs,
  };
}
