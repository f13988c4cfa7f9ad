import { Octokit } from '@octokit/core';
import { paginateRest } from '@octokit/plugin-paginate-rest';
import type { Permission } from '../../model/action-reasons.ts';
import type { Clock } from '../../model/clock.ts';
import { byCodeUnit, isObject } from '../../model/json.ts';
import type { MergedPull, ReviewHost } from '../../review/collect.ts';
import {
  CodeHostFailure,
  type Comment,
  type CommitStatus,
  type Issue,
  type Change,
  type PullNow,
  type PullRow,
  type Written,
  firstOf,
  requireNumber,
  requirePromised,
  toComment,
  toIssue,
  toMergedPull,
  toPull,
  unexpected,
} from './resources.ts';
import { limitRate } from './pacing.ts';
import { peopleIn, type PullPeople } from './pull-people.ts';

export interface ApiOptions {
  /** Of github.com or of a GitHub Enterprise server: `https://api.github.com`. */
  readonly baseUrl: string;
  /** `owner/name`. */
  readonly repository: string;
  readonly token: string;
  readonly clock: Clock;
  /** Replaces Node's own fetch, for example for a proxy. */
  readonly fetch?: typeof fetch | undefined;
  /** Removes the secrets that the program knows from a text: GitHub may quote one in an error. */
  readonly redact: (text: string) => string;
}

const Client = Octokit.plugin(paginateRest);

/** Where a repository's resources are; the client knows which one. */
const REPOSITORY = '/repos/{owner}/{repo}';

/** GitHub's largest page. */
const PAGE_SIZE = 100;

/** How many pages of closed pull requests are read. */
const LISTED_PAGES_AT_MOST = 3;

/** One repository on GitHub: the few things that we read and write there, within its rate limits. Methods throw CodeHostFailure. */
export class GitHubApi implements ReviewHost {
  private readonly client: InstanceType<typeof Client>;
  private readonly place: { readonly owner: string; readonly repo: string };
  private readonly failure: (error: unknown, url: string, method: string) => CodeHostFailure;
  /** The comments that were read, until one is written. */
  private readonly known = new Map<number, readonly Comment[]>();

  constructor({ baseUrl, repository, token, clock, fetch, redact }: ApiOptions) {
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
    this.failure = (error, url, method) => failureFrom(error, permissionFor(url, method), redact);
    limitRate(this.client, clock);
    this.client.hook.error('request', (error, { url, method }) => {
      throw this.failure(error, url, method);
    });
    this.client.hook.after('request', requirePromised);
  }

  /** Texts of bots and of the token's user, if it has one: anyone can write our tags, but only these can be edited. */
  async ours<Text extends Written>(tagged: readonly Text[]): Promise<Text[]> {
    const isSure = tagged.every(({ author }) => author.isBot);
    const asked = isSure ? undefined : this.client.request('GET /user').then(({ data }) => data.login);
    const self = await asked?.catch(() => undefined);
    return tagged.filter(({ author }) => author.isBot || author.login === self);
  }

  /** The numeric ID of the repository, which a rename doesn't change. */
  async repositoryId(): Promise<number> {
    const { data } = await this.client.request('GET /repos/{owner}/{repo}', this.place);
    const id: unknown = data.id;
    if (typeof id !== 'number') throw unexpected(200, data);
    return id;
  }

  /** All comments of an issue or a pull request, the oldest first; read once, until this run writes one. */
  async comments(number: number): Promise<readonly Comment[]> {
    const read = async () =>
      (
        await this.client.paginate('GET /repos/{owner}/{repo}/issues/{issue_number}/comments', {
          ...this.place,
          issue_number: number,
          per_page: PAGE_SIZE,
        })
      ).map((one) => firstOf(toComment(one), one));
    const comments = this.known.get(number) ?? (await read());
    this.known.set(number, comments);
    return comments;
  }

  async commentBodies(pull: number): Promise<readonly string[]> {
    return (await this.comments(pull)).map(({ body }) => body);
  }

  async createComment(number: number, body: string): Promise<Comment> {
    this.known.clear();
    const data = await this.write(`POST ${REPOSITORY}/issues/${number}/comments`, { body });
    return firstOf(toComment(data), data);
  }

  async updateComment(id: number, body: string): Promise<Comment> {
    this.known.clear();
    const data = await this.write(`PATCH ${REPOSITORY}/issues/comments/${id}`, { body });
    return firstOf(
      toComment(data).filter((one) => one.id === id),
      data,
    );
  }

  /** Collapses a comment as outdated. */
  async minimizeComment({ nodeId }: Pick<Comment, 'nodeId'>): Promise<void> {
    const mutation =
      'mutation ($id: ID!) { minimizeComment(input: { subjectId: $id, classifier: OUTDATED }) { clientMutationId } }';
    try {
      const data = await this.client.graphql<unknown>(mutation, { id: nodeId });
      if (!isObject(data) || !isObject(data.minimizeComment)) throw unexpected(200, data ?? null);
    } catch (error) {
      // GitHub answers a refused query with status 200.
      throw error instanceof CodeHostFailure ? error : this.failure(error, '/graphql', 'POST');
    }
  }

