import { statusAt } from '../campaign/campaign-status.ts';
import { done, refused, type Call, type Outcome } from './operation.ts';
import { bySearchOrder, matches } from './search-match.ts';
import { readSearch } from './search-query.ts';

/** Specification, Search Campaigns; request, rows and order are open points W12 and W13. */
export function searchCampaigns({ workspace, body, now, store, present }: Call): Outcome {
  const read = readSearch(body);
  if (read.kind === 'refused') return refused(read.failure);
  const { query } = read;
  const found = store
    .list(workspace.appKey)
    .filter((record) => matches({ record, status: statusAt(record, now) }, query))
    .sort(bySearchOrder);
  const first = (query.page - 1) * query.limit;
  return done({ campaigns: found.slice(first, first + query.limit).map(present) });
}
