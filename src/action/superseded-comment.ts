import { GitHubFailure } from './github/failure.ts';
import type { Trigger } from './github/event.ts';
import type { ActionContext } from './context.ts';

/**
 * Why a plan must not replace the comment on its pull request: the comment is what was reviewed, or it is for a newer
 * commit. Undefined if the plan is current, or if GitHub doesn't say.
 */
export async function supersededReason(
  { api }: Pick<ActionContext, 'api'>,
  { number, head, merged }: Extract<Trigger, { kind: 'pull-request' }>,
): Promise<string | undefined> {
  const asked = merged ? ({ fate: 'merged', head } as const) : await stateOf(api, number);
  const why = asked && reasonOf(asked, head);
  return why && `#${number} ${why}, so its comment was not changed.`;
}

async function stateOf(api: ActionContext['api'], number: number) {
  try {
    return await api?.pull(number);
  } catch (error) {
    if (error instanceof GitHubFailure) return undefined;
    throw error;
  }
}

function reasonOf(
  pull: { readonly fate: 'open' | 'merged' | 'closed'; readonly head: string },
  plannedHead: string,
): string | undefined {
  switch (pull.fate) {
    case 'merged':
      return 'is already merged';
    case 'closed':
      return 'is closed';
    case 'open':
      return pull.head === plannedHead ? undefined : 'has a newer commit than the one planned here';
  }
}
