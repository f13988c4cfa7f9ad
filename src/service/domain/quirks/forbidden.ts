import { plain, type Failure } from '../failure.ts';
import type { CampaignRecord } from '../campaign/campaign-record.ts';
import type { OperationName } from '../operation-name.ts';
import type { Quirks } from './quirks.ts';

/** The operations that change an existing campaign. */
const CHANGES: readonly OperationName[] = ['update', 'status', 'publish'];

/** 403 for changing a campaign that belongs to another team (open point W8), otherwise `null`. */
export function forbiddenFailure(
  operation: OperationName,
  { forbidden }: Quirks,
  find: () => CampaignRecord | null,
): Failure | null {
  if (forbidden.size === 0 || !CHANGES.includes(operation)) return null;
  const record = find();
  if (!record || !(forbidden.has(record.id) || forbidden.has(record.campaign_id))) return null;
  return plain(403, 'FORBIDDEN', 'this campaign belongs to another team');
}
