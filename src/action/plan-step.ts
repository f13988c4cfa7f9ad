import type { Desired } from '../model/campaign.ts';
import type { Diagnostic } from '../model/diagnostic.ts';
import { summarize, type Plan } from '../model/plan.ts';
import type { State } from '../model/state.ts';
import type { Workspace } from '../model/workspace.ts';
import { annotationsOf } from '../render/documents/annotations.ts';
import { SUMMARY_LIMIT } from '../render/markdown/fit-blocks.ts';
import { planComment } from '../render/markdown/plan-comment.ts';
import type { Pointer } from '../render/markdown/plan-markdown.ts';
import { planText } from '../render/text/plan-text.ts';
import type { Trigger } from './github/event.ts';
import type { Context } from '../app/context.ts';
import { chooseWorkspace } from '../app/context.ts';
import { loadDesired } from '../app/reading/load-files.ts';
import { planByRecord, planWithService } from '../app/plan.ts';
import { UserFailure } from '../app/user-failure.ts';
import { driftNotice } from './drift-notice.ts';
import {
  FAIL_ON_WORDS,
  conclusionOf,
  succeeded,
  failed,
  type Conclusion,
  type Outputs,
} from './conclusion.ts';
import { addressAt, openStepContext, runFootnotes, type ActionContext } from './context.ts';
import { missingKey } from './missing-key.ts';
import { postPlan } from './plan-comments.ts';
import { writePlanFiles } from './plan-files.ts';
import { planBasis, type PlanBasis } from './pull-basis.ts';
import { postPlanStatus } from './plan-status.ts';
import { reviewPlace } from './review-place.ts';
import { suggestCorrections } from './suggest-corrections.ts';
import { supersededReason } from './superseded-comment.ts';
import { LOG_LAYOUT } from './workflow-log.ts';

/** Shows what the merge would do: in the log, in the job summary, next to the lines, and on the pull request. */
export async function planStep(step: ActionContext): Promise<Conclusion> {
  const { inputs, github, log } = step;
  const context = await openStepContext(step);
  const workspace = chooseWorkspace(context, inputs.workspace);
  const { desired, warnings } = await loadOrSuggest(step, context, workspace);
  const basis = await planBasis({ context, workspace, named: inputs.workspace }, github.trigger);
  const { only, allow, maxWaitMs: maxWait } = inputs;
  const filter = {
    ...{ only, allow, maxWait },
    ...(basis.changedSince !== undefined && { changedSince: basis.changedSince }),
  };
  const request = { context, workspace, desired, filter: filter };
  const offline = inputs.apiKey === '' || basis.target === 'not-as-in-base';
  const { made, state, cost } = await (offline
    ? planByRecord(request, basis.former)
    : planWithService(request));
  log.print(planText(made, { ...LOG_LAYOUT, ...(cost && { cost }) }));
  const pointers = await driftNotice(step, made);
  const address = await reportPlan(step, { context, plan: made, state, basis, pointers });
  // After the warnings of the report: GitHub shows only ten, and one of those may say that this plan can't be approved.
  log.annotate(annotationsOf({ diagnostics: ofPlan(made, { desired, warnings }), plan: made }));
  // After everything is reported, so that a path that can't be written doesn't prevent the review.
  const files = writePlanFiles(step, made, { subject: subjectOf(github.trigger) });
  const outputs = {
    ...countsOf(made),
    ...files.outputs,
    ...(address !== undefined && { 'comment-url': address }),
  };
  if (files.trouble) return { ...conclusionOf(files.trouble), outputs };
  const outcome = made.offline ? 'planned-offline' : 'planned';
  const unmet = unmetFailOn(step, made);
  return unmet
    ? failed(outcome, unmet, { message: FAIL_ON_WORDS[unmet], outputs })
    : succeeded(outcome, outputs);
}

/** The campaigns of the workspace. If a file has errors, their certain corrections are suggested before this fails. */
async function loadOrSuggest(step: ActionContext, context: Context, workspace: Workspace): Promise<Loaded> {
  try {
    return await loadDesired(context, workspace);
  } catch (error) {
    const hasFindings = error instanceof UserFailure && step.inputs.comment !== 'never';
    if (hasFindings) await suggestCorrections(step, context, error.diagnostics);
    throw error;
  }
}

