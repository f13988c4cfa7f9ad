import type { InWorkspace } from '../app/context.ts';
import { findDriftOf } from '../app/plan.ts';
import { stepFailure, stepNotice } from '../messages/catalog/steps.ts';
import { plainTextOnGitHub } from '../messages/phrase.ts';
import type { DriftReport } from '../model/drift.ts';
import { driftIssue, pullRequestText } from '../render/markdown/drift-issue.ts';
import { COMMENT_LIMIT, limitWithout, SUMMARY_LIMIT, type PageOptions } from '../render/markdown/blocks.ts';
import { driftText } from '../render/text/report-texts.ts';
import { failed, succeededUnless, type Conclusion, type Outputs } from './conclusion.ts';
import { openStep, type ActionContext, addressAt, reportDiagnostics } from './context.ts';
import { postToCodeHost } from './sticky-comment.ts';
import { planBasis } from './pull-basis.ts';
import { LOG_LAYOUT } from './workflow-log.ts';
import type { Issue } from './github/resources.ts';
import type { GitHubApi } from './github/api.ts';
import type { StepNoticeParams } from '../model/action-reasons.ts';
import { EXIT } from '../model/exit.ts';
import type { PullReport } from '../model/pull.ts';
import { preparePull, pullBranch, pushPull, withdrawPull } from '../app/pull.ts';
import { UserFailure } from '../app/process/user-failure.ts';
import { DRIFT } from '../messages/comment-messages.ts';

/** Checks whether live campaigns were changed manually, and maintains one issue about it. */
export async function driftStep(job: ActionContext): Promise<Conclusion> {
  const { inputs, github, log } = job;
  const target = await openStep(job);
  const { workspace } = target;
  const { keyWithheld } = await planBasis({ ...target, named: inputs.workspace }, github.trigger);
  // A proposal must not decide where secrets are sent.
  if (keyWithheld) {
    const why = { code: 'drift-of-other-target', workspace: workspace.name } as const;
    return log.endEarly(failed('failed', 'usage', why));
  }
  const { report, diagnostics } = await findDriftOf(target, inputs.only);
  log.print(driftText(report, LOG_LAYOUT));
  // Names the branch and not the commit, so that the same drift has the same text whatever was merged in between.
  const branch = github.trigger.kind === 'branch' ? github.trigger.branch : github.trigger.base.ref;
  const options = { addressOf: addressAt(job, branch), footnotes: [] };
  await log.summarize(driftIssue(report, { ...options, limit: SUMMARY_LIMIT }).body);
  if (report.files === 'with-errors') await reportDiagnostics(job, stepFailure(INVALID), diagnostics);
  const outputs = {
    drifted: report.drifted.length,
    'comment-url': (await upsertIssue(job, report, options)) ?? '',
  };
  // Only a run of a whole branch with readable files can write the pull request.
  const isWhole = inputs.only.length === 0 && report.files === 'read' && report.unknown.length === 0;
  if (inputs.pullRequest && github.trigger.kind === 'branch' && isWhole)
    await proposePull(job, { ...target, base: github.trigger.branch });
  return driftConclusion(job, report, outputs);
}

/** Writes the issue, or closes it if there is no drift; returns its address. */
async function upsertIssue(
  job: ActionContext,
  report: DriftReport,
  options: Pick<PageOptions, 'addressOf' | 'footnotes'>,
): Promise<string | undefined> {
  // A partial check says nothing about the other campaigns.
  if (job.inputs.only.length > 0) return undefined;
  const { workspace } = report;
  const limit = limitWithout(COMMENT_LIMIT, issueTag(workspace).length);
  const { title, body } = driftIssue(report, { ...options, limit });
  const isOpen = !isClean(report) || report.unreviewed.length > 0;
  const text = isOpen ? { title, body: job.session.secrets.redact(body) } : undefined;
  return postToCodeHost(job, { what: 'drift-issue' }, (api) => upsertDriftIssue(api, workspace, text));
}

function isClean({ drifted, unknown }: DriftReport): boolean {
  return drifted.length === 0 && unknown.length === 0;
}

function driftConclusion({ inputs }: ActionContext, report: DriftReport, outputs: Outputs): Conclusion {
  const { drifted, unknown, files } = report;
  if (files === 'with-errors') return failed('invalid', 'invalid-files', INVALID, outputs);
  if (unknown.length > 0)
    return failed('failed', 'unreachable', { code: 'not-all-done', why: 'unread' }, outputs);
  const outcome = isClean(report) ? 'clean' : 'drifted';
  return succeededUnless(inputs.failOn, { held: 0, drifted: drifted.length }, { outcome, outputs });
}

