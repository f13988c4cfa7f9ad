import { join, resolve } from 'node:path';
import { summarize, type Plan } from '../../model/plan.ts';
import { annotationsOf } from '../../report/annotations.ts';
import { COMMENT_ROOM, SUMMARY_ROOM } from '../../report/fit-blocks.ts';
import { jobSummary, planComment, reviewFootnote } from '../../report/plan-comment.ts';
import { planDocument } from '../../report/plan-document.ts';
import { planHtml } from '../../report/plan-html.ts';
import { planText } from '../../report/plan-text.ts';
import { keepComment } from '../../github/sticky-comment.ts';
import type { Context } from '../context.ts';
import { chooseWorkspace } from '../context.ts';
import { loadDesired } from '../load.ts';
import { planByRecord, planWithService } from '../planning.ts';
import { withoutSecrets } from '../secrets.ts';
import { writeWhole } from '../write-whole.ts';
import { driftNotice } from './drift-notice.ts';
import { green, red, type Ending, type Outputs } from './ending.ts';
import { addressAt, openActionContext, runFootnotes, tellGitHub, type ActionGround } from './ground.ts';
import { planBasis, type PlanBasis } from './pull-basis.ts';
import { signPlan } from './sign-plan.ts';

/** Shows what the merge would do: in the log, on the run's page, beside the lines, and on the pull request. */
export async function planStep(ground: ActionGround): Promise<Ending> {
  const { inputs, around, log } = ground;
  const context = await openActionContext(ground);
  const workspace = chooseWorkspace(context, inputs.workspace);
  const { desired, warnings } = loadDesired(context, workspace);
  const basis = await planBasis(context, workspace, around.trigger);
  const { only, allow, maxWaitMs: maxWait } = inputs;
  const narrowing = {
    ...{ only, allow, maxWait },
    ...(basis.changedSince !== undefined && { changedSince: basis.changedSince }),
  };
  const ask = { context, workspace, desired, narrowing };
  const offline = inputs.apiKey === '' || basis.target === 'not-as-in-base';
  const { made, ...cost } = await (offline ? planByRecord(ask) : planWithService(ask));
  log.terminal.out(planText(made, { ...log.terminal, ...cost }));
  log.annotate(annotationsOf({ diagnostics: warnings, plan: made }));
  const files = writeFiles(ground, made);
  const notices = [...basis.notices, ...keyNotice(ground, basis), ...(await driftNotice(ground, made))];
  const address = await tellPlan(ground, { context, plan: made, basis, notices });
  const outputs = { ...countsOf(made), ...files, ...(address !== undefined && { 'comment-url': address }) };
  const outcome = made.offline ? 'planned-offline' : 'planned';
  const unmet = unmetWish(ground, made);
  return unmet ? red(outcome, unmet, { message: WISHES[unmet], outputs }) : green(outcome, outputs);
}

interface Telling {
  readonly context: Context;
  readonly plan: Plan;
  readonly basis: PlanBasis;
  readonly notices: readonly string[];
}

/** Writes the page of the run, and the comment where there is a pull request; answers where that can be read. */
async function tellPlan(
  ground: ActionGround,
  { context, plan, basis, notices }: Telling,
): Promise<string | undefined> {
  const { inputs, around, log } = ground;
  const { trigger, page } = around;
  const at = trigger.kind === 'pull-request' ? trigger.head : (plan.commit ?? 'HEAD');
  const footnotes = runFootnotes(ground, context.clock.now());
  const isProposal = trigger.kind !== 'branch';
  const common = { subject: isProposal ? 'Merging this' : 'Applying this', addressOf: addressAt(ground, at) };
  await log.summarize(jobSummary(plan, { ...common, footnotes, notices, room: SUMMARY_ROOM }));
  if (trigger.kind !== 'pull-request') return undefined;
  const { marker, notice } = signPlan(ground, { plan, trigger, basis });
  const review = marker === '' ? undefined : reviewFootnote(plan);
  const body = planComment(plan, {
    ...common,
    footnotes: [...footnotes, ...(review === undefined ? [] : [review])],
    notices: [...notices, ...notice],
    marker,
    room: COMMENT_ROOM,
    ...(page !== null && { wholeAt: page }),
  });
  const hasNews = plan.campaigns.some(
    ({ steps, held, verdict }) => steps.length + held.length > 0 || verdict === 'unknown',
  );
  if (inputs.comment === 'never') {
    if (plan.campaigns.some(({ steps }) => steps.length > 0)) log.warn(UNREVIEWED);
    return undefined;
  }
  const kept = await tellGitHub(
    ground,
    `The plan could not be written on #${trigger.number}. ${UNREVIEWED}`,
    (api) =>
      keepComment(api, trigger.number, {
        name: { purpose: 'plan', workspace: plan.workspace },
        body: withoutSecrets(body),
        ...(inputs.comment === 'changes' && !hasNews && { onlyIfThere: true }),
      }),
  );
  return kept?.url;
}

const UNREVIEWED = 'This merge will not be applied, for nobody can review a plan without a comment';

/** Without a key nobody asks the service: a fork's pull request gets no secrets, and that is right so. */
function keyNotice({ inputs }: ActionGround, { target }: PlanBasis): string[] {
  if (inputs.apiKey !== '' || target === 'not-as-in-base') return [];
  return ['There is no API key here (a pull request from a fork gets none), so the service was not asked.'];
}

function writeFiles({ inputs, around }: ActionGround, plan: Plan): Pick<Outputs, 'plan-file' | 'html-file'> {
  const file = join(around.temporaryFolder, `campaigns-plan-${plan.workspace}.json`);
  writeWhole('--out', file, planDocument(plan));
  if (inputs.html === undefined) return { 'plan-file': file };
  const page = resolve(around.workFolder, inputs.directory, inputs.html);
  writeWhole('--html', page, planHtml(plan, { subject: 'Merging this' }));
  return { 'plan-file': file, 'html-file': page };
}

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

const WISHES = {
  held: 'Something is held, and fail-on says that this is a failure. The summary tells what.',
  drift: 'Something was changed by hand, and fail-on says that this is a failure. The summary tells what.',
} as const;

function unmetWish({ inputs: { failOn } }: ActionGround, plan: Plan): 'held' | 'drift' | undefined {
  if (failOn === 'held' && plan.campaigns.some(({ held }) => held.length > 0)) return 'held';
  return failOn === 'drift' && summarize(plan).drifted > 0 ? 'drift' : undefined;
}
