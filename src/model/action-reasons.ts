import type { CampaignKey } from './campaign.ts';
import type { NotReviewed } from './approval.ts';
import type { None, OneOf } from './one-of.ts';
import type { RefusalCause } from './reasons.ts';
import type { Refusal } from './result.ts';

// What a step of a workflow reports, as closed codes with parameters, one line a code. `messages/catalog/steps.ts` has
// one row for each of them. `said` is one line from outside.

export interface StepFailureParams {
  'ended-early': { cause: RefusalCause };
  /** GitHub could not be asked what was reviewed. */
  'code-host': { problem: CodeHostProblem };
  'invalid-files': None;
  'run-refused': { refusal: Refusal };
  /** Only the input `fail-on` makes `held` and `drift` a failure. */
  'not-all-done': { why: 'failed' | 'interrupted' | 'stale' | 'held' | 'drift' | 'unread' | 'untested' };
  /** A change that no merged pull request showed; `others`: how many other campaigns were skipped. */
  'not-reviewed': { key: CampaignKey; others: number; why: NotReviewed };
  /** Drift of a branch that would send the API key elsewhere. */
  'drift-of-other-target': { workspace: string };
  /** What `validate` found. */
  'files-checked': { files: number; workspaces: readonly string[]; errors: number; warnings: number };
  /** `commit`: the head of the pull request. */
  'test-skipped': { why: TestSkip; workspace: string; commit: string };
  'test-refused': { obstacle: TestObstacle };
  /** Without a mark on the pull request, another run could send the same messages. */
  'test-not-marked': { problem: CodeHostProblem };
  bug: None;
}

/** Why there are no test messages to send. `sent-before`: for this commit, or a run began to. */
export type TestSkip =
  'not-labeled' | 'fork' | 'merged' | 'nothing-changed' | 'no-recipients' | 'sent-before';

/** Why a pull request is neither planned completely nor tested. */
export interface ObstacleParams {
  /** It is unknown where a branch sends the key, so the service was not queried. */
  'target-unknown': None;
  /** The key must not be sent where the files say, because the branch `ref` doesn't send it there. */
  'other-target': { workspace: string; ref: string };
  'not-newest-commit': None;
  'no-common-history': None;
  /** It is unknown for which commits test messages were sent. */
  'mark-unreadable': None;
}
export type TestObstacle = OneOf<ObstacleParams>;

/** Something that a step could not do, which doesn't fail it. */
export interface StepNoticeParams {
  /** `at`: the pull request or the commit, if it is for one. */
  'not-posted': { what: Posting; at?: string; problem: CodeHostProblem };
  /** `cause`: undefined if the branch of the pull request has commits from other authors. */
  'no-drift-pull': { cause: RefusalCause | undefined };
  /** A file of the runner, named by its variable. */
  'not-written': { variable: string; said: string };
  /** It is unknown which comment to write. */
  'failure-not-reported': None;
  /** The signature on a recorded approval is no longer valid. */
  'approval-not-verified': { pull: number };
}

export interface PlanObstacleParams extends Omit<ObstacleParams, 'no-common-history' | 'mark-unreadable'> {
  /** `secret`: its usual name. `settings`: the page of the repository's secrets; `null` in a fork, which gets no secrets. */
  'no-key': { secret: string; settings: string | null };
  'no-review-key': None;
  'no-comment': None;
}

export interface PlanNoticeParams extends PlanObstacleParams, Pick<ObstacleParams, 'no-common-history'> {
  /** A comment that stays, because it shows what was reviewed or a newer commit. */
  'comment-superseded': { pull: number };
  'drift-elsewhere': { workspace: string; issue: string };
}

export type StepFailure = OneOf<StepFailureParams>;
export type StepNotice = OneOf<StepNoticeParams>;
export type PlanObstacle = OneOf<PlanObstacleParams>;
export type PlanNotice = OneOf<PlanNoticeParams>;

/** The permission that a request to GitHub needs: `pull-requests: write`. */
export type Permission = `${'contents' | 'issues' | 'pull-requests' | 'statuses'}: ${'read' | 'write'}`;

/** Why GitHub did not do what was asked. */
export interface CodeHostParams {
  /** `missing`: the permission that the token seems to lack, if it does. */
  refused: { status: number; said: string; missing: Permission | undefined };
  'no-answer': { said: string };
  /** The input `github-token` is empty. */
  'no-token': None;
  /** GitHub, or something in front of it, reported success with something else than what was asked for. */
  unexpected: { status: number; said: string };
}

export type CodeHostProblem = OneOf<CodeHostParams>;

type Posting =
  | `${'' | 'failed-' | 'old-'}plan`
  | 'result'
  | 'test-comment'
  | 'status'
  | 'drift-issue'
  | `${'' | 'old-'}drift-pull`;
