import type { CampaignKey } from './campaign.ts';
import type { NotReviewed } from './approval.ts';
import type { ReasonIn, RefusalCause } from './reasons.ts';
import type { Refusal } from './result.ts';

// What a step of a workflow reports, as closed codes with parameters, one line a code. `messages/catalog/steps.ts` has
// one row for each of them. `said` is one line from outside.

export interface StepFailureParams {
  'ended-early': { cause: RefusalCause };
  /** GitHub could not be asked what was reviewed. */
  'code-host': { problem: CodeHostProblem };
  'invalid-files': object;
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
  'test-refused': { why: TestObstacle; workspace: string };
  /** Without a mark on the pull request, another run could send the same messages. */
  'test-not-marked': { problem: CodeHostProblem };
  bug: object;
}

/** Why there are no test messages to send. `sent-before`: for this commit, or a run began to. */
export type TestSkip =
  'not-labeled' | 'fork' | 'merged' | 'nothing-changed' | 'no-recipients' | 'sent-before';

/** Why test messages must not be sent. `mark-unreadable`: it is unknown for which commits they were. */
export type TestObstacle =
  'target-unknown' | 'other-target' | 'not-newest-commit' | 'no-common-history' | 'mark-unreadable';

/** Something that a step could not do, which doesn't fail it. */
export interface StepNoticeParams {
  /** `at`: the pull request or the commit, if it is for one. */
  'not-posted': { what: Posting; at?: string; problem: CodeHostProblem };
  /** `edited`: the branch of the pull request has commits from other authors. */
  'no-drift-pull': { why: 'edited' | 'not-pushed'; said: string } | { why: 'refused'; cause: RefusalCause };
  /** A file of the runner, named by its variable. */
  'not-written': { variable: string; said: string };
  /** It is unknown which comment to write. */
  'failure-not-reported': object;
  /** The signature on a recorded approval is no longer valid. */
  'approval-not-verified': { pull: number };
}

export interface PlanObstacleParams {
  /** It is unknown where a branch sends the key, so the service was not queried. */
  'target-unknown': object;
  /** The key must not be sent where the files say, because the branch `ref` doesn't send it there. */
  'other-target': { workspace: string; ref: string };
  'not-newest-commit': object;
  /** `secret`: its usual name. `settings`: the page of the repository's secrets; `null` in a fork, which gets no secrets. */
  'no-key': { secret: string; settings: string | null };
  'no-review-key': object;
  'no-comment': object;
}

export interface PlanNoticeParams extends PlanObstacleParams {
  'no-common-history': { ref: string };
  /** A comment that stays, because it shows what was reviewed or a newer commit. */
  'comment-superseded': { pull: number };
  'drift-elsewhere': { workspace: string; issue: string };
}

export type StepFailure = ReasonIn<StepFailureParams>;
export type StepNotice = ReasonIn<StepNoticeParams>;
export type PlanObstacle = ReasonIn<PlanObstacleParams>;
export type PlanNotice = ReasonIn<PlanNoticeParams>;

/** The permission that a request to GitHub needs: `pull-requests: write`. */
export type Permission = `${'contents' | 'issues' | 'pull-requests' | 'statuses'}: ${'read' | 'write'}`;

/** Why GitHub did not do what was asked. `missing`: the permission that the token seems to lack, if it does. */
export type CodeHostProblem =
  | {
      readonly code: 'refused';
      readonly status: number;
      readonly said: string;
      readonly missing: Permission | undefined;
    }
  | { readonly code: 'no-answer'; readonly said: string }
  /** The input `github-token` is empty. */
  | { readonly code: 'no-token' }
  /** GitHub, or something in front of it, reported success with something else than what was asked for. */
  | { readonly code: 'unexpected'; readonly status: number; readonly said: string };

type Posting =
  | 'plan'
  | 'failed-plan'
  | 'result'
  | 'test-comment'
  | 'status'
  | 'old-plan'
  | 'drift-issue'
  | 'drift-pull'
  | 'old-drift-pull';
