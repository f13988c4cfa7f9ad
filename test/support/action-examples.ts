import * as commentPhrases from '../../src/messages/action-messages/comment-phrases.ts';
import * as driftPhrases from '../../src/messages/action-messages/drift-phrases.ts';
import * as resultPhrases from '../../src/messages/action-messages/result-phrases.ts';
import type { Phrase } from '../../src/messages/phrase.ts';
import type { CodeHostProblem } from '../../src/model/action-codes/code-host-problem.ts';
import type { PlanNotice } from '../../src/model/action-codes/plan-notice.ts';
import type { StepFailure } from '../../src/model/action-codes/step-failure.ts';
import type { Posting, StepNotice } from '../../src/model/action-codes/step-notice.ts';
import type { CampaignKey } from '../../src/model/campaign.ts';

/** An example of each code. A code without one does not compile. */
type Examples<Cause extends { readonly code: string }> = {
  readonly [Code in Cause['code']]: Extract<Cause, { readonly code: Code }>;
};

const [workspace, ref, pull] = ['production', 'main', 12];
const key = 'promo/black-friday' as CampaignKey;
const subject = { kind: 'pull-request' } as const;
const said = 'Resource not accessible by integration';

export const CODE_HOST_EXAMPLES: Examples<CodeHostProblem> = {
  refused: { code: 'refused', status: 403, said, missing: 'pull-requests: write' },
  'no-answer': { code: 'no-answer', said: 'connect ETIMEDOUT 140.82.121.6:443' },
  'no-token': { code: 'no-token' },
  'nothing-returned': { code: 'nothing-returned' },
};

export const STEP_FAILURE_EXAMPLES: Examples<StepFailure> = {
  'ended-early': {
    code: 'ended-early',
    cause: { code: 'no-api-key', workspace, variable: 'CAMPAIGNS_API_KEY', isLocal: false },
  },
  'code-host': {
    code: 'code-host',
    problem: { ...CODE_HOST_EXAMPLES.refused, missing: 'pull-requests: read' },
  },
  'invalid-files': { code: 'invalid-files', command: 'plan' },
  'drift-without-files': { code: 'drift-without-files' },
  'run-refused': { code: 'run-refused', refusal: 'guard' },
  'changes-failed': { code: 'changes-failed' },
  interrupted: { code: 'interrupted' },
  'changes-stale': { code: 'changes-stale' },
  'not-reviewed': {
    ...{ code: 'not-reviewed', key, others: 2, workspace, blockedBy: null },
    why: { kind: 'not-approved', steps: [{ name: 'create', decision: { kind: 'no-plan' } }], unread: [] },
  },
  'fail-on-held': { code: 'fail-on-held' },
  'fail-on-drift': { code: 'fail-on-drift' },
  'campaigns-unread': { code: 'campaigns-unread', count: 2 },
  'drift-of-other-target': { code: 'drift-of-other-target', workspace },
  'files-checked': {
    ...{ code: 'files-checked', files: 14, workspaces: ['staging', workspace] },
    ...{ errors: 2, warnings: 1 },
  },
  bug: { code: 'bug', trace: 'in-log' },
};

/** More examples of codes whose sentences depend on a parameter. */
export const MORE_STEP_FAILURES: readonly StepFailure[] = [
  ...(['by-rule', 'no-permission'] as const).map((push): StepFailure => ({
    code: 'ended-early',
    cause: {
      ...{ code: 'state-not-pushed', branch: 'campaigns-state/production', confusedWith: [] },
      said: 'remote: error: GH013: Repository rule violations found',
    },
    push,
  })),
  ...(['apply', 'drift', 'validate'] as const).map((command): StepFailure => ({
    code: 'invalid-files',
    command,
  })),
  ...(['lease', 'credential', 'invalid-files'] as const).map((refusal): StepFailure => ({
    code: 'run-refused',
    refusal,
  })),
  { ...STEP_FAILURE_EXAMPLES['not-reviewed'], others: 0, why: { kind: 'no-review-key' } },
];

export const PLAN_NOTICE_EXAMPLES: Examples<PlanNotice> = {
  'base-not-fetched': { code: 'base-not-fetched', ref },
  'default-not-fetched': { code: 'default-not-fetched', branch: ref },
  'target-changed': { code: 'target-changed', subject, workspace, ref },
  'workspace-new': { code: 'workspace-new', subject, workspace, ref },
  'default-workspace-changed': { code: 'default-workspace-changed', subject, workspace, ref },
  'not-newest-commit': { code: 'not-newest-commit' },
  'no-key-in-fork': { code: 'no-key-in-fork' },
  'no-key': {
    ...{ code: 'no-key', secret: 'CAMPAIGNS_API_KEY' },
    settings: 'https://github.com/acme/campaigns/settings/secrets/actions',
  },
  'no-review-key': { code: 'no-review-key' },
  'comments-off': { code: 'comments-off' },
  'comment-not-written': { code: 'comment-not-written' },
  'no-common-history': { code: 'no-common-history', ref },
  'comment-superseded': { code: 'comment-superseded', pull, why: 'newer-commit' },
  'drift-elsewhere': {
    ...{ code: 'drift-elsewhere', workspace, count: 2 },
    issue: 'https://github.com/acme/campaigns/issues/7',
  },
};

