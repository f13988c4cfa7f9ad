import type { CampaignKey } from '../model/campaign.ts';
import { EXIT, type ExitCode } from '../model/exit.ts';
import type { State } from '../model/state.ts';
import { whyNoKey } from '../load/key.ts';
import { moveDocument } from '../report/documents/state-documents.ts';
import { moveText } from '../report/text/state-texts.ts';
import { holdLease } from './applying/hold-lease.ts';
import { stateRecorder } from './applying/state-recorder.ts';
import type { CommonOptions } from './arguments/common-options.ts';
import { chooseWorkspace, openContext, openStateBranch } from './context.ts';
import { requireRecord, readState } from './reading/read-state.ts';
import { UserFailure } from './telling/user-failure.ts';
import type { Session } from './session.ts';

export interface MoveOptions extends CommonOptions {
  readonly from: string;
  readonly to: string;
}

/** Gives a binding another key, for a file that has one by now. Live campaigns stay as they are. */
export async function stateMove(options: MoveOptions, session: Session): Promise<ExitCode> {
  const context = await openContext(options, session);
  const workspace = chooseWorkspace(context, options.workspace);
  const move = { from: options.from as CampaignKey, to: options.to as CampaignKey };
  const binding = await holdLease(context, workspace, async ({ run }) => {
    const { branch } = openStateBranch(context, workspace);
    const view = await readState(branch);
    const why = whyNot(move, view.state, workspace.name);
    if (why !== undefined) throw new UserFailure(EXIT.USAGE, why, { hint: 'See campaigns state list.' });
    const recorder = await stateRecorder({ context, workspace, branch, view, run });
    requireRecord(await recorder.move(move));
    return view.state.bindings.get(move.from);
  });
  const moved = { ...move, workspace: workspace.name, campaignId: binding?.campaignId ?? '' };
  context.terminal.out(options.json ? moveDocument(moved) : moveText(moved));
  return EXIT.DONE;
}

function whyNot(
  { from, to }: Readonly<Record<'from' | 'to', CampaignKey>>,
  { bindings, open }: State,
  workspace: string,
): string | undefined {
  if (!bindings.has(from)) return `${from} is not managed in ${workspace}.`;
  const noKey = whyNoKey(to);
  if (noKey !== undefined) return `${to} is no key: ${noKey}.`;
  const holder = bindings.get(to);
  if (holder) return `${to} is bound to ${holder.campaignId} already.`;
  const unsettled = open.find(({ key }) => key === from || key === to);
  return unsettled && `An earlier run left work open for ${unsettled.key}; campaigns apply settles it.`;
}
