import { request } from 'undici';

/** An answer, with its original text and access to its JSON. */
export interface Reply {
  readonly status: number;
  readonly text: string;
  readonly headers: { readonly get: (name: string) => string | null };
  /** The value at a path of field names joined by dots, `undefined` if it doesn't exist. */
  readonly at: (path: string) => unknown;
}

/** Sends one request over plain HTTP. Takes a third of the work of `fetch`, which counts in thousands of them. */
export async function ask(
  url: string,
  options: {
    readonly method: string;
    readonly headers?: Readonly<Record<string, string>>;
    readonly body?: string;
  },
): Promise<Reply> {
  const { statusCode: status, headers, body } = await request(url, { ...options, method: options.method });
  const text = await body.text();
  const at = (path: string): unknown => lookUp(JSON.parse(text), path);
  const get = (name: string) => (headers[name] === undefined ? null : String(headers[name]));
  return { status, headers: { get }, text, at };
}

/** The value at a path of field names joined by dots, `undefined` if it doesn't exist. */
export function lookUp(value: unknown, path: string): unknown {
  let here = value;
  for (const field of path.split('.')) {
    if (typeof here !== 'object' || here === null) return undefined;
    here = Object.getOwnPropertyDescriptor(here, field)?.value;
  }
  return here;
}

/** The list at a path, otherwise an empty one. */
export function listAt(answer: Reply, path: string): readonly unknown[] {
  const found = answer.at(path);
  return Array.isArray(found) ? (found as readonly unknown[]) : [];
}

/** One field of every row in the list at a path. */
export function column(answer: Reply, path: string, field: string): readonly unknown[] {
  return listAt(answer, path).map((row) => lookUp(row, field));
}

/** Parses an instant as the service writes it: with a space or `T`, and in UTC if it has no zone. */
export function instantOf(text: unknown): Date {
  const iso = String(text)
    .replace(' ', 'T')
    .replace(/(\.\d{3})\d+/, '$1');
  return new Date(/(Z|[+-]\d{2}:?\d{2})$/.test(iso) ? iso : `${iso}Z`);
}
