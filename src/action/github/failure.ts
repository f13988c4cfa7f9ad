import { isObject } from '../../model/json.ts';

/** The permission that a request needs: `pull-requests: write`. */
export type Permission = `${'contents' | 'issues' | 'pull-requests' | 'statuses'}: ${'read' | 'write'}`;

/** GitHub refused a request, or did not answer it. */
export class GitHubFailure extends Error {
  override readonly name = 'GitHubFailure';
  /** The HTTP status; undefined if there was no response. */
  readonly status: number | undefined;
  /** The permission that the token seems to lack; undefined if there is another cause. */
  readonly missing: Permission | undefined;

  constructor(
    message: string,
    { status, missing, cause }: Pick<GitHubFailure, 'status' | 'missing' | 'cause'>,
  ) {
    super(message, { cause });
    this.status = status;
    this.missing = missing;
  }
}

/** The error message of a failed request, and the permission that may be missing. */
export function failureFrom(
  error: unknown,
  permission: Permission,
  redact: (text: string) => string,
): GitHubFailure {
  const shape = isObject(error) ? error : {};
  const response = isObject(shape.response) ? shape.response : undefined;
  const status = response && typeof shape.status === 'number' ? shape.status : undefined;
  const said = redact(error instanceof Error ? error.message : String(error));
  // Without permission to see it, GitHub reports that it doesn't exist.
  const missing =
    status === 401 || status === 404 || (status === 403 && !/rate limit/i.test(said))
      ? permission
      : undefined;
  const words = status === undefined ? 'GitHub did not answer' : `GitHub answered ${status}`;
  const why = said.split('\n')[0]?.replace(/\.?$/, '.') ?? '';
  return new GitHubFailure(`${words}: ${why}`, { status, missing, cause: error });
}
