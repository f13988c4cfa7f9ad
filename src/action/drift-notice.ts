import type { Plan } from '../model/plan.ts';
import { GitHubFailure } from './github/failure.ts';
import { counted } from '../model/show.ts';
import { driftedKeys, findDriftIssue } from './github/drift-issue.ts';
import type { Pointer } from '../render/markdown/plan-markdown.ts';
import type { ActionContext } from './context.ts';

/** One line for what is not of this pull request: somebody changed other live campaigns by hand. */
export async function driftNotice({ api, github }: ActionContext, plan: Plan): Promise<Pointer[]> {
  if (!api || github.trigger.kind === 'branch' || (plan.scope?.others ?? 0) === 0) return [];
  try {
    const issue = await findDriftIssue(api, plan.workspace);
    if (!issue) return [];
    const text = noticeOf(plan, driftedKeys(issue));
    return text === undefined ? [] : [{ text, words: 'the drift issue', address: issue.url }];
  } catch (error) {
    // It may well not be allowed to read issues: a plan does not need to.
    if (error instanceof GitHubFailure) return [];
    throw error;
  }
}

/** `drifted`: the keys of the issue; undefined where it is not known which they are. */
function noticeOf(
  { workspace, campaigns }: Plan,
  drifted: readonly string[] | undefined,
): string | undefined {
  const touched = new Set<string>(campaigns.map(({ key }) => key));
  const others = drifted?.filter((key) => !touched.has(key)).length;
  if (others === 0) return undefined;
  const what = others === undefined ? 'Some other live campaigns' : counted(others, 'other live campaign');
  const [were, them] = others === 1 ? ['was', 'it'] : ['were', 'them'];
  return `${what} in ${workspace} ${were} changed by hand. This merge leaves ${them} alone: see`;
}
