import {
  applyEmergencyStops,
  applyPlan,
  emergencyStopsOf,
  willPublish,
  type Approved,
} from '../apply/apply-plan.ts';
import { finishRecovery } from '../apply/finish-recovery.ts';
import { recover } from '../apply/recover.ts';
import { Run } from '../apply/run.ts';
import { releaseLeaseWhile } from '../apply/send-guards.ts';
import { UNKNOWN } from '../model/audit.ts';
import type { Desired, CampaignKey } from '../model/campaign.ts';
import type { Result } from '../model/result.ts';
import type { Plan } from '../model/plan.ts';
import type { RefusalCause } from '../model/reasons.ts';
import type { State, Intent } from '../model/state.ts';
import { isConsent } from '../model/workspace.ts';
import type { StateRecorder, StateStore } from '../apply/ports.ts';
import type { CampaignService } from '../remote/campaign-service.ts';
import { Editors, openStateStore, holdLease, requireRecord, openRecorder, type RunLease } from './record.ts';
import { checkRepository, overtakenBy, type CommitCheck } from './check-commit.ts';
import type { Diagnostic } from '../model/diagnostic.ts';
import type { InWorkspace } from './context.ts';
import type { RunQuestion } from '../model/progress.ts';
import { missingPublishKey, withService, paceProgress } from './service.ts';
import { gatherPlan, type PlanInputs } from './gather.ts';
import type { PlanFilter } from './plan.ts';
import { recordMoved } from './record-moved.ts';
import { about, both } from './select-campaigns.ts';
import type { Signals } from './process/session.ts';
import { openCampaigns, requireDesired, type OpenCampaigns } from './reading/load-files.ts';
import { fieldLocator } from '../load/locate-refused-field.ts';

export interface ApplyRequest extends PlanFilter {
  /** Applies without asking for confirmation. */
  readonly yes?: boolean;
}

interface ApplyInputs extends InWorkspace {
  readonly signals: Signals;
  /** In a workflow, the branch that it runs on. */
  readonly branch?: string;
  /** Who reviews, given the contents of the state branch. */
  readonly reviewer: (inputs: PlanInputs) => Promise<Reviewer>;
}

/** What an apply did, and its plan. */
export interface Done {
  readonly result: Result;
  readonly plan: Plan;
  /** Why the run ended early; undefined if it did not, or if the result has the reason. */
  readonly why: RefusalCause | undefined;
  /** About the files, whether the plan changes them or not. */
  readonly warnings: readonly Diagnostic[];
}

/** Reads the files, takes the lease and applies. Writes the result only to the state branch. */
export async function applyFiles(options: ApplyRequest, inputs: ApplyInputs): Promise<Done> {
  const { context, workspace, signals } = inputs;
  try {
    // What is sent comes from the files themselves.
    const files = await openCampaigns(inputs, { from: 'files' });
    const store = openStateStore(context, workspace);
    const act = (service: CampaignService) =>
      holdLease(context, store, (held) =>
        applyUnderLease({ ...inputs, ...held, options, files, service, store }),
      );
    return await withService(inputs, act, signals.signal);
  } finally {
    signals.stop();
  }
}

/** What an apply works with while it holds the lease. */
interface Leased extends RunLease, ApplyInputs {
  readonly options: ApplyRequest;
  readonly files: OpenCampaigns;
  readonly service: CampaignService;
  readonly store: StateStore;
}

/**
 * Resolves open intents, plans, asks, and applies. While the lease is held, no other run can change what was read. It is
 * released for questions and long waits, and what others record during these is merged.
 */
async function applyUnderLease(leased: Leased): Promise<Done> {
  const { files, options, service, branch } = leased;
  const { allow, maxWait: maxWaitMs } = options;
  const editors = new Editors(leased);
  const recorder = await openApplyRecord(leased, editors);
  const world = requireDesired(files, recorder.state);
  const check = await checkRepository(world, { branch, allow });
  const asked = {
    ...about(options.only, world),
    editors,
    allowed: new Set(allow.filter(isConsent)),
    maxWaitMs,
  };
  const { desired, state, only } = asked;
  await editors.find(desired.filter(({ key }) => state.open.some((intent) => intent.key === key)));
  const reviewer = await leased.reviewer(asked);
  const run = openRun(leased, recorder, asked);
  const plan = (asks: 'changes' | null = asksPeople(leased)) =>
    gatherPlan({ ...asked, asks, state: recorder.state, only: both(only, reviewer.candidates) }, service);
  const unfinished = await recover(run, state.open, {
    files: desired,
    mayResend: (intent) => (only?.has(intent.key) ?? true) && reviewer.mayResend(intent),
  });
  const work = { ...leased, desired, run, recorder, reviewer, check };
  if (unfinished.length > 0) {
    await stopFirst(work, () => plan(null));
    await finishRecovery(run, unfinished);
  }
  const done = await execute(work, await plan());
  if (only === undefined && reviewer.candidates) {
    const now = { ...asked, state: recorder.state };
    await recordMoved(work, now, reviewer.candidates);
  }
  return { ...done, warnings: world.warnings };
}

/** Only the guard, or someone who is asked to confirm the plan, needs the numbers. */
function asksPeople({ context, options }: Leased): 'changes' | null {
  const isShown = context.interaction.interactive && options.yes !== true;
  return isShown || context.configuration.policy.guard.people !== undefined ? 'changes' : null;
}

/** An apply that may send. */
interface Work extends Omit<Leased, 'reviewer'> {
  readonly desired: readonly Desired[];
  readonly run: Run;
  readonly recorder: StateRecorder;
  readonly reviewer: Reviewer;
  readonly check: CommitCheck;
}

