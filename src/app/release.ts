import { EXIT } from '../model/exit.ts';
import type { LeaseRecord } from '../model/lease.ts';
import type { Workspace } from '../model/workspace.ts';
import type { Context } from './context.ts';
import { openStateStore } from './opening/state-store.ts';
import { UserFailure } from './process/user-failure.ts';

/**
 * Releases the lease of a run that died on another machine; undefined if no run held it. The next apply resolves what
 * that run left open.
 */
export async function releaseLease(
  context: Context,
  workspace: Workspace,
): Promise<LeaseRecord | 'unreadable' | undefined> {
  const answer = await openStateStore(context, workspace).releaseLease();
  if (answer.kind === 'refused') throw new UserFailure(EXIT.FAILED, answer.cause);
  return answer.kind === 'free' ? undefined : (answer.holder ?? 'unreadable');
}
