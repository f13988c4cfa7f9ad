import { EXIT } from '../model/exit.ts';
import type { Workspace } from '../model/workspace.ts';
import type { LeaseRecord } from '../state/lease-record.ts';
import { LeaseRef } from '../state/lease-ref.ts';
import type { Context } from './context.ts';
import { UserFailure } from './user-failure.ts';

/**
 * Frees the lease of a run that died where it can't be seen; undefined where no run had it. What that run left open is
 * resolved by the next apply.
 */
export async function releaseLease(
  { git }: Context,
  workspace: Workspace,
): Promise<LeaseRecord | 'unreadable' | undefined> {
  const ref = new LeaseRef(git, workspace.name);
  const found = await ref.read();
  if (found.kind === 'unreachable') {
    throw new UserFailure(EXIT.FAILED, `The lease can't be read: ${found.why}`, { hint: 'Run again.' });
  }
  if (found.kind !== 'taken') return undefined;
  const move = await ref.remove(found.tip);
  if (move.kind !== 'moved') {
    const why = move.kind === 'lost-race' ? 'its run has just renewed it, so it is alive' : move.why;
    throw new UserFailure(EXIT.FAILED, `The lease was not freed: ${why}.`, { hint: 'Run again.' });
  }
  return found.record ?? 'unreadable';
}
