import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname, userInfo } from 'node:os';
import { isObject } from '../model/json.ts';

/** Identifies one process among all that ever existed. What the platform doesn't report is null. */
export interface ProcessIdentity {
  readonly user: string | null;
  readonly host: string;
  readonly pid: number;
  /** Linux: the random ID of this start of the kernel. Containers share it. */
  readonly boot: string | null;
  /** Linux: the namespace of the pid. Each container has its own. */
  readonly namespace: string | null;
  /** Linux: clock ticks from the start of the kernel to that of the process, to recognize a reused pid. */
  readonly start: string | null;
}

/** Whether a process is running; `unseen` if that can't be determined from here. */
export type Life = 'alive' | 'dead' | 'unseen';

/** This process. */
export function ownIdentity(): ProcessIdentity {
  return {
    user: orNull(() => userInfo().username),
    host: hostname(),
    pid: process.pid,
    boot: orNull(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()),
    namespace: orNull(() => readlinkSync('/proc/self/ns/pid').replace(/\D/g, '')),
    start: statOf(process.pid)?.start ?? null,
  };
}

/** Answers `dead` only if the process has certainly ended. `viewer` is the process that asks. */
export function lifeOf(other: ProcessIdentity, viewer: ProcessIdentity): Life {
  const isSameHost = other.host === viewer.host;
  if (other.boot !== viewer.boot) {
    const hasRestarted = isSameHost && other.boot !== null && viewer.boot !== null;
    return hasRestarted ? 'dead' : 'unseen';
  }
  const isSameKernel = isSameHost || viewer.boot !== null;
  const isSamePidNamespace =
    other.namespace === viewer.namespace && (isSameHost || viewer.namespace !== null);
  return isSameKernel && isSamePidNamespace ? lifeOfPid(other) : 'unseen';
}

/** An identity from its JSON; undefined if it isn't one. */
export function readIdentity(text: string): ProcessIdentity | undefined {
  const value = orNull((): unknown => JSON.parse(text));
  if (!isObject(value)) return undefined;
  const { host, pid } = value;
  if (typeof host !== 'string' || !Number.isSafeInteger(pid)) return undefined;
  const [user, boot] = [textOrNull(value.user), textOrNull(value.boot)];
  const [namespace, start] = [textOrNull(value.namespace), textOrNull(value.start)];
  return { user, host, pid: Number(pid), boot, namespace, start };
}

function lifeOfPid({ pid, start }: ProcessIdentity): Life {
  if (!exists(pid)) return 'dead';
  if (start === null) return 'alive';
  const stat = statOf(pid);
  if (!stat) return 'unseen';
  // Z: ended, but its parent hasn't waited for it yet. X: dead.
  return stat.start === start && !['Z', 'X'].includes(stat.state) ? 'alive' : 'dead';
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: the process exists and belongs to another user.
    return !(error instanceof Error && 'code' in error && error.code === 'ESRCH');
  }
}

/** Fields 3 and 22 of proc_pid_stat(5), counted after the name in parentheses, which may contain anything. */
function statOf(pid: number): { readonly state: string; readonly start: string } | undefined {
  const text = orNull(() => readFileSync(`/proc/${pid}/stat`, 'utf8'));
  const fields = text?.slice(text.lastIndexOf(')') + 2).split(' ') ?? [];
  const [state, start] = [fields[0], fields[19]];
  return state === undefined || start === undefined ? undefined : { state, start };
}

export function textOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

/** What is read, or null if that fails. */
export function orNull<Value>(read: () => Value): Value | null {
  try {
    return read();
  } catch {
    return null;
  }
}

// A lease is pushed to a repository that many people can read, so it must not reveal the machine that holds it. But
// another run on that machine should be able to see immediately that the holder is dead. So the process is encrypted
// with a key that only this start of this kernel knows: its boot ID, and the namespace of the pid. Only a process on
// the same machine can decrypt it.

const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** The encrypted process, for others on its machine; null if the platform doesn't report enough to identify it. */
export function sealProcess(self: ProcessIdentity): string | null {
  const key = keyOf(self);
  if (!key || self.start === null) return null;
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, key, iv);
  const sealed = Buffer.concat([cipher.update(`${self.pid} ${self.start}`), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64');
}

/** Whether an encrypted process is running; `unseen` on any other machine. */
export function lifeOfSealed(sealed: string | null, viewer: ProcessIdentity): Life {
  const opened = sealed === null ? undefined : open(sealed, viewer);
  const [, pid, start] = /^([1-9]\d*) (\S+)$/.exec(opened ?? '') ?? [];
  if (pid === undefined || start === undefined) return 'unseen';
  return lifeOf({ ...viewer, pid: Number(pid), start }, viewer);
}

function open(sealed: string, viewer: ProcessIdentity): string | undefined {
  const key = keyOf(viewer);
  const bytes = Buffer.from(sealed, 'base64');
  if (!key || bytes.length <= IV_BYTES + TAG_BYTES) return undefined;
  const options = { authTagLength: TAG_BYTES };
  const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, IV_BYTES), options);
  decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  try {
    const text = [decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()];
    return Buffer.concat(text).toString();
  } catch {
    return undefined;
  }
}

function keyOf({ boot, namespace }: ProcessIdentity): Buffer | undefined {
  if (boot === null || namespace === null) return undefined;
  return createHash('sha256').update(`campaign-lease\0${boot}\0${namespace}`).digest();
}
