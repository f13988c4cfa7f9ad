import { isJsonObject, isList, type JsonObject, type JsonValue } from '../json.ts';
import { templateRenderer } from './template-engine.ts';
import type { TemplateScope } from '../user.ts';
import { createContext, Script } from 'node:vm';

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

/**
 * Resolves the expressions in all texts of a content. Field names are not templates. A missing attribute resolves to
 * nothing. Time and memory are limited for the whole content, and no template makes this function throw.
 */
export function resolveTemplates(content: JsonObject, scope: TemplateScope): Resolved {
  if (!hasTemplates(content)) return { kind: 'resolved', content };
  const render = templateRenderer(scope);
  const failures: TemplateFailure[] = [];
  // Where an interrupted traversal was.
  let here = '';
  const resolved = (value: JsonValue, path: string): JsonValue => {
    if (isList(value)) return value.map((member, place) => resolved(member, `${path}.${place}`));
    if (isJsonObject(value)) return fields(value, path);
    if (typeof value !== 'string' || !isTemplate(value) || failures.length > 0) return value;
    here = path.slice(1);
    const rendered = render(value);
    if (rendered.kind === 'rendered') return rendered.text;
    failures.push({ kind: 'failed', path: here, message: rendered.reason });
    return value;
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

const idle = (): void => undefined;

/**
 * One context for all calls, because creating one takes longer than most work. It references the work only during the
 * call.
 */
const sandbox = { work: idle };
createContext(sandbox);
const script = new Script('work()');

/**
 * Runs synchronous work and interrupts it after a number of milliseconds; `null` if it was interrupted. Counting inside a
 * template engine can't stop a loop within one of its filters, but the script engine can.
 */
export function withinTime<T extends object>(ms: number, work: () => T): T | null {
  let result: T | null = null;
  sandbox.work = () => {
    result = work();
  };
  try {
    script.runInContext(sandbox, { timeout: ms });
  } catch (error) {
    // The error is created in the script's own realm, so it isn't an instance of this realm's `Error`.
    const { code } = Object(error) as { readonly code?: unknown };
    if (code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error;
  } finally {
    sandbox.work = idle;
  }
  return result;
}
