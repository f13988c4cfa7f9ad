import { Octokit } from '@octokit/core';
import { paginateRest } from '@octokit/plugin-paginate-rest';
import type { Clock } from '../../model/clock.ts';
import { failureFrom, type Permission } from './failure.ts';
import { limitRate } from './pacing.ts';

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

/** Requests to one repository at GitHub: within its rate limits, and with failures that name the permission they need. */
export class RepositoryClient {
  protected readonly client: InstanceType<typeof Client>;
  protected readonly place: { readonly owner: string; readonly repo: string };
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

  protected async all<Answer>(permission: Permission, act: () => Promise<Answer>): Promise<Answer> {
    try {
      return await act();
    } catch (error) {
      throw failureFrom(error, permission, this.redact);
    }
  }
}
