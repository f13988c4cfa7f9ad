/** What goes back to the caller; a body that is text goes as it is. */
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

/** An error as GitHub words it. */
export function refusal(
  status: number,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): Answer {
  const body = { message, documentation_url: 'https://docs.github.com/rest', status: String(status) };
  return { status, body, headers };
}

export const NOT_FOUND = refusal(404, 'Not Found');

/** A value that GitHub's rules forbid beyond what its description can say. */
export function invalid(resource: string, field: string, message: string): Answer {
  const errors = [{ resource, code: 'unprocessable', field, message }];
  const { body, ...rest } = refusal(422, 'Validation Failed');
  return { ...rest, body: { ...(body as object), errors } };
}

/** GitHub takes texts of 65,536 characters at most. */
const LONGEST_BODY_CHARACTERS = 65_536;

/** Why GitHub would not take such a text as the body of a comment or an issue. */
export function bodyRefusal(resource: string, body: string | null | undefined): Answer | undefined {
  if (lengthOf(body ?? '') <= LONGEST_BODY_CHARACTERS) return undefined;
  return invalid(resource, 'data', `Body is too long (maximum is ${LONGEST_BODY_CHARACTERS} characters)`);
}

/** In characters as people count them, not in UTF-16 units. */
export function lengthOf(text: string): number {
  return Array.from(text).length;
}

/** A value of a checked request that is text, or what it is when left out. */
export function textOf(value: unknown, usual: string): string {
  return typeof value === 'string' ? value : usual;
}
