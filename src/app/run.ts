import type { StateRecorder, StateStore } from '../apply/ports.ts';
import { Run } from '../apply/run.ts';
import { fieldLocator } from '../load/locate-refused-field.ts';
import type { CampaignKey } from '../model/campaign.ts';
import type { Consent } from '../model/workspace.ts';
import type { CampaignService } from '../remote/campaign-service.ts';
import type { Actor } from './actors.ts';
import { openRecorder, runUrl, type RunLease } from './record.ts';
import type { InWorkspace } from './context.ts';
import type { CommitRule } from './check-commit.ts';
import type { Signals } from './process/session.ts';
import type { OpenCampaigns } from './reading/load-files.ts';
import { paceProgress } from './service.ts';
import type { Overtaken } from '../model/failure.ts';
import type { State } from '../model/state.ts';
import type { CodeHistory } from '../git/history.ts';

/** What an apply works with while it holds the lease. */
export interface Leased extends RunLease, InWorkspace {
  readonly files: OpenCampaigns;
  readonly service: CampaignService;
  readonly store: StateStore;
  readonly rule: CommitRule;
  readonly signals: Pick<Signals, 'signal'>;
}

/** The record of an apply: changes of a campaign are recorded with the campaign's author. */
export async function openApplyRecord(
  { context, workspace, store, runId, rule }: Leased,
  actors: ReadonlyMap<CampaignKey, Actor>,
  allowed: readonly string[],
): Promise<StateRecorder> {
  const nobody: Actor = { name: workspace.actor ?? 'unknown', email: workspace.actor ?? 'unknown' };
  const commit = context.repository.head;
  const byKey = new Map<string, Actor>(actors);
  const recorder = await openRecorder(store, {
    run: runId,
    commit,
    allowed,
    page: runUrl(context.environment),
    authorOf: (key) => byKey.get(key) ?? nobody,
    baseBranch: rule.kind === 'of-branch' ? rule.branch : undefined,
    overtaken: (state) => overtakenBy(commit, context.history, state),
  });
  const { creationsAhead: creations } = recorder;
  if (creations > 0) context.interaction.notice({ kind: 'clock-ahead', creations });
  return recorder;
}

interface RunOptions {
  readonly allowed: ReadonlySet<Consent>;
  readonly maxWaitMs: number;
}

/** One run with everything that it needs: the service, the record, the clock and the quota. */
export function openRun(
  { context, workspace, files, service, runId, lease, signals }: Leased,
  recorder: StateRecorder,
  { allowed, maxWaitMs }: RunOptions,
): Run {
  const { clock, chance } = context;
  return new Run(
    {
      runId,
      recorder,
      lease,
      clock,
      chance,
      allowed,
      locate: fieldLocator(files.inputs, workspace),
      signal: signals.signal,
      workspace: workspace.name,
      policy: context.configuration.policy,
      remote: service,
      windows: workspace.limits.create,
      deadline: clock.now() + maxWaitMs,
      onProgress: paceProgress(clock, (progress) => {
        context.interaction.onProgress(progress);
      }),
    },
    recorder.state,
  );
}

/**
 * Whether other runs that held the lease in between applied a newer commit than this run's; undefined if they did not.
 * A commit that this clone doesn't know counts as newer: at worst, apply has to be run again.
 */
async function overtakenBy(
  commit: string | null,
  history: CodeHistory,
  { lastCommit }: Pick<State, 'lastCommit'>,
): Promise<Overtaken | undefined> {
  if (commit === null || lastCommit === undefined || lastCommit === commit) return undefined;
  switch (await history.relationTo(commit, lastCommit)) {
    case 'behind':
      return { code: 'overtaken', commit: lastCommit, isNewer: true };
    case 'unknown':
      return { code: 'overtaken', commit: lastCommit, isNewer: null };
    case 'contains':
    case 'apart':
      return undefined;
  }
}
