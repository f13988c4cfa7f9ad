import type { PlanNotice } from '../model/action-reasons.ts';
import type { Plan } from '../model/plan.ts';
import { CodeHostFailure } from './code-host.ts';
import { driftedKeys, findDriftIssue } from './drift-issue.ts';
import type { ActionContext } from './context.ts';

/** One line about drift outside this pull request: other live campaigns were changed manually. */
export async function driftNotice({ api, github }: ActionContext, plan: Plan): Promise<PlanNotice[]> {
  if (!api || github.trigger.kind === 'branch' || (plan.scope?.others ?? 0) === 0) return [];
  try {
    const issue = await findDriftIssue(api, plan.workspace);
    if (!issue) return [];
    const count = countOutside(plan, driftedKeys(issue));
    if (count === 0) return [];
    return [{ code: 'drift-elsewhere', workspace: plan.workspace, count, issue: issue.url }];
  } catch (error) {
    // The token may lack permission to read issues, which a plan doesn't need.
    if (error instanceof CodeHostFailure) return [];
    throw error;
  }
}

/** How many of the keys in the issue are outside of the plan; undefined if the keys are unknown. */
function countOutside({ campaigns }: Plan, drifted: readonly string[] | undefined): number | undefined {
  const touched = new Set<string>(campaigns.map(({ key }) => key));
  return drifted?.filter((key) => !touched.has(key)).length;
}
