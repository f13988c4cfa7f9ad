import { readFileSync, readlinkSync } from 'node:fs';
import { userInfo } from 'node:os';

/** One process among all that ever were; what the platform does not tell is null. */
export interface ProcessIdentity {
  readonly user: string;
  readonly pid: number;
  /** Linux: this start of the kernel. */
  readonly boot: string | null;
  /** Linux: the namespace that the pid counts in; each container has its own. */
  readonly namespace: string | null;
  /** Linux: clock ticks from the kernel's start to the process's, so that a pid used again is told apart. */
  readonly start: string | null;
}

/** Whether a process lives; `unseen` where that can't be told from here. */
export type Life = 'alive' | 'dead' | 'unseen';

/** This process. */
export function ownIdentity(): ProcessIdentity {
  return {
    user: orNull(() => userInfo().username) ?? 'somebody',
    pid: process.pid,
    boot: orNull(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()),
    namespace: orNull(() => readlinkSync('/proc/self/ns/pid').replace(/\D/g, '')),
    start: statOf(process.pid)?.start ?? null,
  };
}

/**
 * Says `dead` only where nothing can be mistaken: the same start of the same kernel, the same count of pids, and a
 * process that is over or whose pid went to one that began at another time.
 */
export function lifeOf(other: ProcessIdentity, viewer: ProcessIdentity): Life {
  const isHere =
    other.boot !== null &&
    other.boot === viewer.boot &&
    other.namespace !== null &&
    other.namespace === viewer.namespace;
  if (!isHere || other.start === null) return 'unseen';
  if (!isAnswering(other.pid)) return 'dead';
  const stat = statOf(other.pid);
  if (!stat) return 'unseen';
  // Z and X: over, and not yet waited for by its parent.
  return stat.start === other.start && !['Z', 'X'].includes(stat.state) ? 'alive' : 'dead';
}

function isAnswering(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it is there, and somebody else's.
    return !(error instanceof Error && 'code' in error && error.code === 'ESRCH');
  }
}

/** Fields 3 and 22 of proc_pid_stat(5), counted after the name in brackets, which may hold anything. */
function statOf(pid: number): { readonly state: string; readonly start: string } | undefined {
  const text = orNull(() => readFileSync(`/proc/${pid}/stat`, 'utf8'));
  const fields = text?.slice(text.lastIndexOf(')') + 2).split(' ') ?? [];
  const [state, start] = [fields[0], fields[19]];
  return state === undefined || start === undefined ? undefined : { state, start };
}

function orNull<Value>(read: () => Value): Value | null {
  try {
    return read();
  } catch {
    return null;
  }
}