interface PlanReport {
  readonly context: Context;
  readonly plan: Plan;
  readonly state: State;
  readonly basis: PlanBasis;
  readonly pointers: readonly Pointer[];
}

/** Writes the job summary, the comment and the commit status; returns the address of the comment. */
async function reportPlan(
  step: ActionContext,
  { context, plan, state, basis, pointers }: PlanReport,
): Promise<string | undefined> {
  const { github, log, inputs } = step;
  const { trigger, page } = github;
  const isOfHead = trigger.kind === 'pull-request' && basis.checkout === 'of-the-proposal';
  // The test merge that is checked out means nothing to a reader.
  const shown = isOfHead ? { ...plan, commit: trigger.head } : plan;
  const obstacle =
    trigger.kind === 'branch'
      ? undefined
      : reviewObstacle(step, { plan, basis, trigger, workspace: chooseWorkspace(context, plan.workspace) });
  const superseded =
    trigger.kind === 'pull-request' && inputs.comment !== 'never'
      ? await supersededReason(step, trigger)
      : undefined;
  if (superseded !== undefined) log.note(superseded);
  const options = {
    subject: subjectOf(trigger),
    ...PROPOSALS[trigger.kind],
    addressOf: addressAt(step, shown.commit ?? 'HEAD'),
    notices: [...basis.notices, ...(obstacle ? [obstacle] : []), ...(superseded ? [superseded] : [])],
    note: inputs.commentNote,
    pointers,
    footnotes: runFootnotes(step, context.clock.now()),
    ...(page !== null && { wholeAt: page }),
  };
  await log.summarize(planComment(shown, { ...options, limit: SUMMARY_LIMIT }));
  if (trigger.kind === 'branch' || superseded !== undefined) return undefined;
  const url =
    trigger.kind === 'pull-request' && inputs.comment !== 'never'
      ? await postPlan(
          step,
          {
            plan: shown,
            place: {
              ...(await reviewPlace(step, context, { workspace: plan.workspace, base: trigger.base.ref })),
              pull: trigger.number,
            },
            head: trigger.head,
            hasNews:
              basis.notices.length > 0 ||
              obstacle !== undefined ||
              closesApproval(plan, state, trigger.base.ref),
            isSigned: obstacle === undefined && inputs.reviewKey !== '' && !plan.offline,
          },
          options,
        )
      : undefined;
  const hasSteps = plan.campaigns.some(({ steps }) => steps.length > 0);
  const isUnwritten = trigger.kind === 'pull-request' && hasSteps && url === undefined;
  if (isUnwritten) log.warn(UNWRITTEN);
  // A change of the target alone has nothing to approve, and could not be merged if the status is required.
  const isTargetOnly = obstacle === TARGET_CHANGED && !hasSteps;
  await postPlanStatus(step, plan.workspace, {
    head: trigger.head,
    failure: isTargetOnly ? undefined : (obstacle ?? (isUnwritten ? UNWRITTEN : undefined)),
    ...(isTargetOnly && {
      success: 'Only the target changes here, so there is nothing to approve.',
    }),
    url: url ?? page,
  });
  return url;
}

/** Whether a change was approved for a campaign that no longer needs one: the comment withdraws that approval. */
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
): string | undefined {
  if (basis.checkout === 'of-something-else') return NOT_THE_HEAD;
  if (plan.campaigns.length === 0) return undefined;
  if (basis.target === 'not-as-in-base') return TARGET_CHANGED;
  if (inputs.apiKey === '') {
    const { kind, text } = missingKey(github, { trigger, workspace });
    if (kind === 'forgotten') log.warn(text);
    return text;
  }
  return inputs.reviewKey === '' ? NO_REVIEW_KEY : undefined;
}

const NOT_THE_HEAD =
  "The planned commit is not this pull request's newest one, so this plan can't be approved.";
const TARGET_CHANGED =
  'The target changes here, so the service was not queried and merging this applies no changes to campaigns.';
const NO_REVIEW_KEY =
  'The input review-key is missing, so nothing can be approved and merging this applies nothing. Set it to the same secret of at least 32 characters for plan and apply.';
const UNWRITTEN = 'Without a plan comment, nothing can be approved, so merging this applies nothing.';

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
