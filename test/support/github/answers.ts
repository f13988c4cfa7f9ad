/** An answer to the caller. A body that is text is sent unchanged. */
export interface Answer {
  readonly status: number;
  readonly body?: unknown;
  readonly type?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export function ok(body: unknown, headers: Readonly<Record<string, string>> = {}): Answer {
  return { status: 200, body, headers };
}

export function created(body: unknown): Answer {
  return { status: 201, body };
}

/** An error in GitHub's words. */
export function refusal(
  status: number,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): Answer {
  const body = { message, documentation_url: 'https://docs.github.com/rest', status: String(status) };
  return { status, body, headers };
}

export const NOT_FOUND = refusal(404, 'Not Found');

/** A value that GitHub refuses for reasons that its description doesn't express. */
export function invalid(resource: string, field: string, message: string): Answer {
  const errors = [{ resource, code: 'unprocessable', field, message }];
  const { body, ...rest } = refusal(422, 'Validation Failed');
  return { ...rest, body: { ...(body as object), errors } };
}

/** GitHub accepts texts of at most 65,536 characters. */
const LONGEST_BODY_CHARACTERS = 65_536;

/** Why GitHub would refuse a text as the body of a comment or an issue. */
export function bodyRefusal(resource: string, body: string | null | undefined): Answer | undefined {
  if (lengthOf(body ?? '') <= LONGEST_BODY_CHARACTERS) return undefined;
  return invalid(resource, 'data', `Body is too long (maximum is ${LONGEST_BODY_CHARACTERS} characters)`);
}

/** The length in characters as people count them, not in UTF-16 units. */
export function lengthOf(text: string): number {
  return Array.from(text).length;
}

/** The text value of a checked request, or the default. */
export function textOf(value: unknown, usual: string): string {
  return typeof value === 'string' ? value : usual;
}
