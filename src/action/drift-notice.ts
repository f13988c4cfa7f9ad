import type { Plan } from '../model/plan.ts';
import { GitHubFailure } from './github/failure.ts';
import { counted } from '../model/show.ts';
import { driftedKeys, findDriftIssue } from './github/drift-issue.ts';
import type { Pointer } from '../render/markdown/plan-markdown.ts';
import type { ActionContext } from './context.ts';

/** One line about drift outside this pull request: other live campaigns were changed manually. */
export async function driftNotice({ api, github }: ActionContext, plan: Plan): Promise<Pointer[]> {
  if (!api || github.trigger.kind === 'branch' || (plan.scope?.others ?? 0) === 0) return [];
  try {
    const issue = await findDriftIssue(api, plan.workspace);
    if (!issue) return [];
    const text = noticeOf(plan, driftedKeys(issue));
    return text === undefined ? [] : [{ text, words: 'the drift issue', address: issue.url }];
  } catch (error) {
    // The token may lack permission to read issues, which a plan doesn't need.
    if (error instanceof GitHubFailure) return [];
    throw error;
  }
}

/** `drifted`: the keys in the issue; undefined if they are unknown. */
function noticeOf(
  { workspace, campaigns }: Plan,
  drifted: readonly string[] | undefined,
): string | undefined {
  const touched = new Set<string>(campaigns.map(({ key }) => key));
  const others = drifted?.filter((key) => !touched.has(key)).length;
  if (others === 0) return undefined;
  const what = others === undefined ? 'Some other live campaigns' : counted(others, 'other live campaign');
  const [were, them] = others === 1 ? ['was', 'it'] : ['were', 'them'];
  return `${what} in ${workspace} ${were} changed manually. Merging this does not change ${them}; see`;
}
