import type { Lease } from '../../apply/ports.ts';
import { Run } from '../../apply/run.ts';
import type { TargetLocator } from '../../load/locate-target.ts';
import type { CampaignKey } from '../../model/campaign.ts';
import type { Consent, Workspace } from '../../model/workspace.ts';
import { GitRecorder } from '../../state/git-recorder.ts';
import type { StateBranch, StateView } from '../../state/state-branch.ts';
import type { CampaignService } from '../../remote/campaign-service.ts';
import type { Actor } from '../reading/actors.ts';
import { stateTargetOf, type Context } from '../context.ts';
import { overtakenBy } from './newer-commit.ts';
import { runUrl } from './run-url.ts';

export interface RunRequest {
  readonly context: Context;
  readonly workspace: Workspace;
  readonly branch: StateBranch;
  readonly view: StateView;
  readonly lease: Lease;
  /** Names the run in the journal and the audit trail. */
  readonly name: string;
  readonly service: CampaignService;
  readonly actors: ReadonlyMap<CampaignKey, Actor>;
  readonly allowed: ReadonlySet<Consent>;
  /** All that `--allow` named, for the record. */
  readonly allowOptions: readonly string[];
  readonly maxWaitMs: number;
  /** The branch that campaigns are applied from; undefined where it is not known. */
  readonly baseBranch?: string | undefined;
  readonly signal: AbortSignal;
  /** Where in the files the service's targets are; left out where nothing is sent. */
  readonly locate?: TargetLocator;
}

/** One execution with all that it works with: the service, the state branch, the clock and the quota. */
export async function openRun(request: RunRequest): Promise<{ run: Run; recorder: GitRecorder }> {
  const { context, workspace, branch, view, lease, name, service } = request;
  const { actors, allowed, allowOptions, maxWaitMs, signal, locate } = request;
  const { clock, chance, repository } = context;
  const nobody: Actor = { name: workspace.actor ?? 'unknown', email: workspace.actor ?? 'unknown' };
  const commit = await repository.head();
  const byKey = new Map<string, Actor>(actors);
  const recorder = new GitRecorder({
    branch,
    view,
    workspace: workspace.name,
    target: stateTargetOf(context, workspace),
    run: name,
    commit,
    page: runUrl(context.environment),
    authorOf: (key) => byKey.get(key) ?? nobody,
    allowed: allowOptions,
    baseBranch: request.baseBranch,
    clock,
    overtaken: (state) => overtakenBy(commit, context.history, state),
  });
  const run = new Run(
    {
      workspace: workspace.name,
      run: name,
      remote: service,
      recorder,
      lease,
      clock,
      chance,
      windows: workspace.limits.create,
      deadline: clock.now() + maxWaitMs,
      allowed,
      locate: (file, target) => locate?.(file, target),
      onProgress: (progress) => {
        context.interaction.onProgress(progress);
      },
      signal,
    },
    recorder.state,
  );
  if (recorder.creationsAhead > 0) context.interaction.notice(aheadWords(recorder.creationsAhead));
  return { run, recorder };
}

function aheadWords(count: number): string {
  return `${count} recorded creation${count === 1 ? ' has a time' : 's have times'} in the future, so the clock of some machine is wrong. They are counted from now.`;
}
