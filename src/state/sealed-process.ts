import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { lifeOf, type Life, type ProcessIdentity } from './process-identity.ts';

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