const POSTING_EXAMPLES: Examples<Posting> = {
  plan: { code: 'plan', pull },
  'failed-plan': { code: 'failed-plan', pull },
  result: { code: 'result', pull },
  status: { code: 'status', commit: '1a2b3c4d5e6f' },
  'old-plan-collapsed': { code: 'old-plan-collapsed' },
  'drift-issue': { code: 'drift-issue' },
  'drift-pull': { code: 'drift-pull' },
  'drift-pull-closed': { code: 'drift-pull-closed' },
};

export const STEP_NOTICE_EXAMPLES: Examples<StepNotice> = {
  'not-posted': { code: 'not-posted', what: POSTING_EXAMPLES.plan, problem: CODE_HOST_EXAMPLES.refused },
  'drift-pull-edited': { code: 'drift-pull-edited' },
  'drift-pull-not-pushed': { code: 'drift-pull-not-pushed', said: 'fatal: the remote end hung up' },
  'drift-pull-not-prepared': {
    code: 'drift-pull-not-prepared',
    cause: { code: 'git-failed', said: 'fatal: unable to write new index file' },
  },
  'not-written': {
    ...{ code: 'not-written', variable: 'GITHUB_OUTPUT', said: 'ENOSPC: no space left on device' },
  },
  'failure-not-reported': { code: 'failure-not-reported' },
  'approval-not-verified': { code: 'approval-not-verified', pull },
};

/** The others that can't be posted. */
export const MORE_STEP_NOTICES: readonly StepNotice[] = [
  ...Object.values(POSTING_EXAMPLES)
    .filter(({ code }) => code !== 'plan')
    .map((what): StepNotice => ({ code: 'not-posted', what, problem: CODE_HOST_EXAMPLES['no-answer'] })),
  ...[CODE_HOST_EXAMPLES['no-token'], CODE_HOST_EXAMPLES['nothing-returned']].map((problem): StepNotice => ({
    ...{ code: 'not-posted', what: POSTING_EXAMPLES.result },
    problem,
  })),
];

/** Every phrase of a module as an example: constants as they are, tables by their keys, and functions called. */
type PhraseExamples<Module> = { readonly [Name in keyof Module]: Phrase | Readonly<Record<string, Phrase>> };

const page = 'https://github.com/acme/campaigns/actions/workflows/campaigns-apply.yml';

export const COMMENT_PHRASE_EXAMPLES: PhraseExamples<typeof commentPhrases> &
  PhraseExamples<typeof resultPhrases> &
  PhraseExamples<typeof driftPhrases> = {
  ...commentPhrases,
  describeFailedPlan: commentPhrases.describeFailedPlan('1a2b3c4d', {
    code: 'invalid-files',
    command: 'plan',
  }),
  describePart: commentPhrases.describePart(2, 3),
  describeLeftOut: commentPhrases.describeLeftOut({ change: 3, details: 412 }, page),
  describeMoreAnnotations: commentPhrases.describeMoreAnnotations(12),
  describeMoreNotices: commentPhrases.describeMoreNotices(12),
  describeOutdated: commentPhrases.describeOutdated(
    'https://github.com/acme/campaigns/pull/12#issuecomment-1',
  ),
  driftPullTitle: commentPhrases.driftPullTitle(workspace),
  describeEarlyEnd: commentPhrases.describeEarlyEnd({ code: 'bug', trace: 'in-log' }),
  ...resultPhrases,
  describePending: resultPhrases.describePending(3),
  describeRunByHand: resultPhrases.describeRunByHand(
    resultPhrases.TO_ALLOW.guard,
    'campaigns-apply.yml',
    page,
  ),
  withoutReview: resultPhrases.withoutReview({ isShown: true }),
  describeMissingWorkflow: resultPhrases.describeMissingWorkflow('campaigns-apply-unreviewed.yml'),
  ...driftPhrases,
  driftIssueTitle: driftPhrases.driftIssueTitle(workspace),
  describeResumed: driftPhrases.describeResumed(1),
  describeReadAgain: driftPhrases.describeReadAgain(page),
  describePulled: driftPhrases.describePulled(2, workspace),
};
