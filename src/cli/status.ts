import type { CommonOptions } from '../app/common-options.ts';
import { chooseWorkspace, openContext } from '../app/context.ts';
import { readStatus } from '../app/status.ts';
import { EXIT, type ExitCode } from '../model/exit.ts';
import type { Plan } from '../model/plan.ts';
import { statusDocument } from '../render/documents/status-document.ts';
import { statusText } from '../render/text/status-text.ts';
import type { CommandSession } from './session.ts';

export interface StatusOptions extends CommonOptions {
  readonly only?: readonly string[];
}

/** One line per managed campaign: key, ID, live status, last apply, verdict. */
export async function status(options: StatusOptions, session: CommandSession): Promise<ExitCode> {
  const context = await openContext(options, session);
  const { plan, appliedAt } = await readStatus(context, chooseWorkspace(context, options.workspace), options);
  const { terminal } = session;
  if (options.json) terminal.out(statusDocument(plan, appliedAt));
  else terminal.out(statusText(plan, appliedAt, terminal), dashboardLinks(plan));
  return plan.campaigns.some(({ verdict }) => verdict === 'unknown') ? EXIT.FAILED : EXIT.DONE;
}

/** The campaigns' IDs, each with its address in the dashboard. */
function dashboardLinks({ campaigns }: Plan): ReadonlyMap<string, string> {
  return new Map(
    campaigns.flatMap(({ campaignId, dashboard }): [string, string][] =>
      campaignId === null || dashboard === undefined ? [] : [[campaignId, dashboard]],
    ),
  );
}
