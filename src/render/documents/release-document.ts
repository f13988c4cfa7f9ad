import { json } from '../json.ts';

/** A lease that was freed by hand, as `record/lease-record.ts` reads it; `unreadable` where nobody could. */
export type Freed =
  | 'unreadable'
  | {
      readonly run: string;
      readonly user: string | null;
      readonly page: string | null;
      /** Epoch milliseconds. */
      readonly since: number;
      readonly until: number;
    };

export function releaseDocument(workspace: string, freed: Freed | undefined): string {
  const lease =
    freed === undefined || freed === 'unreadable'
      ? null
      : {
          run: freed.run,
          user: freed.user,
          page: freed.page,
          since: new Date(freed.since).toISOString(),
          until: new Date(freed.until).toISOString(),
        };
  return json({ format: 'campaign-release/1', workspace, freed: freed !== undefined, lease });
}
