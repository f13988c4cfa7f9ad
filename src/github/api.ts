import { Octokit } from '@octokit/core';
import { paginateRest } from '@octokit/plugin-paginate-rest';
import type { Clock } from '../apply/ports.ts';
import type { CodeHost, MergedPull } from '../review/collect.ts';
import { byCodeUnit, isObject } from '../model/json.ts';
import { paceRequests } from './pacing.ts';

/** What of a permission a request needs: `pull-requests: write`. */
export type Permission = `${'contents' | 'issues' | 'pull-requests' | 'statuses'}: ${'read' | 'write'}`;

/** GitHub did not do what it was asked for. */
export class GitHubFailure extends Error {
  override readonly name = 'GitHubFailure';
  /** The HTTP status; undefined where no answer came. */
  readonly status: number | undefined;
  /** What the token seems to lack; undefined where it is another trouble. */
  readonly lacks: Permission | undefined;

  constructor(message: string, { status, lacks, cause }: Pick<GitHubFailure, 'status' | 'lacks' | 'cause'>) {
    super(message, { cause });
    this.status = status;
    this.lacks = lacks;
  }
}

export interface Comment {
  readonly id: number;
  /** GitHub's other identifier, which GraphQL asks for. */
  readonly nodeId: string;
  readonly body: string;
  readonly url: string;
  readonly author: { readonly login: string; readonly isBot: boolean };
}

/** A pull request as it is now. */
export interface PullNow {
  readonly fate: 'open' | 'merged' | 'closed';
  /** Its newest commit. */
  readonly head: string;
}

export interface Issue {
  readonly number: number;
  readonly title: string;
  readonly body: string;
  readonly url: string;
  readonly isPull: boolean;
  readonly author: { readonly login: string; readonly isBot: boolean };
}

export interface ApiOptions {
  /** Of github.com or of a server of one's own: `https://api.github.com`. */
  readonly baseUrl: string;
  /** `owner/name`. */
  readonly repository: string;
  readonly token: string;
  readonly clock: Clock;
  /** Asks in another way than Node does by itself, as through a proxy. */
  readonly fetch?: typeof fetch | undefined;
  /** A text without the secrets that the program knows: GitHub may quote one in an error. */
  readonly redact: (text: string) => string;
}

const Client = Octokit.plugin(paginateRest);

/** Of a hundred closed pull requests each. */
const LISTED_PAGES_AT_MOST = 3;

/** One repository at GitHub: the few things that we read and write there. */
export class GitHubApi implements CodeHost {
  private readonly client: InstanceType<typeof Client>;
  private readonly place: { readonly owner: string; readonly repo: string };
  private readonly redact: ApiOptions['redact'];

  constructor({ baseUrl, repository, token, clock, fetch, redact }: ApiOptions) {
    this.redact = redact;
    const [owner = '', repo = ''] = repository.split('/');
    this.place = { owner, repo };
    const silent = () => undefined;
    this.client = new Client({
      baseUrl,
      auth: token,
      userAgent: 'campaign-reconciler',
      log: { debug: silent, info: silent, warn: silent, error: silent },
      ...(fetch && { request: { fetch } }),
    });
    paceRequests(this.client, clock);
  }

  /** Whose token this is; undefined for one that is no user's, like the job's own. */
  async login(): Promise<string | undefined> {
    try {
      const { data } = await this.client.request('GET /user');
      return data.login;
    } catch {
      return undefined;
    }
  }

  /** The numeric ID of the repository, which a rename leaves as it is. */
  async repositoryId(): Promise<number> {
    const { data } = await this.all('contents: read', () =>
      this.client.request('GET /repos/{owner}/{repo}', this.place),
    );
    return Number(data.id);
  }

  /** All comments of an issue or a pull request, the oldest first. */
  async comments(number: number): Promise<Comment[]> {
    const rows = await this.all('pull-requests: read', () =>
      this.client.paginate('GET /repos/{owner}/{repo}/issues/{issue_number}/comments', {
        ...this.place,
        issue_number: number,
        per_page: 100,
      }),
    );
    return rows.flatMap(toComment);
  }

  async createComment(number: number, body: string): Promise<Comment> {
    const { data } = await this.all('pull-requests: write', () =>
      this.client.request('POST /repos/{owner}/{repo}/issues/{issue_number}/comments', {
        ...this.place,
        issue_number: number,
        body,
      }),
    );
    return insist(toComment(data));
  }

  async updateComment(id: number, body: string): Promise<Comment> {
    const { data } = await this.all('pull-requests: write', () =>
      this.client.request('PATCH /repos/{owner}/{repo}/issues/comments/{comment_id}', {
        ...this.place,
        comment_id: id,
        body,
      }),
    );
    return insist(toComment(data));
  }

  /** Folds a comment away as outdated. */
  async minimizeComment({ nodeId }: Pick<Comment, 'nodeId'>): Promise<void> {
    await this.all('pull-requests: write', () =>
      this.client.graphql<unknown>(
        'mutation ($id: ID!) { minimizeComment(input: { subjectId: $id, classifier: OUTDATED }) { clientMutationId } }',
        { id: nodeId },
      ),
    );
  }

  async commentBodies(pull: number): Promise<readonly string[]> {
    return (await this.comments(pull)).map(({ body }) => body);
  }

