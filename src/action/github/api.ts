import { Octokit } from '@octokit/core';
import { paginateRest } from '@octokit/plugin-paginate-rest';
import type { Clock } from '../../model/clock.ts';
import type { CodeHost, MergedPull } from '../../review/collect.ts';
import { byCodeUnit } from '../../model/json.ts';
import { failureFrom, type Permission } from './failure.ts';
import { linesInPatch } from './lines-in-patch.ts';
import { limitRate } from './pacing.ts';
import {
  firstOf,
  toComment,
  toIssue,
  toMergedPull,
  toOpenPull,
  type Comment,
  type Issue,
  type OpenPull,
} from './resources.ts';

/** A pull request as it is now. */
export interface PullNow {
  readonly fate: 'open' | 'merged' | 'closed';
  /** Its newest commit. */
  readonly head: string;
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

/** A comment on one line of the new side of a diff. */
export interface LineComment {
  /** From the repository's root. */
  readonly path: string;
  readonly line: number;
  readonly body: string;
}

const Client = Octokit.plugin(paginateRest);

/** Of a hundred closed pull requests each. */
const LISTED_PAGES_AT_MOST = 3;

/** One repository at GitHub: the few things that we read and write there. */
export class GitHubApi implements CodeHost {
  private readonly client: InstanceType<typeof Client>;
  private readonly place: { readonly owner: string; readonly repo: string };
  private readonly redact: ApiOptions['redact'];
  private readonly known = new Map<number, readonly Comment[]>();

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
    limitRate(this.client, clock);
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
    return firstOf(toComment(data));
  }

  async updateComment(id: number, body: string): Promise<Comment> {
    const { data } = await this.all('pull-requests: write', () =>
      this.client.request('PATCH /repos/{owner}/{repo}/issues/comments/{comment_id}', {
        ...this.place,
        comment_id: id,
        body,
      }),
    );
    return firstOf(toComment(data));
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

  /** Which lines of the files of a pull request can be commented on, and what they say. */
  async diffLines(pull: number): Promise<ReadonlyMap<string, ReadonlyMap<number, string>>> {
    const files = await this.all('pull-requests: read', () =>
      this.client.paginate('GET /repos/{owner}/{repo}/pulls/{pull_number}/files', {
        ...this.place,
        pull_number: pull,
        per_page: 100,
      }),
    );
    return new Map(files.map(({ filename, patch = '' }) => [filename, linesInPatch(patch)]));
  }

  /** The comments on lines of a pull request. */
  async lineComments(pull: number): Promise<Comment[]> {
    const rows = await this.all('pull-requests: read', () =>
      this.client.paginate('GET /repos/{owner}/{repo}/pulls/{pull_number}/comments', {
        ...this.place,
        pull_number: pull,
        per_page: 100,
      }),
    );
    return rows.flatMap(toComment);
  }

  /** Comments on lines of a commit, together: who follows the pull request gets one notification. */
  async createReview(
    pull: number,
    { commit, body, comments }: { commit: string; body: string; comments: readonly LineComment[] },
  ): Promise<void> {
    await this.all('pull-requests: write', () =>
      this.client.request('POST /repos/{owner}/{repo}/pulls/{pull_number}/reviews', {
        ...this.place,
        ...{ pull_number: pull, commit_id: commit, event: 'COMMENT', body },
        comments: comments.map((one) => ({ ...one, side: 'RIGHT' })),
      }),
    );
  }

  async commentBodies(pull: number): Promise<readonly string[]> {
    return (await this.knownComments(pull)).map(({ body }) => body);
  }

  /** The same, as they were when this run first read them in this way. */
  async knownComments(number: number): Promise<readonly Comment[]> {
    const known = this.known.get(number) ?? (await this.comments(number));
    this.known.set(number, known);
    return known;
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

  async mergedPull(branch: string, number: number): Promise<MergedPull | undefined> {
    const { data } = await this.all('pull-requests: read', () =>
      this.client.request('GET /repos/{owner}/{repo}/pulls/{pull_number}', {
        ...this.place,
        pull_number: number,
      }),
    );
    return toMergedPull(data, { branch, since: -Infinity })[0];
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

  /** The open pull request of a branch of this repository; undefined where there is none. */
  async openPullOf(branch: string): Promise<OpenPull | undefined> {
    const { data } = await this.all('pull-requests: read', () =>
      this.client.request('GET /repos/{owner}/{repo}/pulls', {
        ...this.place,
        ...{ state: 'open', head: `${this.place.owner}:${branch}`, per_page: 1 },
      }),
    );
    return data.map(toOpenPull)[0];
  }

  async createPull(pull: {
    readonly title: string;
    readonly body: string;
    readonly head: string;
    readonly base: string;
  }): Promise<OpenPull> {
    const { data } = await this.all('pull-requests: write', () =>
      this.client.request('POST /repos/{owner}/{repo}/pulls', { ...this.place, ...pull }),
    );
    return toOpenPull(data);
  }

  async updatePull(
    number: number,
    change: { readonly title?: string; readonly body?: string; readonly state?: 'closed' },
  ): Promise<void> {
    await this.all('pull-requests: write', () =>
      this.client.request('PATCH /repos/{owner}/{repo}/pulls/{pull_number}', {
        ...this.place,
        pull_number: number,
        ...change,
      }),
    );
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
    return firstOf(toIssue(data));
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
