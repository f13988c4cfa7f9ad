/** The repository of a test, and everything that addresses consist of. */
export interface Site {
  /** `owner/name` */
  readonly repository: string;
  /** Without a slash at the end, like `GITHUB_API_URL`. */
  readonly apiUrl: string;
  readonly serverUrl: string;
}

/** The repository's numeric ID. */
export const REPOSITORY_ID = 1_296_269;

/** Who merges pull requests. */
export const MERGER = 'carol';

/** The identity of every job's token. */
export const ACTIONS_BOT = 'github-actions[bot]';

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
  /** While it is open the test merge commit, later the commit on the base branch; `null` until GitHub has created one. */
  mergeCommitSha: string | null;
}

/** At GitHub every pull request is an issue, and they share their numbers. */
export interface Issue {
  readonly number: number;
  readonly author: string;
  title: string;
  body: string | null;
  state: 'open' | 'closed';
  updatedAt: string;
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
  body: string;
  /** Minimized as outdated. */
  isMinimized?: boolean;
}

/** What somebody said about a commit of a pull request. */
interface Review {
  readonly number: number;
  readonly author: string;
  readonly head: string;
  readonly state: 'APPROVED' | 'CHANGES_REQUESTED' | 'COMMENTED' | 'DISMISSED';
  readonly author_association: string;
}

interface Status {
  readonly sha: string;
  readonly state: string;
  readonly context: string;
  readonly description: string | null;
}

/** All data of the fake's only repository. */
export class State {
  readonly issues: Issue[] = [];
  readonly comments: Comment[] = [];
  readonly statuses: Status[] = [];
  readonly reviews: Review[] = [];

  pulls(): Pull[] {
    return this.issues.filter((issue): issue is Pull => issue.pull !== null);
  }

  /** Opens a new issue or pull request by this person. */
  open<Part extends PullPart | null>(
    { title, body = null, author }: NewIssue,
    pull: Part,
  ): Issue & { readonly pull: Part } {
    const number = this.issues.length + 1;
    const issue = { number, title, body, author, pull, state: 'open' as const, updatedAt: instant() };
    this.issues.push(issue);
    return issue;
  }

  addComment(number: number, { author, body }: { author: string; body: string }): Comment {
    const id = (this.comments.at(-1)?.id ?? 1_000_000_000) + 1;
    const comment = { id, number, author, body };
    this.comments.push(comment);
    return comment;
  }
}

export interface NewIssue {
  readonly title: string;
  readonly body?: string | null;
  readonly author: string;
}

/** The current time as GitHub writes it: without fractions of a second. */
export function instant(): string {
  return new Date().toISOString().replace(/\.\d+/, '');
}

/** A pull request as GitHub's answers and events have it, as far as a client may rely on it. */
export function pullResource({ number, title, body, state, author, updatedAt, pull }: Pull): object {
  const side = ({ repository, ref, sha }: Side) => ({
    ...{ label: `${repository?.split('/')[0] ?? 'unknown'}:${ref}`, ref, sha },
    repo: repository === null ? null : { full_name: repository },
  });
  return {
    ...{ number, title, body, state, user: userResource(author), updated_at: updatedAt },
    ...{ head: side(pull.head), base: side(pull.base) },
    merged_by: pull.mergedAt === null ? null : userResource(MERGER),
    ...{ merged: pull.mergedAt !== null, merged_at: pull.mergedAt, merge_commit_sha: pull.mergeCommitSha },
  };
}

export function userResource(login: string): object {
  return { login, type: login.endsWith('[bot]') ? 'Bot' : 'User' };
}
