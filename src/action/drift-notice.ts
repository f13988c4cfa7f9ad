import type { Plan } from '../model/plan.ts';
import { GitHubFailure } from './github/failure.ts';
import { findDriftIssue } from './github/drift-issue.ts';
import type { Pointer } from '../render/markdown/plan-markdown.ts';
import type { ActionContext } from './context.ts';

/** One line for what is not of this pull request: somebody changed other live campaigns by hand. */
export async function driftNotice({ api, github }: ActionContext, plan: Plan): Promise<Pointer[]> {
  if (!api || github.trigger.kind === 'branch' || (plan.scope?.others ?? 0) === 0) return [];
  try {
    const issue = await findDriftIssue(api, plan.workspace);
    if (!issue) return [];
    const text = `Some other live campaigns of ${plan.workspace} were changed by hand. This merge leaves them alone: see`;
    return [{ text, words: 'the drift issue', address: issue.url }];
  } catch (error) {
    // It may well not be allowed to read issues: a plan does not need to.
    if (error instanceof GitHubFailure) return [];
    throw error;
  }
}