  async mergedPulls(branch: string, since: number): Promise<readonly MergedPull[]> {
    const found: MergedPull[] = [];
    for (let page = 1; page <= LISTED_PAGES_AT_MOST; page += 1) {
      const { data } = await this.all('pull-requests: read', () =>
        this.client.request('GET /repos/{owner}/{repo}/pulls', {
          ...this.place,
          ...{ state: 'closed', base: branch, sort: 'updated', direction: 'desc', per_page: 100, page },
        }),
      );
      // What was updated last before then was merged before then, too.
      const recent = data.filter(({ updated_at: at }) => Date.parse(at) >= since);
      found.push(...recent.flatMap((pull) => toMergedPull(pull, { branch, since })));
      if (recent.length < 100) break;
    }
    return found.sort(
      (left, right) => byCodeUnit(right.mergedAt, left.mergedAt) || right.number - left.number,
    );
  }

  async pull(number: number): Promise<PullNow> {
    const { data } = await this.all('pull-requests: read', () =>
      this.client.request('GET /repos/{owner}/{repo}/pulls/{pull_number}', {
        ...this.place,
        pull_number: number,
      }),
    );
    const { state, merged, head } = data;
    return { fate: merged ? 'merged' : state, head: head.sha };
  }

  async setStatus(
    commit: string,
    status: {
      readonly state: 'success' | 'failure' | 'pending';
      readonly context: string;
      /** At most 140 characters. */
      readonly description: string;
      readonly url: string | null;
    },
  ): Promise<void> {
    const { url, ...rest } = status;
    await this.all('statuses: write', () =>
      this.client.request('POST /repos/{owner}/{repo}/statuses/{sha}', {
        ...this.place,
        sha: commit,
        ...rest,
        ...(url !== null && { target_url: url }),
      }),
    );
  }

  /** Open issues, pull requests left out. */
  async openIssues(): Promise<Issue[]> {
    // Who reads them here means to write one.
    const rows = await this.all('issues: write', () =>
      this.client.paginate('GET /repos/{owner}/{repo}/issues', {
        ...this.place,
        state: 'open',
        per_page: 100,
      }),
    );
    return rows.flatMap(toIssue).filter(({ isPull }) => !isPull);
  }

  async createIssue(title: string, body: string): Promise<Issue> {
    const { data } = await this.all('issues: write', () =>
      this.client.request('POST /repos/{owner}/{repo}/issues', { ...this.place, title, body }),
    );
    return insist(toIssue(data));
  }

  async updateIssue(
    number: number,
    change: { readonly title?: string; readonly body?: string; readonly state?: 'open' | 'closed' },
  ): Promise<void> {
    await this.all('issues: write', () =>
      this.client.request('PATCH /repos/{owner}/{repo}/issues/{issue_number}', {
        ...this.place,
        issue_number: number,
        ...change,
      }),
    );
  }

  private async all<Answer>(permission: Permission, act: () => Promise<Answer>): Promise<Answer> {
    try {
      return await act();
    } catch (error) {
      throw failureFrom(error, permission, this.redact);
    }
  }
}

function failureFrom(error: unknown, permission: Permission, redact: ApiOptions['redact']): GitHubFailure {
  const shape = isObject(error) ? error : {};
  const response = isObject(shape.response) ? shape.response : undefined;
  const status = response && typeof shape.status === 'number' ? shape.status : undefined;
  const said = redact(error instanceof Error ? error.message : String(error));
  // Without the right to see it GitHub says that there is nothing.
  const lacks =
    status === 401 || status === 404 || (status === 403 && !/rate limit/i.test(said))
      ? permission
      : undefined;
  const words = status === undefined ? 'GitHub does not answer' : `GitHub answered ${status}`;
  const why = said.split('\n')[0]?.replace(/\.?$/, '.') ?? '';
  return new GitHubFailure(`${words}: ${why}`, { status, lacks, cause: error });
}

function toComment(value: unknown): Comment[] {
  if (!isObject(value) || typeof value.id !== 'number') return [];
  const { id, node_id: nodeId, body, html_url: url } = value;
  return [
    {
      id,
      nodeId: typeof nodeId === 'string' ? nodeId : '',
      body: typeof body === 'string' ? body : '',
      url: typeof url === 'string' ? url : '',
      author: toAuthor(value.user),
    },
  ];
}

function toAuthor(value: unknown): Comment['author'] {
  const user = isObject(value) ? value : {};
  const login = typeof user.login === 'string' ? user.login : '';
  return { login, isBot: user.type === 'Bot' || login.endsWith('[bot]') };
}

function toMergedPull(
  value: unknown,
  { branch, since }: { readonly branch: string; readonly since: number },
): MergedPull[] {
  if (!isObject(value) || typeof value.number !== 'number') return [];
  const { number, head, base, merged_at: mergedAt, merge_commit_sha: mergeCommit } = value;
  if (!isObject(head) || typeof head.sha !== 'string' || !isObject(base) || base.ref !== branch) return [];
  if (typeof mergedAt !== 'string' || Date.parse(mergedAt) < since) return [];
  return [
    { number, head: head.sha, mergedAt, mergeCommit: typeof mergeCommit === 'string' ? mergeCommit : null },
  ];
}

function toIssue(value: unknown): Issue[] {
  if (!isObject(value) || typeof value.number !== 'number') return [];
  const { number, title, body, html_url: url } = value;
  return [
    {
      number,
      title: typeof title === 'string' ? title : '',
      body: typeof body === 'string' ? body : '',
      url: typeof url === 'string' ? url : '',
      isPull: isObject(value.pull_request),
      author: toAuthor(value.user),
    },
  ];
}

function insist<Answer>([answer]: readonly Answer[]): Answer {
  if (answer !== undefined) return answer;
  throw new GitHubFailure('GitHub answered with success, but not with what it made.', {
    status: undefined,
    lacks: undefined,
    cause: undefined,
  });
}
