import type { Desired } from '../../model/campaign.ts';
import type { Diagnostic } from '../../model/diagnostic.ts';
import { summarize, type Plan } from '../../model/plan.ts';
import type { Workspace } from '../../model/workspace.ts';
import { annotationsOf } from '../../report/documents/annotations.ts';
import { COMMENT_ROOM, roomWithout, SUMMARY_ROOM } from '../../report/markdown/fit-blocks.ts';
import { hasNews, jobSummary, planComment, reviewFootnote } from '../../report/markdown/plan-comment.ts';
import type { Pointer } from '../../report/markdown/plan-markdown.ts';
import { planText } from '../../report/text/plan-text.ts';
import type { Trigger } from '../../github/event.ts';
import { keepComment, tagLength, type StickyName } from '../../github/sticky-comment.ts';
import type { Context } from '../context.ts';
import { chooseWorkspace } from '../context.ts';
import { loadDesired } from '../reading/load.ts';
import { planByRecord, planWithService } from '../reading/planning.ts';
import { driftNotice } from './drift-notice.ts';
import { endingOf, green, red, type Ending, type Outputs } from './ending.ts';
import {
  addressAt,
  openActionContext,
  runFootnotes,
  tellGitHub,
  withoutRun,
  type ActionGround,
} from './ground.ts';
import { lateWords } from './late-plan.ts';
import { missingKey } from './missing-key.ts';
import { writePlanFiles } from './plan-files.ts';
import { planBasis, type PlanBasis } from './pull-basis.ts';
import { signPlan } from './sign-plan.ts';

/** Shows what the merge would do: in the log, on the run's page, beside the lines, and on the pull request. */
export async function planStep(ground: ActionGround): Promise<Ending> {
  const { inputs, around, log } = ground;
  const context = await openActionContext(ground);
  const workspace = chooseWorkspace(context, inputs.workspace);
  const { desired, warnings } = await loadDesired(context, workspace);
  const basis = await planBasis({ context, workspace, named: inputs.workspace }, around.trigger);
  const { only, allow, maxWaitMs: maxWait } = inputs;
  const narrowing = {
    ...{ only, allow, maxWait },
    ...(basis.changedSince !== undefined && { changedSince: basis.changedSince }),
  };
  const ask = { context, workspace, desired, narrowing };
  const offline = inputs.apiKey === '' || basis.target === 'not-as-in-base';
  const { made, ...cost } = await (offline ? planByRecord(ask, basis.former) : planWithService(ask));
  log.terminal.out(planText(made, { ...log.terminal, ...cost }));
  const pointers = await driftNotice(ground, made);
  const address = await tellPlan(ground, { context, plan: made, basis, pointers });
  // After the warnings of the telling: GitHub shows ten, and one may be that nothing of this will be applied.
  log.annotate(annotationsOf({ diagnostics: ofPlan(made, { desired, warnings }), plan: made }));
  // After all is told: a path that can't be written costs nobody the review.
  const files = writePlanFiles(ground, made, { subject: subjectOf(around.trigger) });
  const outputs = {
    ...countsOf(made),
    ...files.outputs,
    ...(address !== undefined && { 'comment-url': address }),
  };
  if (files.trouble) return { ...endingOf(files.trouble), outputs };
  const outcome = made.offline ? 'planned-offline' : 'planned';
  const unmet = unmetWish(ground, made);
  return unmet ? red(outcome, unmet, { message: WISHES[unmet], outputs }) : green(outcome, outputs);
}

interface Telling {
  readonly context: Context;
  readonly plan: Plan;
  readonly basis: PlanBasis;
  readonly pointers: readonly Pointer[];
}

