import type { CodeHostProblem } from '../model/action-reasons.ts';

// What a step reads and writes on the code host; `github/api.ts` does it.

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

/** What is changed of a pull request or an issue. */
export interface Change {
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

/** The code host refused a request, or did not answer it. The message of the error is only the code. */
export class CodeHostFailure extends Error {
  override readonly name = 'CodeHostFailure';
  readonly problem: CodeHostProblem;

  constructor(problem: CodeHostProblem, options?: ErrorOptions) {
    super(problem.code, options);
    this.problem = problem;
  }
}
