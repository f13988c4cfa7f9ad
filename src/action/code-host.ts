import type { CodeHostProblem } from '../model/action-reasons.ts';
import type { ReviewHost } from '../review/collect.ts';

// The port to the code host. `github/` is its one implementation, and only `run-action.ts` chooses it.

export interface Account {
  readonly login: string;
  readonly isBot: boolean;
}

export interface Comment {
  readonly id: number;
  /** The object's other identifier, which GraphQL needs. */
  readonly nodeId: string;
  readonly body: string;
  readonly url: string;
  readonly author: Account;
}

export interface Issue {
  readonly number: number;
  readonly title: string;
  readonly body: string;
  readonly url: string;
  readonly isPull: boolean;
  readonly author: Account;
}

/** A pull request that can still be changed. */
export interface OpenPull {
  readonly number: number;
  readonly title: string;
  readonly body: string;
  readonly url: string;
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
  /** All comments of an issue or a pull request, the oldest first. */
  comments(number: number): Promise<readonly Comment[]>;
  /** All comments, as this run first read them. */
  knownComments(number: number): Promise<readonly Comment[]>;
  createComment(number: number, body: string): Promise<Comment>;
  updateComment(id: number, body: string): Promise<Comment>;
  /** Collapses a comment as outdated. */
  minimizeComment(comment: Pick<Comment, 'nodeId'>): Promise<void>;
  pull(number: number): Promise<PullNow>;
  /** The open pull request of a branch of this repository; undefined if there is none. */
  openPullOf(branch: string): Promise<OpenPull | undefined>;
  createPull(pull: NewPull): Promise<OpenPull>;
  updatePull(
    number: number,
    change: { readonly title?: string; readonly body?: string; readonly state?: 'closed' },
  ): Promise<void>;
  setStatus(commit: string, status: CommitStatus): Promise<void>;
  /** Open issues, pull requests left out. */
  openIssues(): Promise<readonly Issue[]>;
  createIssue(title: string, body: string): Promise<Issue>;
  updateIssue(
    number: number,
    change: { readonly title?: string; readonly body?: string; readonly state?: 'open' | 'closed' },
  ): Promise<void>;
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
