import { createHash } from 'node:crypto';
import examples from '@octokit/webhooks-examples';

export type JsonObject = Record<string, unknown>;

/** The repository of a test, and everything that addresses consist of. */
export interface Site {
  /** `owner/name` */
  readonly repository: string;
  /** Without a slash at the end, like `GITHUB_API_URL`. */
  readonly apiUrl: string;
  readonly serverUrl: string;
}

/** GitHub's real example of this event, as a deep copy; `action` selects among several. */
export function realEvent(name: string, action?: string): JsonObject {
  const definition = definitions.find((each) => each.name === name);
  const fitting = definition?.examples.filter((each) => action === undefined || each.action === action) ?? [];
  // The last ones are the newest and have the most fields.
  const best = fitting.toSorted((a, b) => size(b) - size(a))[0];
  if (!best) throw new Error(`there is no example of ${name} ${action ?? ''}`);
  return structuredClone(best);
}

const texts = new WeakMap<JsonObject, string>();

/** The value with the addresses and the repository of the test. */
export function atSite<Value extends JsonObject>(
  value: Value,
  { repository, apiUrl, serverUrl }: Site,
): Value {
  const known = texts.get(value) ?? JSON.stringify(value);
  texts.set(value, known);
  const text = known
    .replaceAll(/Codertocat\/Hello-World|octo-org\/octo-repo/g, repository)
    .replaceAll('https://api.github.com', apiUrl)
    .replaceAll('https://github.com', serverUrl);
  return JSON.parse(text) as Value;
}

/** A part of an example, which must exist. */
export function part(value: unknown, ...path: string[]): JsonObject {
  let found = value;
  for (const name of path) found = (found as JsonObject | undefined)?.[name];
  if (typeof found !== 'object' || found === null) throw new Error(`the example has no ${path.join('.')}`);
  return found as JsonObject;
}

/** A number that is always the same for the same name. */
export function numberOf(name: string): number {
  return createHash('sha256').update(name).digest().readUInt32BE() >>> 4;
}

const definitions = examples as unknown as readonly { name: string; examples: JsonObject[] }[];

function size(value: unknown): number {
  return JSON.stringify(value).length;
}
