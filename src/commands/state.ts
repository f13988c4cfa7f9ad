import { EXIT, type ExitCode } from '../model/exit.ts';
import type { CampaignKey } from '../model/campaign.ts';
import type { Workspace } from '../model/workspace.ts';
import { GitRecorder } from '../record/git-recorder.ts';
import { LeaseRef } from '../record/lease-ref.ts';
import { releaseDocument } from '../report/documents/release-document.ts';
import { releaseText } from '../report/text/release-text.ts';
import { bindingsDocument } from '../report/documents/bindings-document.ts';
import { bindingsText } from '../report/text/bindings-text.ts';
import type { CommonOptions } from './arguments/common-options.ts';
import { chooseWorkspace, openContext, openStateBranch, targetOf, type Context } from './context.ts';
import { holdLease } from './applying/hold-lease.ts';
import { insistOnRecord, readState } from './reading/read-state.ts';
import { pageOf } from './applying/run-page.ts';
import { UserFailure } from './telling/user-failure.ts';

/** Which file is which live campaign, as the state branch has it. */
export async function stateList(options: CommonOptions): Promise<ExitCode> {
  const context = await openContext(options);
  const workspace = chooseWorkspace(context, options.workspace);
  const { state } = await readState(openStateBranch(context, workspace).branch);
  const bindings = [...state.bindings.values()];
  context.terminal.out(options.json ? bindingsDocument(bindings) : bindingsText(bindings));
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
  const keys = await holdLease(context, workspace, ({ run }) => forget(options, { context, workspace, run }));
  context.terminal.out(keys.map((key) => `Let go of ${key}; its live campaign stays as it is.\n`).join(''));
  return EXIT.DONE;
}

interface Ground {
  readonly context: Context;
  readonly workspace: Workspace;
  readonly run: string;
}

async function forget(
  options: ForgetOptions,
  { context, workspace, run }: Ground,
): Promise<readonly string[]> {
  const { branch } = openStateBranch(context, workspace);
  const view = await readState(branch);
  const known = [...view.state.bindings.keys()];
  const keys = options.all ? known : options.keys;
  const unknown = keys.find((key) => !known.includes(key as CampaignKey));
  if (unknown !== undefined || keys.length === 0) {
    const message = unknown ? `${unknown} is not managed in ${workspace.name}.` : 'No campaign is named.';
    throw new UserFailure(EXIT.USAGE, message, { hint: 'See campaigns state list.' });
  }
  const actor = { name: workspace.actor ?? 'unknown', email: workspace.actor ?? 'unknown' };
  const recorder = new GitRecorder({
    branch,
    view,
    workspace: workspace.name,
    target: targetOf(workspace),
    run,
    commit: await context.repository.head(),
    page: pageOf(process.env),
    authorOf: () => actor,
    clock: context.clock,
  });
  insistOnRecord(await recorder.forget(keys as CampaignKey[]));
  return keys;
}

/** Frees the lease of a run that died where nobody can see it. What it left open is settled by the next apply. */
export async function stateRelease(options: CommonOptions): Promise<ExitCode> {
  const context = await openContext(options);
  const { terminal, git } = context;
  const workspace = chooseWorkspace(context, options.workspace);
  const ref = new LeaseRef(git, workspace.name);
  const found = await ref.read();
  if (found.kind === 'unreachable') {
    throw new UserFailure(EXIT.FAILED, `The lease can't be read: ${found.why}`, { hint: 'Run again.' });
  }
  if (found.kind === 'taken') {
    const move = await ref.remove(found.tip);
    if (move.kind !== 'moved') {
      const why = move.kind === 'lost-race' ? 'its run has just renewed it, so it lives' : move.why;
      throw new UserFailure(EXIT.FAILED, `The lease was not freed: ${why}.`, { hint: 'Run again.' });
    }
  }
  const freed = found.kind === 'taken' ? (found.record ?? 'unreadable') : undefined;
  terminal.out(options.json ? releaseDocument(workspace.name, freed) : releaseText(workspace.name, freed));
  return EXIT.DONE;
}
