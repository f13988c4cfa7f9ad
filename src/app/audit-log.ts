import { EXIT } from '../model/exit.ts';
import type { AuditEntry } from '../model/audit.ts';
import { readAuditTrail } from '../state/audit-trail.ts';
import { isProblem } from '../state/state-branch.ts';
import { openStateBranch, type Context } from './context.ts';
import type { Workspace } from '../model/workspace.ts';
import { UserFailure } from './user-failure.ts';

/**
 * The audit trail of a workspace, or of one campaign, newest first. Works offline with what this clone has; throws
 * UserFailure where the state branch can't be used.
 */
export async function readAuditLog(
  context: Context,
  workspace: Workspace,
  key: string | undefined,
): Promise<readonly AuditEntry[]> {
  const { git, branch } = openStateBranch(context, workspace);
  const found = await branch.findTip();
  const isOffline = isProblem(found) && found.code === 'state-unreachable';
  if (isProblem(found) && !isOffline) throw new UserFailure(EXIT.INVALID, found);
  if (isProblem(found)) context.interaction.progress({ kind: 'read-from-clone', problem: found });
  // What origin has not taken yet has happened, too.
  const tips = isProblem(found) ? [await branch.lastKnown()] : [found.tip, found.parted];
  const known = tips.filter((tip) => tip !== undefined);
  return readAuditTrail(git, known, key);
}
