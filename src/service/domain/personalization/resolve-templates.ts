import { Context, Liquid, LiquidError } from 'liquidjs';
import { createContext, Script } from 'node:vm';
import { isJsonObject, isList, type JsonObject, type JsonValue } from '../json.ts';
import type { templateScope } from '../user.ts';

/** The content with its expressions resolved, or the first field that failed and why. */
export type Resolved = { readonly kind: 'resolved'; readonly content: JsonObject } | TemplateFailure;

interface TemplateFailure {
  readonly kind: 'failed';
  /** Field names and list indexes within the content, joined by dots. */
  readonly path: string;
  readonly message: string;
}

/** Time limit for all templates of one content, in milliseconds. An ordinary content takes a few. */
const TIME_MS = 400;

/** The most characters that filters may produce for the templates of one content. A request has at most 5 MiB. */
const ALLOWANCE_CHARS = 8_000_000;

/** The most characters of a message, because messages quote parts of the template. */
const REASON_CHARS = 200;

/** Resolves the expressions in all texts of a content, within limits of time and memory. Never throws. */
export function resolveTemplates(content: JsonObject, scope: ReturnType<typeof templateScope>): Resolved {
  if (!hasTemplates(content)) return { kind: 'resolved', content };
  const limits = { sync: true, memoryLimit: ALLOWANCE_CHARS };
  const shared = new Context({}, engine.options, limits, { liquid: engine });
  const failures: TemplateFailure[] = [];
  // Where an interrupted traversal was.
  let here = '';
  const resolved = (value: JsonValue, path: string): JsonValue => {
    if (isList(value)) return value.map((member, place) => resolved(member, `${path}.${place}`));
    if (isJsonObject(value)) return fields(value, path);
    if (typeof value !== 'string' || !isTemplate(value) || failures.length > 0) return value;
    here = path.slice(1);
    try {
      const template = engine.parse(withLiquidCalls(value));
      const unknown = engine.globalVariablesSync(template).find((name) => !Object.hasOwn(scope, name));
      if (unknown !== undefined) throw new Error(`the service knows nothing by the name ${unknown}`);
      return String(engine.renderSync(template, shared.spawn(scope)));
    } catch (error) {
      failures.push({ kind: 'failed', path: here, message: reasonOf(error) });
      return value;
    }
  };
  const fields = (object: JsonObject, path: string): JsonObject =>
    Object.fromEntries(
      Object.entries(object).map(([field, value]) => [field, resolved(value, `${path}.${field}`)]),
    );
  const found = withinTime(TIME_MS, () => fields(content, ''));
  if (!found) return { kind: 'failed', path: here, message: `resolving it takes longer than ${TIME_MS} ms` };
  return failures[0] ?? { kind: 'resolved', content: found };
}

function hasTemplates(value: JsonValue): boolean {
  if (typeof value === 'string') return isTemplate(value);
  if (isList(value)) return value.some(hasTemplates);
  return isJsonObject(value) && Object.values(value).some(hasTemplates);
}

function isTemplate(text: string): boolean {
  return text.includes('{{') || text.includes('{%');
}

/** Filters may be called as in Jinja, too: `{{ user.first_name | default("friend") }}`. */
function withLiquidCalls(text: string): string {
  return text.replaceAll(/\{[{%][^]*?[%}]\}/g, (part) =>
    part.replaceAll(/(\|\s*\w+)\s*\(([^()]*)\)/g, (_, filter: string, given: string) =>
      given.trim() === '' ? filter : `${filter}: ${given}`,
    ),
  );
}

const engine = sandbox();

/**
 * Liquid that can read nothing but its scope. Output isn't escaped, because templates do that themselves (`| escape`).
 * Dates are in UTC. Tags and filters are removed if they read files, depend on randomness, or parse expressions only
 * during rendering.
 */
function sandbox(): Liquid {
  const liquid = new Liquid({
    ownPropertyOnly: true,
    strictFilters: true,
    templates: {},
    timezoneOffset: 0,
    locale: 'en-US',
  });
  for (const tag of ['include', 'render', 'layout', 'block']) Reflect.deleteProperty(liquid.tags, tag);
  for (const filter of Object.keys(liquid.filters)) {
    if (filter === 'sample' || filter.endsWith('_exp')) liquid.unregisterFilter(filter);
  }
  return liquid;
}

function reasonOf(error: unknown): string {
  const cause = LiquidError.is(error) ? (error.originalError ?? error) : error;
  if (cause instanceof RangeError) return 'it nests too deep or grows too long';
  const message = error instanceof Error ? error.message : String(error);
  return message.length > REASON_CHARS ? `${message.slice(0, REASON_CHARS - 1)}…` : message;
}

const idle = (): void => undefined;

/** One context for all calls: creating one takes long. It references the work only during the call. */
const timed = { work: idle };
createContext(timed);
const script = new Script('work()');

/** Runs synchronous work; `null` if it took too long, which only the script engine can end. */
function withinTime<T extends object>(ms: number, work: () => T): T | null {
  let result: T | null = null;
  timed.work = () => {
    result = work();
  };
  try {
    script.runInContext(timed, { timeout: ms });
  } catch (error) {
    // The error is created in the script's own realm, so it isn't an instance of this realm's `Error`.
    const { code } = Object(error) as { readonly code?: unknown };
    if (code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error;
  } finally {
    timed.work = idle;
  }
  return result;
}
