import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';

/** Identifies a process uniquely; `null` where the system does not provide a value. */
export interface ProcessIdentity {
  readonly pid: number;
  readonly host: string;
  /** Linux: the random id of this start of the kernel; containers share it. */
  readonly boot: string | null;
  /** Linux: the namespace that the pid counts in; containers have one each. */
  readonly namespace: string | null;
  /** Linux: clock ticks from the kernel's start to the process's, so that a pid that is used again is another process. */
  readonly start: string | null;
}

/** Linux gives a host 64 at most; an identity is to fit into the name of a file, which has 255 bytes. */
const HOST_LIMIT_CHARS = 64;

/** Whether a process is alive; `out-of-sight` if that can't be determined from here. */
export type Life = 'alive' | 'dead' | 'out-of-sight';

/** The process that asks. */
export function ownIdentity(): ProcessIdentity {
  return {
    pid: process.pid,
    host: hostname().slice(0, HOST_LIMIT_CHARS),
    boot: orNull(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()),
    namespace: orNull(() => readlinkSync('/proc/self/ns/pid').replace(/\D/g, '')),
    start: statOf(process.pid)?.start ?? null,
  };
}

/** Returns `dead` only if the process has certainly ended; `viewer` is the process that asks. */
export function lifeOf(other: ProcessIdentity, viewer: ProcessIdentity): Life {
  const isSameHost = other.host === viewer.host;
  if (other.boot !== viewer.boot) {
    const hasRestarted = isSameHost && other.boot !== null && viewer.boot !== null;
    return hasRestarted ? 'dead' : 'out-of-sight';
  }
  const isSameKernel = isSameHost || viewer.boot !== null;
  const isSameCount = other.namespace === viewer.namespace && (isSameHost || viewer.namespace !== null);
  return isSameKernel && isSameCount ? lifeOfPid(other) : 'out-of-sight';
}

/**
 * A process that is over and not yet waited for (`Z`, `X`) still answers to its pid. One that answers and hides its
 * state, as another user's may, counts as alive.
 */
function lifeOfPid({ pid, start }: ProcessIdentity): Life {
  if (!answers(pid)) return 'dead';
  const stat = statOf(pid);
  if (stat === null || start === null) return 'alive';
  return stat.start === start && !['Z', 'X'].includes(stat.state) ? 'alive' : 'dead';
}

function answers(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: the process exists and belongs to another user.
    return !(error instanceof Error && 'code' in error && error.code === 'ESRCH');
  }
}

/** Fields 3 and 22 of proc_pid_stat(5); field 2 is a name in brackets that may hold blanks and brackets itself. */
function statOf(pid: number): { readonly state: string; readonly start: string } | null {
  const text = orNull(() => readFileSync(`/proc/${pid}/stat`, 'utf8'));
  const fields = text?.slice(text.lastIndexOf(')') + 2).split(' ') ?? [];
  const [state, start] = [fields[0], fields[19]];
  return state === undefined || start === undefined ? null : { state, start };
}

/** What the system provides; `null` if the file is missing or unreadable. */
function orNull(read: () => string): string | null {
  try {
    return read();
  } catch {
    return null;
  }
}
