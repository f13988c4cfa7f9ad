import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '../../model/clock.ts';
import { runGit } from '../../git/run-git.ts';
import type { Host, SignalSource } from './session.ts';

/** The process in which this program was started. Nothing else reads `process.env`; everything else is given it. */
export function thisProcess(): Host {
  // simple-git would log the environment of git, which contains tokens. It is loaded later.
  delete process.env.DEBUG;
  const signals: SignalSource = {
    on: (signal, listener) => void process.on(signal, listener),
    off: (signal, listener) => void process.off(signal, listener),
    exit: (code) => process.exit(code),
  };
  return {
    environment: process.env,
    cwd: process.cwd(),
    stdin: process.stdin,
    stdout: process.stdout,
    stderr: process.stderr,
    clock: REAL_CLOCK,
    signals,
    runGit,
  };
}

/** The clock of this machine. */
const REAL_CLOCK: Clock = {
  now: () => Date.now(),
  sleep: async (ms, signal) => {
    await sleep(ms, undefined, signal && { signal }).catch((error: unknown) => {
      if (!signal?.aborted) throw error;
    });
  },
  every: (ms, act) => {
    const timer = setInterval(act, ms).unref();
    return () => {
      clearInterval(timer);
    };
  },
};
