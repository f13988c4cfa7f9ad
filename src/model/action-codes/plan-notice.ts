/** What a plan is about: it names the change of a target. */
export type PlanSubject =
  { readonly kind: 'pull-request' } | { readonly kind: 'branch'; readonly branch: string };

/** Why the service was not queried: its key must not be sent where the files say, or it is unknown where that is. */
export type TargetNotice =
  | { readonly code: 'base-not-fetched'; readonly ref: string }
  /** `branch`: its name, if it is known. */
  | { readonly code: 'default-not-fetched'; readonly branch: string | undefined }
  | OtherTarget<'target-changed'>
  | OtherTarget<'workspace-new'>
  | {
      /** The key of one workspace must not be sent to another one just because a pull request made that the default. */
      readonly code: 'default-workspace-changed';
      readonly subject: PlanSubject;
      readonly workspace: string;
      /** The branch with the earlier default. */
      readonly ref: string;
    };

/** A workspace whose target isn't the one on the branch `ref`, or that isn't there yet. */
export interface OtherTarget<Code> {
  readonly code: Code;
  readonly subject: PlanSubject;
  readonly workspace: string;
  readonly ref: string;
}

/** Why a plan can't be approved. */
export type PlanObstacle =
  | TargetNotice
  | { readonly code: 'not-newest-commit' }
  /** A pull request from a fork gets no secrets. */
  | { readonly code: 'no-key-in-fork' }
  /** `secret`: its usual name. `settings`: the page of the repository's secrets. */
  | { readonly code: 'no-key'; readonly secret: string; readonly settings: string }
  | { readonly code: 'no-review-key' }
  | { readonly code: 'comments-off' }
  | { readonly code: 'comment-not-written' };

/** What the readers of a plan should know besides the plan itself. `messages/action-messages/plan-notices.ts` puts it into words. */
export type PlanNotice =
  | PlanObstacle
  | { readonly code: 'no-common-history'; readonly ref: string }
  | SupersededComment
  /** `count`: how many, if it is known. */
  | {
      readonly code: 'drift-elsewhere';
      readonly workspace: string;
      readonly count: number | undefined;
      readonly issue: string;
    };

/** A comment that stays, because it shows what was reviewed or a newer commit. */
export interface SupersededComment {
  readonly code: 'comment-superseded';
  readonly pull: number;
  readonly why: 'merged' | 'closed' | 'newer-commit';
}
