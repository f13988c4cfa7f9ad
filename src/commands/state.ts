import { EXIT, type ExitCode } from '../model/exit.ts';
import type { CampaignKey } from '../model/campaign.ts';
import { GitRecorder } from '../record/git-recorder.ts';
import { bindingsText } from '../report/status-text.ts';
import type { CommonOptions } from './common-options.ts';
import { chooseWorkspace, openContext, openStateBranch, targetOf } from './context.ts';
import { readState } from './read-state.ts';
import { UserFailure } from './user-failure.ts';

/** Which file is which live campaign, as the state branch has it. */
export async function stateList(options: CommonOptions): Promise<ExitCode> {
  const context = await openContext(options);
  const workspace = chooseWorkspace(context, options.workspace);
  const { state } = await readState(openStateBranch(context, workspace).branch);
  context.terminal.out(bindingsText([...state.bindings.values()], options.json ?? false));
  return EXIT.DONE;
}

export interface ForgetOptions extends CommonOptions {
  readonly keys: readonly string[];
  readonly all?: boolean;
}

/** Lets go of bindings. Live campaigns stay as they are, and are nobody's from then on. */
export async function stateForget(options: ForgetOptions): Promise<ExitCode> {
  const context = await openContext(options);
  const workspace = chooseWorkspace(context, options.workspace);
  const { branch } = openStateBranch(context, workspace);
  const view = await readState(branch);
  const known = [...view.state.bindings.keys()];
  const keys = options.all ? known : options.keys;
  const unknown = keys.find((key) => !known.includes(key as CampaignKey));
  if (unknown !== undefined || keys.length === 0) {
    throw new UserFailure(
      EXIT.USAGE,
      unknown ? `${unknown} is not managed in ${workspace.name}.` : 'No campaign is named.',
      {
        hint: 'See campaigns state list.',
      },
    );
  }
  const actor = { name: workspace.actor ?? 'unknown', email: workspace.actor ?? 'unknown' };
  const recorder = new GitRecorder({
    branch,
    view,
    workspace: workspace.name,
    target: targetOf(workspace),
    run: `forget-${context.chance.uuid().slice(0, 8)}`,
    commit: await context.repository.head(),
    authorOf: () => actor,
    clock: context.clock,
  });
  const answer = await recorder.forget(keys as CampaignKey[]);
  if (answer.kind !== 'recorded') throw new UserFailure(EXIT.FAILED, answer.message, { hint: 'Run again.' });
  context.terminal.out(keys.map((key) => `Let go of ${key}; its live campaign stays as it is.\n`).join(''));
  return EXIT.DONE;
}
