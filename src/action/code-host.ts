import type { CodeHostProblem } from '../model/action-reasons.ts';
import type { ReviewHost } from '../review/collect.ts';

// The port to the code host. `github/` is its one implementation, and only `run-action.ts` chooses it.

/** A text that somebody wrote on the code host. */
interface Written {
  readonly body: string;
  readonly url: string;
  readonly author: { readonly login: string; readonly isBot: boolean };
}

export interface Comment extends Written {
  readonly id: number;
  /** The object's other identifier, which GraphQL needs. */
  readonly nodeId: string;
}

export interface Issue extends Written {
  readonly number: number;
  readonly title: string;
}

/** A pull request that can still be changed. */
export interface OpenPull {
  readonly number: number;
  readonly title: string;
  readonly body: string;
}

/** The current state of a pull request. */
export interface PullNow {
  readonly fate: 'open' | 'merged' | 'closed';
  /** Its newest commit. */
  readonly head: string;
}

export interface NewPull {
  readonly title: string;
  readonly body: string;
  readonly head: string;
  readonly base: string;
}

/** What is changed of a pull request. */
export interface PullChange {
  readonly title?: string;
  readonly body?: string;
  readonly state?: 'closed';
}

/** What is changed of an issue. */
export interface IssueChange {
  readonly title?: string;
  readonly body?: string;
  readonly state?: 'open' | 'closed';
}

export interface CommitStatus {
  readonly state: 'success' | 'failure' | 'pending';
  readonly context: string;
  /** At most 140 characters. */
  readonly description: string;
  readonly url: string | null;
}

/** One repository on the code host: the few things that a step reads and writes there. All methods throw CodeHostFailure. */
export interface CodeHost extends ReviewHost {
  /** The user that the token belongs to; undefined for a token without one, like the job's own. */
  login(): Promise<string | undefined>;
  /** The numeric ID of the repository, which a rename doesn't change. */
  repositoryId(): Promise<number>;
  /** All comments of an issue or a pull request, the oldest first; read once, until this run writes one. */
  comments(number: number): Promise<readonly Comment[]>;
  createComment(number: number, body: string): Promise<Comment>;
  updateComment(id: number, body: string): Promise<Comment>;
  /** Collapses a comment as outdated. */
  minimizeComment(comment: Pick<Comment, 'nodeId'>): Promise<void>;
  pull(number: number): Promise<PullNow>;
  /** The open pull request of a branch of this repository; undefined if there is none. */
  openPullOf(branch: string): Promise<OpenPull | undefined>;
  createPull(pull: NewPull): Promise<void>;
  updatePull(number: number, change: PullChange): Promise<void>;
  setStatus(commit: string, status: CommitStatus): Promise<void>;
  /** Open issues, pull requests left out. */
  openIssues(): Promise<readonly Issue[]>;
  createIssue(title: string, body: string): Promise<Issue>;
  updateIssue(number: number, change: IssueChange): Promise<void>;
}

/** The code host refused a request, or did not answer it. The message of the error is only the code. */
export class CodeHostFailure extends Error {
  override readonly name = 'CodeHostFailure';
  readonly problem: CodeHostProblem;

  constructor(problem: CodeHostProblem, options?: ErrorOptions) {
    super(problem.code, options);
    this.problem = problem;
  }
}
