import {
  describeApprovable,
  describePlanNotice,
  planNotice,
} from '../messages/action-messages/plan-notices.ts';
import type { PlanNotice, PlanObstacle } from '../model/action-codes/plan-notice.ts';
import type { Desired } from '../model/campaign.ts';
import type { Diagnostic } from '../model/diagnostic.ts';
import { summarize, type Plan } from '../model/plan.ts';
import type { State } from '../model/state.ts';
import type { Workspace } from '../model/workspace.ts';
import { annotationsOf } from '../render/documents/annotations.ts';
import { SUMMARY_LIMIT } from '../render/markdown/fit-blocks.ts';
import { planSummary } from '../render/markdown/plan-comment.ts';
import { planText } from '../render/text/plan-text.ts';
import type { Trigger } from './trigger.ts';
import { chooseWorkspace, type Context } from '../app/context.ts';
import { loadDesired } from '../app/reading/load-files.ts';
import { planByRecord, planWithService } from '../app/plan.ts';
import { UserFailure } from '../app/process/user-failure.ts';
import type { MarkdownOptions } from '../render/markdown/plan-markdown.ts';
import { runsAfterMerge, workflowTextIn } from './follow-up-runs.ts';
import { driftNotice } from './drift-notice.ts';
import { conclusionOf, succeeded, failed, type Conclusion, type Outputs } from './conclusion.ts';
import { addressAt, workflowAt } from './links.ts';
import { openStepContext, type ActionContext } from './context.ts';
import { runFootnotes } from './run-footnotes.ts';
import { missingKey } from './missing-key.ts';
import { postPlan } from './post-plan.ts';
import { writePlanFiles } from './plan-files.ts';
import { planBasis, type PlanBasis } from './pull-basis.ts';
import { postPlanStatus, type PlanCommitStatus } from './commit-status.ts';
import { reviewPlace } from './review-place.ts';
import { suggestCorrections } from './suggest-corrections.ts';
import { supersededComment } from './superseded-comment.ts';
import { LOG_LAYOUT } from './workflow-log.ts';

/** Shows what the merge would do: in the log, in the job summary, next to the lines, and on the pull request. */
export async function planStep(job: ActionContext): Promise<Conclusion> {
  const { inputs, github, log } = job;
  const context = await openStepContext(job);
  const workspace = chooseWorkspace(context, inputs.workspace);
  const { desired, warnings } = await loadOrSuggest(job, context, workspace);
  const basis = await planBasis({ context, workspace, named: inputs.workspace }, github.trigger);
  const { only, allow, maxWaitMs: maxWait } = inputs;
  const filter = {
    ...{ only, allow, maxWait },
    ...(basis.changedSince !== undefined && { changedSince: basis.changedSince }),
  };
  const request = { context, workspace, desired, filter };
  const offline = inputs.apiKey === '' || basis.keyWithheld !== undefined;
  const {
    plan: made,
    state,
    cost,
  } = await (offline ? planByRecord(request, basis.former) : planWithService(request));
  log.print(planText(made, { ...LOG_LAYOUT, ...(cost && { cost }) }));
  const address = await reportPlan(job, { context, plan: made, state, basis });
  // After the warnings of the report: GitHub shows only ten, and one of those may say that this plan can't be approved.
  log.annotate(annotationsOf({ diagnostics: ofPlan(made, { desired, warnings }), plan: made }));
  // After everything is reported, so that a path that can't be written doesn't prevent the review.
  const files = await writePlanFiles(job, made, { context, subject: subjectOf(github.trigger) });
  const outputs = {
    ...countsOf(made),
    ...files.outputs,
    ...(address !== undefined && { 'comment-url': address }),
  };
  if (files.trouble) return { ...conclusionOf(files.trouble), outputs };
  const outcome = made.offline ? 'planned-offline' : 'planned';
  const unmet = unmetFailOn(job, made);
  return unmet
    ? failed(outcome, unmet, { why: { code: `fail-on-${unmet}` }, outputs })
    : succeeded(outcome, outputs);
}

