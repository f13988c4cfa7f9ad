/** A branch in this repository or in a fork. */
export interface Side {
  /** `owner/name`; `null` for a deleted fork. */
  readonly repository: string | null;
  readonly ref: string;
  sha: string;
}

/** The part of an issue that makes it a pull request. */
interface PullPart {
  readonly head: Side;
  readonly base: Side;
  mergedAt: string | null;
  /**
   * While it is open the test merge commit, later the commit on the base branch; `null` until GitHub has created one.
   */
  mergeCommitSha: string | null;
  /** Commits that belong to it: its own, and after the merge those on the base branch. */
  commits: string[];
}

/** At GitHub every pull request is an issue, and they share their numbers. */
export interface Issue {
  readonly number: number;
  readonly author: string;
  readonly createdAt: string;
  title: string;
  body: string | null;
  state: 'open' | 'closed';
  stateReason: string | null;
  updatedAt: string;
  closedAt: string | null;
  readonly pull: PullPart | null;
}

export interface Pull extends Issue {
  readonly pull: PullPart;
}

export interface Comment {
  readonly id: number;
  /** The number of its issue or pull request. */
  readonly number: number;
  readonly author: string;
  readonly createdAt: string;
  body: string;
  updatedAt: string;
  /** Minimized as outdated. */
  isMinimized?: boolean;
}

export interface Status {
  readonly id: number;
  readonly sha: string;
  readonly state: string;
  readonly context: string;
  readonly description: string | null;
  readonly targetUrl: string | null;
  readonly creator: string;
  readonly createdAt: string;
}

/** All data of the fake's only repository. */
export class State {
  readonly issues: Issue[] = [];
  readonly comments: Comment[] = [];
  readonly statuses: Status[] = [];
  private lastNumber = 0;
  private lastId = 1_000_000_000;

  nextNumber(): number {
    return (this.lastNumber += 1);
  }

  nextId(): number {
    return (this.lastId += 1);
  }

  issue(number: number): Issue | undefined {
    return this.issues.find((issue) => issue.number === number);
  }

  pull(number: number): Pull | undefined {
    return this.pulls().find((pull) => pull.number === number);
  }

  pulls(): Pull[] {
    return this.issues.filter((issue): issue is Pull => issue.pull !== null);
  }

  comment(id: number): Comment | undefined {
    return this.comments.find((comment) => comment.id === id);
  }

  /** Opens a new issue or pull request by this person. */
  open<Part extends PullPart | null>(
    { title, body = null, author }: NewIssue,
    pull: Part,
  ): Issue & { readonly pull: Part } {
    const now = instant();
    const issue = {
      ...{ number: this.nextNumber(), title, body, author, pull },
      ...{ state: 'open' as const, stateReason: null, createdAt: now, updatedAt: now, closedAt: null },
    };
    this.issues.push(issue);
    return issue;
  }

  addComment(number: number, { author, body }: { author: string; body: string }): Comment {
    const now = instant();
    const comment = { id: this.nextId(), number, author, body, createdAt: now, updatedAt: now };
    this.comments.push(comment);
    return comment;
  }
}

export interface NewIssue {
  readonly title: string;
  readonly body?: string | null;
  readonly author: string;
}

/** Closes or reopens. */
export function setState(issue: Issue, state: 'open' | 'closed'): void {
  if (state === issue.state) return;
  issue.state = state;
  issue.closedAt = state === 'closed' ? instant() : null;
}

/** The current time as GitHub writes it: without fractions of a second. */
export function instant(): string {
  return new Date().toISOString().replace(/\.\d+/, '');
}