  async mergedPulls(branch: string, since: number): Promise<readonly MergedPull[]> {
    const found: MergedPull[] = [];
    for (let page = 1; page <= LISTED_PAGES_AT_MOST; page += 1) {
      const { data } = await this.client.request('GET /repos/{owner}/{repo}/pulls', {
        ...this.place,
        state: 'closed',
        base: branch,
        sort: 'updated',
        direction: 'desc',
        per_page: PAGE_SIZE,
        page,
      });
      // What was last updated before that time was merged before it, too.
      const rows = data.map((one) => firstOf(toPull(one), one));
      const recent = rows.filter(({ updatedAt }) => Date.parse(updatedAt) >= since);
      found.push(...recent.flatMap((pull) => toMergedPull(pull, { branch, since })));
      if (recent.length < PAGE_SIZE) break;
    }
    return found.sort(
      (left, right) => byCodeUnit(right.mergedAt, left.mergedAt) || right.number - left.number,
    );
  }

  async mergedPull(branch: string, number: number): Promise<MergedPull | undefined> {
    return toMergedPull(await this.readPull(number), { branch, since: -Infinity })[0];
  }

  async pull(number: number): Promise<PullNow> {
    const { state, mergedAt, head } = await this.readPull(number);
    return { fate: mergedAt === null ? state : 'merged', head };
  }

  /** Who approved and who merged a pull request. What GitHub refuses to say is undefined. */
  async people(number: number): Promise<PullPeople> {
    const asked = { ...this.place, pull_number: number, per_page: PAGE_SIZE };
    const [pull, reviews, commits] = await Promise.all([
      this.askPull(number).catch(unknownIfRefused),
      this.client
        .paginate('GET /repos/{owner}/{repo}/pulls/{pull_number}/reviews', asked)
        .catch(unknownIfRefused),
      this.client
        .paginate('GET /repos/{owner}/{repo}/pulls/{pull_number}/commits', asked)
        .catch(unknownIfRefused),
    ]);
    return peopleIn(pull, { reviews, commits });
  }

  private async askPull(number: number): Promise<unknown> {
    const { data } = await this.client.request('GET /repos/{owner}/{repo}/pulls/{pull_number}', {
      ...this.place,
      pull_number: number,
    });
    return data;
  }

  private async readPull(number: number): Promise<PullRow> {
    const data = await this.askPull(number);
    return firstOf(
      toPull(data).filter((one) => one.number === number),
      data,
    );
  }

  async openPullOf(branch: string): Promise<Issue | undefined> {
    const { data } = await this.client.request('GET /repos/{owner}/{repo}/pulls', {
      ...this.place,
      state: 'open',
      head: `${this.place.owner}:${branch}`,
      per_page: 1,
    });
    return data.flatMap(toIssue)[0];
  }

  async createPull(
    pull: Required<Omit<Change, 'state'>> & { readonly head: string; readonly base: string },
  ): Promise<void> {
    await this.write(`POST ${REPOSITORY}/pulls`, pull);
  }

  async updatePull(number: number, change: Change): Promise<void> {
    requireNumber(await this.write(`PATCH ${REPOSITORY}/pulls/${number}`, change), number);
  }

  async setStatus(commit: string, { url, ...status }: CommitStatus): Promise<void> {
    const link = url !== null && { target_url: url };
    await this.write(`POST ${REPOSITORY}/statuses/{sha}`, { sha: commit, ...status, ...link });
  }

  async openIssues(): Promise<Issue[]> {
    const rows = await this.client.paginate('GET /repos/{owner}/{repo}/issues', {
      ...this.place,
      state: 'open',
      per_page: PAGE_SIZE,
    });
    return rows.flatMap(toIssue);
  }

  async createIssue(title: string, body: string): Promise<Issue> {
    const data = await this.write(`POST ${REPOSITORY}/issues`, { title, body });
    return firstOf(toIssue(data), data);
  }

  async updateIssue(number: number, change: Change): Promise<void> {
    requireNumber(await this.write(`PATCH ${REPOSITORY}/issues/${number}`, change), number);
  }

  /** Sends a request that changes something in the repository, and returns what GitHub says it is now. */
  private async write(route: string, change: object): Promise<unknown> {
    const answer: { readonly data: unknown } = await this.client.request(route, { ...this.place, ...change });
    return answer.data;
  }
}

function unknownIfRefused(error: unknown): undefined {
  if (!(error instanceof CodeHostFailure)) throw error;
}

/** The permission that a request needs. The drift step reads issues only to write them next. */
function permissionFor(url: string, method: string): Permission {
  const access = method === 'GET' ? 'read' : 'write';
  if (/\/(?:comments|pulls|graphql)\b/.test(url)) return `pull-requests: ${access}`;
  if (/\/issues\b/.test(url)) return 'issues: write';
  return url.includes('/statuses/') ? 'statuses: write' : 'contents: read';
}

/** The problem with a failed request, and the permission that may be missing. */
function failureFrom(
  error: unknown,
  permission: Permission,
  redact: (text: string) => string,
): CodeHostFailure {
  if (error instanceof CodeHostFailure) return error;
  const shape = isObject(error) ? error : {};
  const response = isObject(shape.response) ? shape.response : undefined;
  const status = response && typeof shape.status === 'number' ? shape.status : undefined;
  const whole = redact(error instanceof Error ? error.message : String(error));
  const said = whole.split('\n')[0] ?? '';
  if (status === undefined) return new CodeHostFailure({ code: 'no-answer', said }, { cause: error });
  // Without permission to see it, GitHub reports that it doesn't exist.
  const isForbidden = status === 401 || status === 404 || (status === 403 && !/rate limit/i.test(whole));
  const missing = isForbidden ? permission : undefined;
  return new CodeHostFailure({ code: 'refused', status, said, missing }, { cause: error });
}
