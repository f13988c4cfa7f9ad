import type { AuditReport } from '../model/audit.ts';
import { DAY_MS } from '../model/time.ts';
import { GitStateStore } from '../state/git-state-store.ts';
import { chooseWorkspace, configured, openFiles, type CommonOptions, type FilesContext } from './context.ts';
import type { Session } from './process/session.ts';
import { UserFailure } from './process/user-failure.ts';
import { usableTrail } from './record.ts';

/** The days of an audit, both included, in UTC. */
interface AuditRequest extends CommonOptions {
  readonly from: string;
  readonly to: string;
}

/**
 * What was changed in a workspace in a period, and what the state branch doesn't prove. Needs neither the service nor the
 * campaign files; a workspace that is named may be one that workspaces.yaml doesn't have anymore. `check` is called first.
 * Throws UserFailure if this clone can't get the whole branch, because then a gap could not be told from a missing part.
 */
export async function readAudit(
  request: AuditRequest,
  session: Session,
  check: (files: FilesContext) => Promise<void>,
): Promise<AuditReport> {
  const { from, to } = request;
  const { files, workspace } = await openTrail(request, session);
  await check(files);
  const target = { baseUrl: '', appKey: '' };
  const store = new GitStateStore({ git: files.git, workspace, target, clock: session.clock });
  const trail = await usableTrail(store, await store.audit());
  if (trail.problem) session.interaction.progress({ kind: 'read-from-clone', problem: trail.problem });
  const [start, end] = [Date.parse(from), Date.parse(to) + DAY_MS];
  const isWithin = ({ at }: { readonly at: string }) => Date.parse(at) >= start && Date.parse(at) < end;
  return { workspace, from, to, changes: trail.entries.filter(isWithin), gaps: trail.gaps.filter(isWithin) };
}

/** The repository and the workspace. Without a name, workspaces.yaml says which. */
async function openTrail(options: AuditRequest, session: Session) {
  const files = await openFiles(options, session);
  const { workspace: named } = options;
  try {
    const context = configured(files, options);
    return { files, workspace: named ?? chooseWorkspace(context, named).name };
  } catch (error) {
    if (named === undefined || !(error instanceof UserFailure)) throw error;
    return { files, workspace: named };
  }
}