/** The campaigns of the workspace. If a file has errors, their certain corrections are suggested before this fails. */
async function loadOrSuggest(job: ActionContext, context: Context, workspace: Workspace): Promise<Loaded> {
  try {
    return await loadDesired(context, workspace);
  } catch (error) {
    const hasFindings = error instanceof UserFailure && job.inputs.comment !== 'never';
    if (hasFindings) await suggestCorrections(job, context, error.diagnostics);
    throw error;
  }
}

interface PlanReport {
  readonly context: Context;
  readonly plan: Plan;
  readonly state: State;
  readonly basis: PlanBasis;
}

/** Writes the job summary, the comment and the commit status; returns the address of the comment. */
async function reportPlan(
  job: ActionContext,
  { context, plan, state, basis }: PlanReport,
): Promise<string | undefined> {
  const { github, log, inputs } = job;
  const { trigger, page } = github;
  const isOfHead = trigger.kind === 'pull-request' && basis.checkout === 'of-the-proposal';
  // The test merge that is checked out means nothing to a reader.
  const shown = isOfHead ? { ...plan, commit: trigger.head } : plan;
  const obstacle =
    trigger.kind === 'branch'
      ? undefined
      : reviewObstacle(job, { plan, basis, trigger, workspace: chooseWorkspace(context, plan.workspace) });
  const superseded =
    trigger.kind === 'pull-request' && inputs.comment !== 'never'
      ? await supersededComment(job, trigger)
      : undefined;
  if (superseded !== undefined) log.note(planNotice(superseded));
  const notices: readonly PlanNotice[] = [
    ...basis.notices,
    ...(basis.keyWithheld ? [basis.keyWithheld] : []),
    ...(obstacle && obstacle !== basis.keyWithheld ? [obstacle] : []),
    ...(superseded ? [superseded] : []),
    ...(await driftNotice(job, plan)),
  ];
  const options = {
    subject: subjectOf(trigger),
    ...PROPOSALS[trigger.kind],
    addressOf: addressAt(job, shown.commit ?? 'HEAD'),
    notices: notices.map(planNotice),
    note: inputs.commentNote,
    ...(trigger.kind !== 'branch' && {
      allowed: allowedRuns(job, context, { plan, branch: trigger.base.ref }),
    }),
    footnotes: runFootnotes(job, context.clock.now()),
    ...(page !== null && { wholeAt: page }),
  };
  await log.summarize(planSummary(shown, { ...options, limit: SUMMARY_LIMIT }));
  if (trigger.kind === 'branch' || superseded !== undefined) return undefined;
  const url =
    trigger.kind === 'pull-request' && inputs.comment !== 'never'
      ? await postPlan(
          job,
          {
            plan: shown,
            place: {
              ...(await reviewPlace(job, context, { workspace: plan.workspace, base: trigger.base.ref })),
              pull: trigger.number,
            },
            head: trigger.head,
            hasNotices:
              basis.notices.length > 0 ||
              basis.keyWithheld !== undefined ||
              obstacle !== undefined ||
              closesApproval(plan, state, trigger.base.ref),
            isSigned: obstacle === undefined && inputs.reviewKey !== '' && !plan.offline,
          },
          options,
        )
      : undefined;
  const hasSteps = plan.campaigns.some(({ steps }) => steps.length > 0);
  const unwritten = trigger.kind === 'pull-request' && hasSteps && url === undefined;
  const missing: PlanObstacle | undefined = unwritten
    ? { code: inputs.comment === 'never' ? 'comments-off' : 'comment-not-written' }
    : undefined;
  if (missing) log.warn(planNotice(missing));
  await postPlanStatus(job, plan.workspace, {
    head: trigger.head,
    ...statusOf(obstacle ?? missing, { hasSteps }),
    url: url ?? page,
  });
  return url;
}