const INVALID = { code: 'invalid-files' } as const;

/** The invisible beginning of the body, by which the issue is found again. */
function issueTag(workspace: string): string {
  return `<!-- campaigns-drift:${workspace} -->\n`;
}

/** The newest open issue of ours about a workspace's drift; undefined if there is none. Throws CodeHostFailure. */
export async function findDriftIssue(api: GitHubApi, workspace: string): Promise<Issue | undefined> {
  return (await ourIssues(api, workspace)).at(-1);
}

/** Oldest first. */
async function ourIssues(api: GitHubApi, workspace: string): Promise<Issue[]> {
  const tagged = (await api.openIssues())
    .filter(({ body }) => body.startsWith(issueTag(workspace).trimEnd()))
    .sort((left, right) => left.number - right.number);
  return api.ours(tagged);
}

/**
 * One issue per workspace: opened with the first drift, edited only if its text changes, closed when there is no drift.
 * If two runs opened one each, the older one is closed. Returns the issue's address.
 */
async function upsertDriftIssue(
  api: GitHubApi,
  workspace: string,
  text: { readonly title: string; readonly body: string } | undefined,
): Promise<string | undefined> {
  const found = await ourIssues(api, workspace);
  const newest = found.at(-1);
  for (const old of text === undefined ? found : found.slice(0, -1))
    await api.updateIssue(old.number, { state: 'closed' });
  if (text === undefined) return newest?.url;
  const { title } = text;
  const body = `${issueTag(workspace)}${text.body}`;
  if (!newest) return (await api.createIssue(title, body)).url;
  if (newest.body !== body || newest.title !== title) await api.updateIssue(newest.number, { title, body });
  return newest.url;
}

/**
 * The job is the author of the commit. It has no address that the service would accept, so the service's own history
 * names the actor.
 */
const AUTHOR = {
  name: 'github-actions[bot]',
  email: '41898282+github-actions[bot]@users.noreply.github.com',
};

interface Target extends InWorkspace {
  /** The branch that campaigns are applied from. */
  readonly base: string;
}

/**
 * Maintains one pull request that writes the drift of a workspace into the files: opened with the first drift, updated
 * in place, closed when there is nothing to pull. If any of that fails, the drift has already been reported.
 */
async function proposePull(job: ActionContext, target: Target): Promise<void> {
  const warn = (notice: StepNoticeParams['no-drift-pull']) => {
    job.log.warn(stepNotice({ code: 'no-drift-pull', ...notice }));
  };
  const prepared = await preparePull({}, target).catch((error: unknown) => {
    // Files or a service that can't be read are reported with the drift.
    if (!(error instanceof UserFailure) || error.exit === EXIT.USAGE) throw error;
    warn({ cause: error.cause });
    return undefined;
  });
  if (!prepared) return;
  if (prepared.report.pulled.length === 0) return closePull(job, target);
  const title = plainTextOnGitHub(DRIFT.pullTitle(prepared.report.workspace));
  const pushed = await pushPull(prepared, target, { title, author: AUTHOR });
  switch (pushed.kind) {
    case 'moved':
    case 'unchanged':
      return upsertPull(job, target, { title, report: prepared.report });
    case 'foreign':
      warn({ cause: undefined });
      return;
    case 'failed':
      warn({ cause: { code: 'git-failed', said: pushed.said } });
      return;
    case 'unborn':
      return;
  }
}

async function upsertPull(
  job: ActionContext,
  { workspace, base }: Target,
  { title, report }: { readonly title: string; readonly report: PullReport },
): Promise<void> {
  const head = pullBranch(workspace);
  const text = pullRequestText(report, { addressOf: addressAt(job, base), limit: COMMENT_LIMIT });
  const wanted = { title, body: job.session.secrets.redact(text).trim() };
  await postToCodeHost(job, { what: 'drift-pull' }, async (api) => {
    const found = await api.openPullOf(head);
    // Text that was sent with line feeds may be returned with other line endings.
    const body = found?.body.replaceAll('\r\n', '\n').trim();
    if (!found) await api.createPull({ ...wanted, head, base });
    else if (found.title !== title || body !== wanted.body) await api.updatePull(found.number, wanted);
  });
}

/** Closes the open pull request; a branch with commits from other authors stays. */
async function closePull(job: ActionContext, target: Target): Promise<void> {
  const closed = await postToCodeHost(job, { what: 'old-drift-pull' }, async (api) => {
    const found = await api.openPullOf(pullBranch(target.workspace));
    if (found) await api.updatePull(found.number, { state: 'closed' });
    return found !== undefined;
  });
  if (closed === true) await withdrawPull(target, AUTHOR);
}
