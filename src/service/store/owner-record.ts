import type { ProcessIdentity } from './process-life.ts';

/** The owner of a file, for messages. */
export interface FileOwner {
  readonly pid: number;
  readonly host: string;
  /** ISO, UTC. */
  readonly since: string;
}

/** An owner's record is the name of an empty file: it is there or not, and never half written. */
export function recordName(owner: ProcessIdentity & FileOwner, id: string): string {
  const { pid, host, since, start, namespace, boot } = owner;
  return new URLSearchParams({
    ...{ pid: String(pid), host, since },
    ...(start !== null && { start }),
    ...(namespace !== null && { namespace }),
    ...(boot !== null && { boot }),
    id,
  }).toString();
}

/** The content of a record; `null` if the name isn't a record. */
export function readRecordName(name: string): (ProcessIdentity & FileOwner) | null {
  const fields = new URLSearchParams(name);
  const [pid, host, since] = [fields.get('pid'), fields.get('host'), fields.get('since')];
  if (pid === null || !/^[1-9]\d*$/.test(pid) || host === null || since === null) return null;
  return {
    ...{ pid: Number(pid), host, since },
    ...{ boot: fields.get('boot'), namespace: fields.get('namespace'), start: fields.get('start') },
  };
}