/** A change of the target alone has nothing to approve, and could not be merged if the status is required. */
function statusOf(
  obstacle: PlanObstacle | undefined,
  { hasSteps }: { readonly hasSteps: boolean },
): Pick<PlanCommitStatus, 'state' | 'description'> {
  if (obstacle === undefined) return { state: 'success', description: describeApprovable('whole') };
  return isOfTarget(obstacle) && !hasSteps
    ? { state: 'success', description: describeApprovable('target-only') }
    : { state: 'failure', description: describePlanNotice(obstacle).why };
}

function isOfTarget({ code }: PlanObstacle): boolean {
  return code === 'target-changed' || code === 'workspace-new' || code === 'default-workspace-changed';
}

/** How to allow what this plan refuses, once it is merged. */
function allowedRuns(
  job: ActionContext,
  context: Context,
  about: { readonly plan: Plan; readonly branch: string },
): MarkdownOptions['allowed'] {
  const runs = runsAfterMerge({ ...job, workflowText: workflowTextIn(context) }, about);
  return { runs, workflowAt: workflowAt(job) };
}

/** Whether a campaign of this plan has an approved step that is still open: the comment replaces that approval. */
function closesApproval({ campaigns }: Plan, { approvals }: State, base: string): boolean {
  const keys = new Set(campaigns.map(({ key }) => key));
  return approvals.some(
    (one) => one.base === base && one.steps.some(({ key, end }) => end === undefined && keys.has(key)),
  );
}

/** Why a plan can't be approved; undefined if it can, or if it touches nothing. */
function reviewObstacle(
  { inputs, github, log }: ActionContext,
  {
    plan,
    basis,
    trigger,
    workspace,
  }: Pick<PlanReport, 'plan' | 'basis'> & { readonly trigger: Trigger; readonly workspace: Workspace },
): PlanObstacle | undefined {
  if (basis.checkout === 'of-something-else') return { code: 'not-newest-commit' };
  if (plan.campaigns.length === 0) return undefined;
  if (basis.keyWithheld) return basis.keyWithheld;
  if (inputs.apiKey === '') {
    const missing = missingKey(github, { trigger, workspace });
    if (missing.code === 'no-key') log.warn(planNotice(missing));
    return missing;
  }
  return inputs.reviewKey === '' ? { code: 'no-review-key' } : undefined;
}

/** The subject of the plan's sentences. */
function subjectOf({ kind }: Trigger): string {
  return kind === 'branch' ? 'Applying this' : 'Merging this';
}

const PROPOSALS = {
  'pull-request': { proposal: 'this pull request' },
  'merge-group': { proposal: 'this merge' },
  branch: {},
} as const satisfies Record<Trigger['kind'], object>;

function countsOf(plan: Plan): Outputs {
  const count = (kind: string) =>
    plan.campaigns.reduce((sum, { steps }) => sum + steps.filter((step) => step.kind === kind).length, 0);
  const { drifted } = summarize(plan);
  return {
    changes: plan.campaigns.filter(({ steps }) => steps.length > 0).length,
    ...{ creates: count('create'), updates: count('update'), transitions: count('transition') },
    held: plan.campaigns.filter(({ held }) => held.length > 0).length,
    deferred: plan.schedule.deferred,
    drifted,
    fingerprint: plan.fingerprint,
  };
}

interface Loaded {
  readonly desired: readonly Desired[];
  readonly warnings: readonly Diagnostic[];
}

/** A pull request doesn't show findings in files that it doesn't touch. */
function ofPlan({ scope, campaigns }: Plan, { desired, warnings }: Loaded): readonly Diagnostic[] {
  if (!scope) return warnings;
  const keys = new Set(campaigns.map(({ key }) => key));
  const touched = desired.filter(({ key }) => keys.has(key));
  const files = new Set(touched.flatMap(({ file, sources }) => [file, ...sources]));
  return warnings.filter(({ file }) => files.has(file));
}

function unmetFailOn({ inputs: { failOn } }: ActionContext, plan: Plan): 'held' | 'drift' | undefined {
  if (failOn === 'held' && plan.campaigns.some(({ held }) => held.length > 0)) return 'held';
  return failOn === 'drift' && summarize(plan).drifted > 0 ? 'drift' : undefined;
}
