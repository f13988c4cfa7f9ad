import { isObject } from '../../model/json.ts';

/** What of a permission a request needs: `pull-requests: write`. */
export type Permission = `${'contents' | 'issues' | 'pull-requests' | 'statuses'}: ${'read' | 'write'}`;

/** GitHub did not do what it was asked for. */
export class GitHubFailure extends Error {
  override readonly name = 'GitHubFailure';
  /** The HTTP status; undefined where no answer came. */
  readonly status: number | undefined;
  /** What the token seems to lack; undefined where it is another trouble. */
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

/** What an exchange that failed says of itself, and which permission may be missing. */
export function failureFrom(
  error: unknown,
  permission: Permission,
  redact: (text: string) => string,
): GitHubFailure {
  const shape = isObject(error) ? error : {};
  const response = isObject(shape.response) ? shape.response : undefined;
  const status = response && typeof shape.status === 'number' ? shape.status : undefined;
  const said = redact(error instanceof Error ? error.message : String(error));
  // Without the right to see it GitHub says that there is nothing.
  const missing =
    status === 401 || status === 404 || (status === 403 && !/rate limit/i.test(said))
      ? permission
      : undefined;
  const words = status === undefined ? 'GitHub does not answer' : `GitHub answered ${status}`;
  const why = said.split('\n')[0]?.replace(/\.?$/, '.') ?? '';
  return new GitHubFailure(`${words}: ${why}`, { status, missing, cause: error });
}
