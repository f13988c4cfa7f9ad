import { emptyResult } from '../model/result.ts';
import { CodeHostFailure } from './code-host.ts';
import { unusable, type Trigger } from './trigger.ts';
import { EXIT } from '../model/exit.ts';
import { refusalOnGitHub } from '../messages/catalog/refusals.ts';
import { resultText } from '../render/text/result-text.ts';
import { annotationsOf } from '../render/documents/annotations.ts';
import { applyFiles, type Done } from '../app/apply.ts';
import { chooseWorkspace, type Context } from '../app/context.ts';
import { EVERYTHING } from '../app/applying/reviewer.ts';
import { failureOf } from '../app/process/failure-of.ts';
import { onSignals } from '../app/process/signals.ts';
import { UserFailure } from '../app/process/user-failure.ts';
import { applyConclusion, conclusionOf, messageOf, withoutKey, type Conclusion } from './conclusion.ts';
import { openStepContext, type ActionContext } from './context.ts';
import { pullReviewer } from './pull-reviewer.ts';
import { ReviewReport } from './review-report.ts';
import { postResult } from './post-result.ts';
import { LOG_LAYOUT } from './workflow-log.ts';

/** Applies what merged pull requests showed, and reports the result on them. */
export async function applyStep(job: ActionContext): Promise<Conclusion> {
  const branch = branchOf(job.github.trigger);
  const context = await openStepContext(job);
  // The history says who changed what.
  const { history } = context;
  await history.deepen();
  const workspace = chooseWorkspace(context, job.inputs.workspace).name;
  const report = new ReviewReport(await ownFiles(job, context, history));
  const { conclusion, done } = await applied(job, { context, workspace, branch, report });
  const result = done?.result ?? emptyResult(workspace, { refused: undefined, endedEarly: 'failed' });
  const address = await postResult(job, { context, branch, report, conclusion, result, plan: done?.plan });
  return address === undefined
    ? conclusion
    : { ...conclusion, outputs: { ...conclusion.outputs, 'comment-url': address } };
}

interface Attempt {
  readonly context: Context;
  readonly workspace: string;
  readonly branch: string;
  readonly report: ReviewReport;
}

/** Applies. A failure that a user can fix becomes a conclusion, too, so that it is reported everywhere. */
async function applied(
  job: ActionContext,
  { context, workspace: name, branch, report }: Attempt,
): Promise<{ readonly conclusion: Conclusion; readonly done: Done | undefined }> {
  const { inputs, log } = job;
  const workspace = chooseWorkspace(context, name);
  if (inputs.apiKey === '') return { conclusion: withoutKey(workspace), done: undefined };
  const { only, maxWaitMs: maxWait } = inputs;
  const allow = [...inputs.allow, ...(inputs.allowsOtherBranch ? (['branch'] as const) : [])];
  const options = { workspace: name, only, allow, maxWait, yes: true };
  const signals = onSignals(context);
  try {
    const done = await applyFiles(options, {
      context,
      workspace,
      signals,
      rule: { kind: 'of-branch', branch },
      reviewer: (asked, state) =>
        inputs.reviewed === 'ignore'
          ? Promise.resolve(EVERYTHING)
          : pullReviewer({ ...job, branch, report }, asked, state),
    });
    log.print(resultText(done.result, { ...LOG_LAYOUT, plan: done.plan }));
    if (done.why) log.print(refusalOnGitHub(done.why));
    log.annotate(annotationsOf({ diagnostics: [], plan: done.plan, result: done.result }));
    return { conclusion: applyConclusion(job, done, report), done };
  } catch (error) {
    if (error instanceof CodeHostFailure) return { conclusion: conclusionOf(error), done: undefined };
    const failure = failureOf(error);
    if (!failure) throw error;
    const conclusion = conclusionOf(failure);
    log.print(messageOf(conclusion));
    return { conclusion, done: undefined };
  }
}

/** The files that were just merged: `all` if one of them affects every plan. */
async function ownFiles(
  { github: { trigger } }: ActionContext,
  { folder }: Context,
  history: Context['history'],
): Promise<ReadonlySet<string> | 'all'> {
  const files =
    trigger.kind === 'branch'
      ? await history.changedSince(trigger.before)
      : (await history.changesOf('HEAD')).files;
  return files.has(folder.configurationFile) ? 'all' : files;
}

/** The branch that campaigns are applied from: merged changes count as reviewed. */
function branchOf(trigger: Trigger): string {
  switch (trigger.kind) {
    case 'branch':
      // Nothing is merged into a tag.
      if (trigger.isTag) throw unusable({ why: 'tag' });
      return trigger.branch;
    case 'pull-request':
      if (trigger.merged) return trigger.base.ref;
      throw new UserFailure(EXIT.USAGE, { code: 'not-merged', pull: trigger.number });
    case 'merge-group':
      throw unusable({ why: 'merge-queue' });
  }
}
