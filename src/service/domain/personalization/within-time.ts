import { createContext, Script } from 'node:vm';

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
