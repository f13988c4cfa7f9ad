import type { MergedPull } from '../../review/collect.ts';
import type { CodeHost, Comment, CommitStatus, Issue, NewPull, OpenPull, PullNow } from '../code-host.ts';
import { byCodeUnit } from '../../model/json.ts';
import { RepositoryClient } from './repository-client.ts';
import { firstOf, toComment, toIssue, toMergedPull, toOpenPull } from './resources.ts';

/** GitHub's largest page. */
const PAGE_SIZE = 100;

/** How many pages of closed pull requests are read. */
const LISTED_PAGES_AT_MOST = 3;

/** One repository on GitHub: the few things that we read and write there. */
export class GitHubApi extends RepositoryClient implements CodeHost {
  private readonly known = new Map<number, readonly Comment[]>();

  async comments(number: number): Promise<Comment[]> {
    const rows = await this.withPermission('pull-requests: read', () =>
      this.client.paginate('GET /repos/{owner}/{repo}/issues/{issue_number}/comments', {
        ...this.place,
        issue_number: number,
        per_page: PAGE_SIZE,
      }),
    );
    return rows.flatMap(toComment);
  }

  async createComment(number: number, body: string): Promise<Comment> {
    const { data } = await this.withPermission('pull-requests: write', () =>
      this.client.request('POST /repos/{owner}/{repo}/issues/{issue_number}/comments', {
        ...this.place,
        issue_number: number,
        body,
      }),
    );
    return firstOf(toComment(data));
  }

  async updateComment(id: number, body: string): Promise<Comment> {
    const { data } = await this.withPermission('pull-requests: write', () =>
      this.client.request('PATCH /repos/{owner}/{repo}/issues/comments/{comment_id}', {
        ...this.place,
        comment_id: id,
        body,
      }),
    );
    return firstOf(toComment(data));
  }

  async minimizeComment({ nodeId }: Pick<Comment, 'nodeId'>): Promise<void> {
    await this.withPermission('pull-requests: write', () =>
      this.client.graphql<unknown>(
        'mutation ($id: ID!) { minimizeComment(input: { subjectId: $id, classifier: OUTDATED }) { clientMutationId } }',
        { id: nodeId },
      ),
    );
  }

  async commentBodies(pull: number): Promise<readonly string[]> {
    return (await this.knownComments(pull)).map(({ body }) => body);
  }

  async knownComments(number: number): Promise<readonly Comment[]> {
    const known = this.known.get(number) ?? (await this.comments(number));
    this.known.set(number, known);
    return known;
  }

  async mergedPulls(branch: string, since: number): Promise<readonly MergedPull[]> {
    const found: MergedPull[] = [];
    for (let page = 1; page <= LISTED_PAGES_AT_MOST; page += 1) {
      const { data } = await this.withPermission('pull-requests: read', () =>
        this.client.request('GET /repos/{owner}/{repo}/pulls', {
          ...this.place,
          state: 'closed',
          base: branch,
          sort: 'updated',
          direction: 'desc',
          per_page: PAGE_SIZE,
          page,
        }),
      );
      // What was last updated before that time was merged before it, too.
      const recent = data.filter(({ updated_at: at }) => Date.parse(at) >= since);
      found.push(...recent.flatMap((pull) => toMergedPull(pull, { branch, since })));
      if (recent.length < PAGE_SIZE) break;
    }
    return found.sort(
      (left, right) => byCodeUnit(right.mergedAt, left.mergedAt) || right.number - left.number,
    );
  }

  async mergedPull(branch: string, number: number): Promise<MergedPull | undefined> {
    const { data } = await this.withPermission('pull-requests: read', () =>
      this.client.request('GET /repos/{owner}/{repo}/pulls/{pull_number}', {
        ...this.place,
        pull_number: number,
      }),
    );
    return toMergedPull(data, { branch, since: -Infinity })[0];
  }

  async pull(number: number): Promise<PullNow> {
    const { data } = await this.withPermission('pull-requests: read', () =>
      this.client.request('GET /repos/{owner}/{repo}/pulls/{pull_number}', {
        ...this.place,
        pull_number: number,
      }),
    );
    const { state, merged, head } = data;
    return { fate: merged ? 'merged' : state, head: head.sha };
  }

  async openPullOf(branch: string): Promise<OpenPull | undefined> {
    const { data } = await this.withPermission('pull-requests: read', () =>
      this.client.request('GET /repos/{owner}/{repo}/pulls', {
        ...this.place,
        state: 'open',
        head: `${this.place.owner}:${branch}`,
        per_page: 1,
      }),
    );
    return data.map(toOpenPull)[0];
  }

  async createPull(pull: NewPull): Promise<OpenPull> {
    const { data } = await this.withPermission('pull-requests: write', () =>
      this.client.request('POST /repos/{owner}/{repo}/pulls', { ...this.place, ...pull }),
    );
    return toOpenPull(data);
  }

  async updatePull(
    number: number,
    change: { readonly title?: string; readonly body?: string; readonly state?: 'closed' },
  ): Promise<void> {
    await this.withPermission('pull-requests: write', () =>
      this.client.request('PATCH /repos/{owner}/{repo}/pulls/{pull_number}', {
        ...this.place,
        pull_number: number,
        ...change,
      }),
    );
  }

  async setStatus(commit: string, status: CommitStatus): Promise<void> {
    const { url, ...rest } = status;
    await this.withPermission('statuses: write', () =>
      this.client.request('POST /repos/{owner}/{repo}/statuses/{sha}', {
        ...this.place,
        sha: commit,
        ...rest,
        ...(url !== null && { target_url: url }),
      }),
    );
  }

  async openIssues(): Promise<Issue[]> {
    // The permission that the drift step needs next. Without it, a plan only lacks its notice.
    const rows = await this.withPermission('issues: write', () =>
      this.client.paginate('GET /repos/{owner}/{repo}/issues', {
        ...this.place,
        state: 'open',
        per_page: PAGE_SIZE,
      }),
    );
    return rows.flatMap(toIssue).filter(({ isPull }) => !isPull);
  }

  async createIssue(title: string, body: string): Promise<Issue> {
    const { data } = await this.withPermission('issues: write', () =>
      this.client.request('POST /repos/{owner}/{repo}/issues', { ...this.place, title, body }),
    );
    return firstOf(toIssue(data));
  }

  async updateIssue(
    number: number,
    change: { readonly title?: string; readonly body?: string; readonly state?: 'open' | 'closed' },
  ): Promise<void> {
    await this.withPermission('issues: write', () =>
      this.client.request('PATCH /repos/{owner}/{repo}/issues/{issue_number}', {
        ...this.place,
        issue_number: number,
        ...change,
      }),
    );
  }
}
