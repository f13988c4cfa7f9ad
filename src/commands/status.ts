import { EXIT, type ExitCode } from '../model/exit.ts';
import { readAuditTrail } from '../record/audit-trail.ts';
import { statusDocument } from '../report/documents/status-document.ts';
import { statusText } from '../report/text/status-text.ts';
import { findActors } from './reading/actors.ts';
import type { CommonOptions } from './arguments/common-options.ts';
import { chooseWorkspace, openContext, openService, openStateBranch } from './context.ts';
import { gatherPlan } from './reading/gather.ts';
import { readState } from './reading/read-state.ts';
import { loadDesired } from './reading/load.ts';
import type { Session } from './session.ts';

/** Every managed campaign in a line: key, id, live status, last apply, verdict. */
export async function status(options: CommonOptions, session: Session): Promise<ExitCode> {
  const context = await openContext(options, session);
  const { terminal } = context;
  const workspace = chooseWorkspace(context, options.workspace);
  const { desired } = await loadDesired(context, workspace);
  const service = await openService(context, workspace);
  try {
    const { git, branch } = openStateBranch(context, workspace);
    const { state, tip } = await readState(branch);
    const actors = await findActors(context, workspace, desired);
    const plan = await gatherPlan(
      { context, workspace, desired, actors, service, only: undefined, consents: new Set(), maxWaitMs: 0 },
      state,
    );
    const trail = tip === undefined ? [] : await readAuditTrail(git, [tip]);
    const ours = trail.filter(({ change }) => change !== 'status');
    const applies = new Map(ours.map(({ key, at }): [string, string] => [key, at]).reverse());
    terminal.out(options.json ? statusDocument(plan, applies) : statusText(plan, applies));
    return plan.campaigns.some(({ verdict }) => verdict === 'unknown') ? EXIT.FAILED : EXIT.DONE;
  } finally {
    await service.close();
  }
}
