/** An answer, with its text as it came and a look into its JSON. */
export interface Reply {
  readonly status: number;
  readonly text: string;
  readonly headers: Headers;
  /** The value at a path of field names joined by dots; `undefined` where there is none. */
  readonly at: (path: string) => unknown;
}

export function reply(response: Response, text: string): Reply {
  const at = (path: string): unknown => lookUp(JSON.parse(text), path);
  return { status: response.status, headers: response.headers, text, at };
}

/** The value at a path of field names joined by dots; `undefined` where there is none. */
export function lookUp(value: unknown, path: string): unknown {
  let here = value;
  for (const field of path.split('.')) {
    if (typeof here !== 'object' || here === null) return undefined;
    here = Object.getOwnPropertyDescriptor(here, field)?.value;
  }
  return here;
}

/** The list at a path; anything else is empty. */
export function listAt(answer: Reply, path: string): readonly unknown[] {
  const found = answer.at(path);
  return Array.isArray(found) ? (found as readonly unknown[]) : [];
}

/** One field of every row of the list at a path. */
export function column(answer: Reply, path: string, field: string): readonly unknown[] {
  return listAt(answer, path).map((row) => lookUp(row, field));
}

/** An instant as the service writes it: with a blank or `T`, and in UTC when it carries no zone. */
export function instantOf(text: unknown): Date {
  const iso = String(text)
    .replace(' ', 'T')
    .replace(/(\.\d{3})\d+/, '$1');
  return new Date(/(Z|[+-]\d{2}:?\d{2})$/.test(iso) ? iso : `${iso}Z`);
}
