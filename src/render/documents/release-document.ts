import { jsonText } from '../../model/json.ts';
import type { LeaseRecord } from '../../model/lease.ts';

/** A lease that was released by hand; `unreadable` if this version can't read its holder. */
export type Freed = LeaseRecord | 'unreadable';

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
  return jsonText({ format: 'campaign-release/1', workspace, freed: freed !== undefined, lease });
}
