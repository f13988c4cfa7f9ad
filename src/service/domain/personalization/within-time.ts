import { createContext, Script } from 'node:vm';

/** The result of work with a time limit. */
export type InTime<T> = { readonly kind: 'done'; readonly result: T } | { readonly kind: 'too-long' };

const idle = (): void => undefined;

/**
 * One context for all calls, because creating one takes longer than most work. It references the work only during the
 * call.
 */
const sandbox = { work: idle };
createContext(sandbox);
const script = new Script('work()');

/**
 * Runs synchronous work and interrupts it after a number of milliseconds. Counting inside a template engine can't stop
 * a loop within one of its filters, but the script engine can.
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

/** The error is created in the script's own realm, so it isn't an instance of this realm's `Error`. */
function isTimeout(error: unknown): boolean {
  return (
    typeof error === 'object' &&
    error !== null &&
    'code' in error &&
    error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT'
  );
}
