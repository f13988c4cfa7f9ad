import { createContext, Script } from 'node:vm';

/** What became of work that was given a time. */
export type InTime<T> = { readonly kind: 'done'; readonly result: T } | { readonly kind: 'too-long' };

const idle = (): void => undefined;

/** One context for all calls, as making one takes longer than most work; it holds the work only while it is done. */
const sandbox = { work: idle };
createContext(sandbox);
const script = new Script('work()');

/**
 * Does synchronous work and breaks it off, wherever it is, after so many milliseconds. No counting inside a template
 * engine stops a loop inside one of its filters; the machine that runs scripts does.
 */
export function withinTime<T>(ms: number, work: () => T): InTime<T> {
  let outcome: InTime<T> = { kind: 'too-long' };
  sandbox.work = () => {
    outcome = { kind: 'done', result: work() };
  };
  try {
    script.runInContext(sandbox, { timeout: ms });
  } catch (error) {
    if (!isTimeout(error)) throw error;
  } finally {
    sandbox.work = idle;
  }
  return outcome;
}

/** The error is made in the script's own realm, so it is no instance of this one's `Error`. */
function isTimeout(error: unknown): boolean {
  return (
    typeof error === 'object' &&
    error !== null &&
    'code' in error &&
    error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT'
  );
}
