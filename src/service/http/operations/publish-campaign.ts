import { authorErrors } from '../../domain/campaign/campaign-body.ts';
import { isReadOnly, type CampaignStatus } from '../../domain/campaign/campaign-record.ts';
import { publishedStatus } from '../../domain/campaign/campaign-status.ts';
import { dueAt } from '../../domain/campaign/lifecycle.ts';
import { invalid, refuseInvalid, shown, unprocessable } from '../../domain/failure.ts';
import { documentsNamed, done, type Call, type Done, type NamedDocuments } from './operation.ts';
import { publishErrors } from '../../domain/campaign/publish-validation.ts';
import { wireTime } from '../../domain/campaign/wire-time.ts';

/**
 * Publishes a campaign, as in the earlier version of the API (Specification, Versioning, point 3); body, answer and
 * result are open point W19. A DRAFT above a live campaign replaces the live document and gets its status (open point
 * S7).
 */
export function publishCampaign(call: Call): Done {
  const { workspace, identifier, body, now, store, quirks } = call;
  if (body.status !== 'PUBLISH') {
    throw invalid('status', `status must be "PUBLISH", not ${shown(body.status)}`);
  }
  refuseInvalid(authorErrors(body, 'updated_by'));
  const found = documentsNamed(call, identifier);
  checkPublishable(call, found);
  const { named, live } = found;
  const author = body.updated_by === undefined ? {} : { updated_by: body.updated_by };
  const published = {
    ...named,
    ...author,
    status: live === named ? publishedStatus(named, now) : live.status,
    updated_at: wireTime(now),
  };
  // A send that is due at this very instant still happens.
  store.campaigns.putLive(workspace.appKey, published, dueAt(published, now - 1));
  const effect = `published ${named.id}`;
  return quirks.publishStatus === 204
    ? done({}, { status: 204, effect })
    : done({ id: named.id }, { effect });
}

/** The statuses in which a DRAFT above a live document can replace it. */
const REPLACEABLE: readonly CampaignStatus[] = ['SCHEDULED', 'ACTIVE', 'PAUSED'];

function checkPublishable({ workspace: { features }, now }: Call, { named, live }: NamedDocuments): void {
  if (isReadOnly(named)) throw unprocessable(`this ${named.channel} campaign can only be read`);
  if (named.status !== 'DRAFT' || (live !== named && !REPLACEABLE.includes(live.status))) {
    throw unprocessable(`only a DRAFT can be published, this campaign is ${live.status}`);
  }
  const errors = publishErrors(named, { now, features, live });
  if (errors.length > 0) throw unprocessable('the campaign cannot be published yet; see details', errors);
}