/** Writes the page of the run, and the comment where there is a pull request; answers where that can be read. */
async function tellPlan(
  ground: ActionGround,
  { context, plan, basis, pointers }: Telling,
): Promise<string | undefined> {
  const { around, log } = ground;
  const { trigger, page } = around;
  const isOfHead = trigger.kind === 'pull-request' && basis.checkout === 'of-the-proposal';
  // The merge on trial that is checked out means nothing to a reader.
  const shown = isOfHead ? { ...plan, commit: trigger.head } : plan;
  const signed = trigger.kind === 'pull-request' ? signPlan(ground, { plan, trigger, basis }) : UNSIGNED;
  const footnotes = runFootnotes(ground, context.clock.now());
  const late = await lateNotice(ground);
  const common = {
    subject: subjectOf(trigger),
    ...PROPOSALS[trigger.kind],
    addressOf: addressAt(ground, shown.commit ?? 'HEAD'),
    notices: [
      ...basis.notices,
      ...keyNotice(ground, basis, chooseWorkspace(context, plan.workspace)),
      ...signed.notice,
      ...late,
    ],
    pointers,
  };
  await log.summarize(jobSummary(shown, { ...common, footnotes, room: SUMMARY_ROOM }));
  if (trigger.kind !== 'pull-request' || late.length > 0) return undefined;
  const review = signed.marker === '' ? undefined : reviewFootnote(plan);
  const body = planComment(shown, {
    ...common,
    footnotes: [...footnotes, ...(review === undefined ? [] : [review])],
    marker: signed.marker,
    room: roomWithout(COMMENT_ROOM, tagLength(nameOf(plan))),
    ...(page !== null && { wholeAt: page }),
  });
  const isNews = hasNews(plan) || basis.notices.length > 0;
  return comment(ground, { plan, number: trigger.number, body, unlessThere: isNews ? 'write' : 'leave' });
}

async function lateNotice(ground: ActionGround): Promise<string[]> {
  const { trigger } = ground.around;
  if (trigger.kind !== 'pull-request' || ground.inputs.comment === 'never') return [];
  const late = await lateWords(ground, trigger);
  if (late !== undefined) ground.log.note(late);
  return late === undefined ? [] : [late];
}

/** Who does what the plan says. */
function subjectOf({ kind }: Trigger): string {
  return kind === 'branch' ? 'Applying this' : 'Merging this';
}

const PROPOSALS = {
  'pull-request': { proposal: 'this pull request' },
  'merge-group': { proposal: 'this merge' },
  branch: {},
} as const satisfies Record<Trigger['kind'], object>;

const UNSIGNED = { marker: '', notice: [] };

interface PlanComment {
  readonly plan: Plan;
  /** The pull request. */
  readonly number: number;
  readonly body: string;
  /** What `comment: changes` does where there is no comment yet. */
  readonly unlessThere: 'write' | 'leave';
}

function nameOf({ workspace }: Plan): StickyName {
  return { purpose: 'plan', workspace };
}

async function comment(
  ground: ActionGround,
  { plan, number, body, unlessThere }: PlanComment,
): Promise<string | undefined> {
  const { inputs, log } = ground;
  const kept =
    inputs.comment === 'never'
      ? undefined
      : await tellGitHub(ground, `The plan could not be written on #${number}`, (api) =>
          keepComment(api, number, {
            name: nameOf(plan),
            body: ground.session.secrets.redact(body),
            essence: withoutRun,
            ...(inputs.comment === 'changes' && unlessThere === 'leave' && { onlyIfThere: true }),
          }),
        );
  if (!kept && plan.campaigns.some(({ steps }) => steps.length > 0)) log.warn(UNREVIEWED);
  return kept?.url;
}

const UNREVIEWED = 'This merge will not be applied: without a comment nobody can review the plan.';

/** Without a key the service is not asked. */
function keyNotice(
  { inputs, around, log }: ActionGround,
  { target }: PlanBasis,
  workspace: Workspace,
): string[] {
  if (inputs.apiKey !== '' || target === 'not-as-in-base') return [];
  const { kind, text } = missingKey(around, { trigger: around.trigger, workspace });
  if (kind === 'forgotten') log.warn(text);
  return [text];
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

interface Loaded {
  readonly desired: readonly Desired[];
  readonly warnings: readonly Diagnostic[];
}

/** Nobody is told on a pull request what is odd in files that it does not touch. */
function ofPlan({ scope, campaigns }: Plan, { desired, warnings }: Loaded): readonly Diagnostic[] {
  if (!scope) return warnings;
  const keys = new Set(campaigns.map(({ key }) => key));
  const touched = desired.filter(({ key }) => keys.has(key));
  const files = new Set(touched.flatMap(({ file, sources }) => [file, ...sources]));
  return warnings.filter(({ file }) => files.has(file));
}

const WISHES = {
  held: 'Something is held, and fail-on says that this is a failure. The summary tells what.',
  drift: 'Something was changed by hand, and fail-on says that this is a failure. The summary tells what.',
} as const;

function unmetWish({ inputs: { failOn } }: ActionGround, plan: Plan): 'held' | 'drift' | undefined {
  if (failOn === 'held' && plan.campaigns.some(({ held }) => held.length > 0)) return 'held';
  return failOn === 'drift' && summarize(plan).drifted > 0 ? 'drift' : undefined;
}
