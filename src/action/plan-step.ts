import { join, resolve } from 'node:path';
import type { PullsOf } from '../model/calendar.ts';
import type { Diagnostic } from '../model/diagnostic.ts';
import { summarize, type Plan } from '../model/plan.ts';
import { planDocument } from '../render/documents/plan-document.ts';
import { planHtml } from '../render/html/plan-html.tsx';
import { planText } from '../render/text/report-texts.ts';
import { planPageInputs } from '../app/plan-page.ts';
import { pullsOn } from '../app/sends.ts';
import { changesSince } from '../app/changes.ts';
import type { InWorkspace } from '../app/context.ts';
import { UserFailure } from '../app/process/user-failure.ts';
import { openCampaigns } from '../app/reading/load-files.ts';
import { planByRecord, planWithService, type MadePlan } from '../app/plan.ts';
import { requirePlanPaths, writePlanFile } from '../app/plan-file.ts';
import { conclusionOf, succeededUnless, type Conclusion, type Outputs } from './conclusion.ts';
import { openStep, type ActionContext } from './context.ts';
import { planBasis } from './pull-basis.ts';
import { reportPlan, subjectOf } from './post-plan.ts';
import { LOG_LAYOUT } from './workflow-log.ts';

/** Shows what the merge would do: in the log, in the job summary, next to the lines, and on the pull request. */
export async function planStep(job: ActionContext): Promise<Conclusion> {
  const { inputs, github, log } = job;
  const target = await openStep(job);
  const { context, workspace } = target;
  const basis = await planBasis({ ...target, named: inputs.workspace }, github.trigger);
  const { changedSince: ref } = basis;
  const changes = ref === undefined ? undefined : await changesSince(ref, target);
  const files = await openCampaigns(target, { changes });
  const { only, allow, maxWaitMs: maxWait } = inputs;
  const filter = { only, allow, maxWait };
  const offline = inputs.apiKey === '' || basis.keyWithheld !== undefined;
  const planned = await (offline
    ? planByRecord(files, filter, basis.former)
    : planWithService(files, filter));
  const { plan: made, state, cost } = planned;
  log.print(planText(made, { ...LOG_LAYOUT, ...(cost && { cost }) }));
  // Before the report, which links to the page. A path that can't be written doesn't prevent the review.
  const { trigger } = github;
  const pullsOf = trigger.kind === 'pull-request' ? () => [trigger.number] : pullsOn(state.approvals);
  const page = { context, workspace, subject: subjectOf(trigger), pullsOf };
  const written = await writePlanFiles(job, made, page);
  const hasPage = written.outputs['html-file'] !== undefined;
  const address = await reportPlan(job, { context, workspace, plan: made, state, basis, hasPage });
  // After the warnings of the report: GitHub shows only ten, and one of those may say that this plan can't be approved.
  log.annotate({ diagnostics: ofPlan(made, planned), plan: made });
  const outputs = {
    ...countsOf(made),
    ...written.outputs,
    ...(address !== undefined && { 'comment-url': address }),
  };
  if (written.trouble) return { ...conclusionOf(written.trouble), outputs };
  const outcome = made.offline ? 'planned-offline' : 'planned';
  const held = made.campaigns.filter((one) => one.held.length > 0).length;
  return succeededUnless(inputs.failOn, { held, drifted: summarize(made).drifted }, { outcome, outputs });
}

function countsOf(plan: Plan): Outputs {
  const count = (kind: string) =>
    plan.campaigns.reduce((sum, { steps }) => sum + steps.filter((step) => step.kind === kind).length, 0);
  const { drifted } = summarize(plan);
  return {
    changes: plan.campaigns.filter(({ steps }) => steps.length > 0).length,
    creates: count('create'),
    updates: count('update'),
    transitions: count('transition'),
    held: plan.campaigns.filter(({ held }) => held.length > 0).length,
    deferred: plan.schedule.deferred,
    drifted,
    fingerprint: plan.fingerprint,
  };
}

/** A pull request doesn't show findings in files that it doesn't touch. */
function ofPlan({ scope, campaigns }: Plan, { desired, warnings }: MadePlan): readonly Diagnostic[] {
  if (!scope) return warnings;
  const keys = new Set(campaigns.map(({ key }) => key));
  const touched = desired.filter(({ key }) => keys.has(key));
  const files = new Set(touched.flatMap(({ file, sources }) => [file, ...sources]));
  return warnings.filter(({ file }) => files.has(file));
}

interface Written {
  readonly outputs: Pick<Outputs, 'plan-file' | 'html-file'>;
  /** Why one of the files could not be written. */
  readonly trouble: UserFailure | undefined;
}

/** Writes the plan into files for later steps: as JSON, and as an HTML page if requested. */
async function writePlanFiles(
  { session, inputs, github }: ActionContext,
  plan: Plan,
  { subject, pullsOf, ...target }: InWorkspace & { readonly subject: string; readonly pullsOf: PullsOf },
): Promise<Written> {
  let outputs: Written['outputs'] = {};
  try {
    const file = join(github.temporaryFolder, `campaigns-plan-${plan.workspace}.json`);
    writePlanFile(session, { option: '--out', path: file }, planDocument(plan));
    outputs = { 'plan-file': file };
    if (inputs.html === undefined) return { outputs, trouble: undefined };
    const page = resolve(github.workFolder, inputs.directory, inputs.html);
    await requirePlanPaths(target.context, [{ option: 'input', path: page }]);
    writePlanFile(
      session,
      { option: 'input', path: page },
      planHtml(plan, { subject, ...planPageInputs(plan, target, pullsOf) }),
    );
    return { outputs: { ...outputs, 'html-file': page }, trouble: undefined };
  } catch (error) {
    if (error instanceof UserFailure) return { outputs, trouble: error };
    throw error;
  }
}