/** Executes the allowed part of the plan. */
async function execute(work: Work, plan: Plan): Promise<Omit<Done, 'warnings'>> {
  const { context, workspace, run, recorder, reviewer } = work;
  const approved = await reviewer.approve(plan, recorder, 'plan');
  const missing = willPublish(plan, approved) ? missingPublishKey(context, workspace) : undefined;
  // Ends with exit code 5, for which `invalid-files` stands.
  const refused = (why: RefusalCause) => ({ result: run.result('invalid-files'), plan, why });
  if (missing !== undefined && emergencyStopsOf(plan, approved).length === 0) return refused(missing);
  const hasSteps = plan.campaigns.some(({ steps }) => steps.length > 0);
  const isConfirmed = !hasSteps || (await isConfirmedByUser(work, { kind: 'apply' }, plan));
  if (missing !== undefined) {
    // An emergency stop must work, whatever else is missing.
    if (isConfirmed) await applyEmergencyStops(run, plan, approved);
    return refused(missing);
  }
  if (isConfirmed && work.check === 'starts-anew') requireRecord(await recorder.startAnew());
  const result = await applyPlan(run, plan, isConfirmed ? approved : 'none');
  if (isConfirmed) return { result, plan, why: unsaid(result, run.why) };
  // Some work is left, so a script must not see success.
  const left = plan.campaigns.filter(({ steps }) => steps.length > 0).length;
  const why = run.why ?? ({ code: 'canceled', left } as const);
  return { result: { ...result, endedEarly: 'failed' }, plan, why };
}

/** Why the run ended early, unless a failure has that reason. */
function unsaid({ failed }: Result, why: RefusalCause | undefined): RefusalCause | undefined {
  return failed.some(({ cause }) => cause.code === 'not-recorded' && cause.because === why) ? undefined : why;
}

/** Whether the user, who sees the plan, agrees, while other runs may work; true without a terminal, or with `yes`. */
async function isConfirmedByUser(
  { options, context: { interaction }, run, signals }: Work,
  question: RunQuestion,
  shown?: Plan,
): Promise<boolean> {
  if (options.yes === true || !interaction.interactive) return true;
  if (shown) await interaction.showPlan(shown);
  return releaseLeaseWhile(run, () => interaction.confirm(question, signals));
}

/**
 * Sends the emergency stops of the current plan before a run finishes what earlier ones left open, since that may have to
 * wait for quota. Everything else waits for a plan that takes the results into account.
 */
async function stopFirst(work: Work, planNow: () => Promise<Plan>): Promise<void> {
  const { desired, run, recorder, reviewer } = work;
  if (!mayStop(desired, recorder.state)) return;
  const plan = await planNow();
  if (emergencyStopsOf(plan, 'all').length === 0) return;
  const approved = await reviewer.approve(plan, recorder, 'emergency-stops');
  const stops = emergencyStopsOf(plan, approved).map(({ campaign: { key, transition } }) => ({
    action: transition?.action ?? '',
    key,
  }));
  if (stops.length === 0) return;
  if (await isConfirmedByUser(work, { kind: 'stop-first', stops }))
    await applyEmergencyStops(run, plan, approved);
}

/** Whether any file requests an emergency stop; if not, nothing needs to be read. */
function mayStop(desired: readonly Desired[], { bindings }: State): boolean {
  return desired.some(
    ({ key, status }) => bindings.has(key) && (status === 'PAUSED' || status === 'STOPPED'),
  );
}

/** Decides which changes of a plan may be sent. */
export interface Reviewer {
  /** The only campaigns that may have pending changes; undefined: all are examined. */
  readonly candidates: ReadonlySet<CampaignKey> | undefined;
  /** Whether a creation that an earlier run sent may be sent again, as exactly the same request. */
  readonly mayResend: (intent: Intent) => boolean;
  /**
   * Called under the lease before anything in a plan is sent: first for its `emergency-stops`, if something
   * slow comes before the other changes, and then for the complete `plan` that is made after it.
   */
  readonly approve: (
    plan: Plan,
    recorder: StateRecorder,
    turn: 'emergency-stops' | 'plan',
  ) => Promise<Approved>;
}

/** Allows everything in the plan: the user who runs the apply has reviewed it, or trusts it. */
export const EVERYTHING: Reviewer = {
  candidates: undefined,
  mayResend: () => true,
  approve: () => Promise.resolve('all'),
};

/** The record of an apply: changes of a campaign are recorded with those who edited it. */
async function openApplyRecord(
  { context, store, runId, branch, options }: Leased,
  editors: Editors,
): Promise<StateRecorder> {
  const commit = context.repository.head;
  const recorder = await openRecorder(context, store, {
    run: runId,
    nobody: { name: UNKNOWN, email: '' },
    allowed: options.allow,
    editorsOf: (key) => editors.of(key)?.people ?? [],
    baseBranch: branch,
    overtaken: (state) => overtakenBy(commit, context.history, state),
  });
  const { creationsAhead: creations } = recorder;
  if (creations > 0) context.interaction.notice({ kind: 'clock-ahead', creations });
  return recorder;
}

/** One run with everything that it needs: the service, the record, the clock and the quota. */
function openRun(
  { context, workspace, files, service, runId, lease, signals }: Leased,
  recorder: StateRecorder,
  { allowed, maxWaitMs }: Required<Pick<PlanInputs, 'allowed' | 'maxWaitMs'>>,
): Run {
  const { clock, chance, interaction } = context;
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
      onProgress: paceProgress(clock, interaction.onProgress),
    },
    recorder.state,
  );
}
