import { GitHubFailure } from '../../github/api.ts';
import type { Trigger } from '../../github/event.ts';
import type { ActionGround } from './ground.ts';

/**
 * Why a plan comes too late to be written on its pull request: what stands there is what people reviewed, or of a newer
 * commit. Undefined where it is in time, and where GitHub does not say.
 */
export async function lateWords(
  { api }: Pick<ActionGround, 'api'>,
  { number, head, merged }: Extract<Trigger, { kind: 'pull-request' }>,
): Promise<string | undefined> {
  const asked = merged ? ({ fate: 'merged', head } as const) : await stateOf(api, number);
  const why = asked && reasonOf(asked, head);
  return why && `#${number} ${why}, so its comment was left as it is.`;
}

async function stateOf(api: ActionGround['api'], number: number) {
  try {
    return await api?.pull(number);
  } catch (error) {
    if (error instanceof GitHubFailure) return undefined;
    throw error;
  }
}

function reasonOf(
  pull: { readonly fate: 'open' | 'merged' | 'closed'; readonly head: string },
  planned: string,
): string | undefined {
  switch (pull.fate) {
    case 'merged':
      return 'is merged already';
    case 'closed':
      return 'is closed';
    case 'open':
      return pull.head === planned ? undefined : 'has a newer commit than the one that was planned here';
  }
}
