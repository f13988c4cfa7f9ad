import type { Workspace } from '../../model/workspace.ts';
import { GitRecorder } from '../../state/git-recorder.ts';
import type { StateBranch, StateView } from '../../state/state-branch.ts';
import { stateTargetOf, type Context } from '../context.ts';
import { personHere } from '../reading/actors.ts';
import { runUrl } from './run-url.ts';

interface RecorderGround {
  readonly context: Context;
  readonly workspace: Workspace;
  readonly branch: StateBranch;
  readonly view: StateView;
  /** Names what is done in the audit trail. */
  readonly run: string;
}

/** Records what a person does to bindings by hand, in their name. */
export async function stateRecorder(inputs: RecorderGround): Promise<GitRecorder> {
  const { context, workspace, branch, view, run } = inputs;
  const person = await personHere(context, workspace);
  return new GitRecorder({
    branch,
    view,
    workspace: workspace.name,
    target: stateTargetOf(context, workspace),
    run,
    commit: await context.repository.head(),
    page: runUrl(context.environment),
    authorOf: () => person,
    allowed: [],
    baseBranch: undefined,
    clock: context.clock,
  });
}
