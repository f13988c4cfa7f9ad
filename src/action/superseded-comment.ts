import type { PlanNotice } from '../model/action-reasons.ts';
import { CodeHostFailure } from './code-host.ts';
import type { Trigger } from './trigger.ts';
import type { ActionContext } from './context.ts';

type SupersededComment = Extract<PlanNotice, { code: 'comment-superseded' }>;

/**
 * Why a plan must not replace the comment on its pull request: the comment is what was reviewed, or it is for a newer
 * commit. Undefined if the plan is current, or if the code host doesn't say.
 */
export async function supersededComment(
  { api }: Pick<ActionContext, 'api'>,
  { number, head, merged }: Extract<Trigger, { kind: 'pull-request' }>,
): Promise<SupersededComment | undefined> {
  const asked = merged ? ({ fate: 'merged', head } as const) : await stateOf(api, number);
  const why = asked && reasonOf(asked, head);
  return why && { code: 'comment-superseded', pull: number, why };
}

async function stateOf(api: ActionContext['api'], number: number) {
  try {
    return await api?.pull(number);
  } catch (error) {
    if (error instanceof CodeHostFailure) return undefined;
    throw error;
  }
}

function reasonOf(
  pull: { readonly fate: 'open' | 'merged' | 'closed'; readonly head: string },
  plannedHead: string,
): SupersededComment['why'] | undefined {
  switch (pull.fate) {
    case 'merged':
      return 'merged';
    case 'closed':
      return 'closed';
    case 'open':
      return pull.head === plannedHead ? undefined : 'newer-commit';
  }
}
