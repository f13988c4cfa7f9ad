import { json } from './plan-document.ts';
import { instant } from './text-layout.ts';

/** A lease that was freed by hand, as `record/lease-record.ts` reads it; `unreadable` where nobody could. */
export type Freed =
  | 'unreadable'
  | {
      readonly run: string;
      readonly holder: { readonly user: string; readonly host: string; readonly pid: number };
      readonly page: string | null;
      /** Epoch milliseconds. */
      readonly since: number;
      readonly until: number;
    };

export function releaseText(workspace: string, freed: Freed | undefined): string {
  if (freed === undefined) return `Nobody has the lease of ${workspace}: there is nothing to free.\n`;
  if (freed === 'unreadable') return `Freed the lease of ${workspace}; what it said could not be read.\n`;
  const { run, holder, since, until } = freed;
  const who = `run ${run} of ${holder.user}@${holder.host} (process ${holder.pid})`;
  return [
    `Freed the lease of ${workspace}: ${who}, since ${at(since)}, until ${at(until)}.`,
    'Should that run still live, it notices within a minute, and ends. What it left open stays on record: the next apply settles it.',
    '',
  ].join('\n');
}

export function releaseDocument(workspace: string, freed: Freed | undefined): string {
  const lease =
    freed === undefined || freed === 'unreadable'
      ? null
      : {
          run: freed.run,
          user: freed.holder.user,
          host: freed.holder.host,
          pid: freed.holder.pid,
          page: freed.page,
          since: new Date(freed.since).toISOString(),
          until: new Date(freed.until).toISOString(),
        };
  return json({ format: 'campaign-release/1', workspace, freed: freed !== undefined, lease });
}

function at(epochMs: number): string {
  return instant(new Date(epochMs).toISOString());
}
