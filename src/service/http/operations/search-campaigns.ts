import { done, refused, type Call, type Outcome } from './operation.ts';
import { readSearch } from './read-search.ts';

/** Specification, Search Campaigns; request, rows and order are open points W12 and W13. */
export function searchCampaigns({ workspace, body, store, presentRow }: Call): Outcome {
  const read = readSearch(body);
  if (read.kind === 'refused') return refused(read.failure);
  return done({ campaigns: store.campaigns.search(workspace.appKey, read.query).map(presentRow) });
}
