import { Octokit } from '@octokit/core';
import { paginateRest } from '@octokit/plugin-paginate-rest';
import type { Clock } from '../../model/clock.ts';
import type { Permission } from '../../model/action-reasons.ts';
import { limitRate } from './pacing.ts';
import { isObject } from '../../model/json.ts';
import { CodeHostFailure } from '../code-host.ts';

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

/**
 * Requests to one repository on GitHub: within its rate limits, and with failures that name the permission they need.
 */
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

  /** The user that the token belongs to; undefined for a token without one, like the job's own. */
  async login(): Promise<string | undefined> {
    try {
      const { data } = await this.client.request('GET /user');
      return data.login;
    } catch {
      return undefined;
    }
  }

  /** The numeric ID of the repository, which a rename doesn't change. */
  async repositoryId(): Promise<number> {
    const { data } = await this.withPermission('contents: read', () =>
      this.client.request('GET /repos/{owner}/{repo}', this.place),
    );
    return Number(data.id);
  }

  protected async withPermission<Answer>(
    permission: Permission,
    act: () => Promise<Answer>,
  ): Promise<Answer> {
    try {
      return await act();
    } catch (error) {
      throw failureFrom(error, permission, this.redact);
    }
  }
}

/** The problem with a failed request, and the permission that may be missing. */
function failureFrom(
  error: unknown,
  permission: Permission,
  redact: (text: string) => string,
): CodeHostFailure {
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
