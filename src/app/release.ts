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
  const { name } = workspace;
  const ref = new LeaseRef(git, name);
  const found = await ref.read();
  if (found.kind === 'unreachable') {
    const cause = { code: 'lease-not-freed', workspace: name, said: found.said } as const;
    throw new UserFailure(EXIT.FAILED, cause);
  }
  if (found.kind !== 'taken') return undefined;
  const move = await ref.remove(found.tip);
  if (move.kind === 'lost-race') throw new UserFailure(EXIT.FAILED, { code: 'lease-alive', workspace: name });
  if (move.kind === 'not-moved')
    throw new UserFailure(EXIT.FAILED, { code: 'lease-not-freed', workspace: name, said: move.said });
  return found.record ?? 'unreadable';
}
