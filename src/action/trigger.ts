/** The event that started the workflow, as far as it matters here. */
export type Trigger =
  | {
      readonly kind: 'pull-request';
      readonly number: number;
      /** The newest commit of the pull request. */
      readonly head: string;
      /** `owner/name`; null if the repository was deleted. */
      readonly headRepository: string | null;
      readonly base: BranchTip;
      readonly defaultBranch: string | undefined;
      readonly merged: boolean;
    }
  | {
      readonly kind: 'merge-group';
      readonly head: string;
      readonly base: BranchTip;
      readonly defaultBranch: string | undefined;
    }
  /** A push, a schedule, a run by hand or by another program: of a branch, or a tag. */
  | {
      readonly kind: 'branch';
      readonly branch: string;
      /** A tag may have the same name as a branch. */
      readonly isTag: boolean;
      /** Set if the event contains it. */
      readonly defaultBranch: string | undefined;
      /** The branch's commit before a push; undefined for other events, and for a new branch. */
      readonly before?: string;
    };

/** A branch and its commit. */
export interface BranchTip {
  readonly ref: string;
  readonly sha: string;
}
