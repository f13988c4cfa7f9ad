import { authorErrors } from '../campaign/campaign-body.ts';
import { isReadOnly } from '../campaign/campaign-record.ts';
import { publishedStatus } from '../campaign/campaign-status.ts';
import { dueAt } from '../campaign/lifecycle.ts';
import { invalid, isNonEmpty, shown, unprocessable, validationFailed } from '../exchange/envelope.ts';
import { done, refused, unknownCampaign, type Call, type Outcome } from './operation.ts';
import { publishErrors } from '../campaign/publish-validation.ts';
import { wireTime } from '../campaign/wire-time.ts';

/** Publishing by the earlier version (Specification, Versioning, point 3); body and result are open point W19. */
export function publishCampaign({ workspace, identifier, body, now, store }: Call): Outcome {
  if (body.status !== 'PUBLISH') {
    return refused(invalid('status', `status must be "PUBLISH", not ${shown(body.status)}`));
  }
  const authors = authorErrors(body, 'updated_by');
  if (isNonEmpty(authors)) return refused(validationFailed(authors));
  const record = store.campaigns.find(workspace.appKey, identifier);
  if (!record) return unknownCampaign(identifier);
  if (isReadOnly(record)) return refused(unprocessable(`this ${record.channel} campaign can only be read`));
  const { status } = record;
  if (status !== 'DRAFT')
    return refused(unprocessable(`only a DRAFT can be published, this campaign is ${status}`));
  const errors = publishErrors(record, { now, features: workspace.features });
  if (errors.length > 0)
    return refused(unprocessable('the campaign is not fit to be published, see details', errors));
  const author = body.updated_by === undefined ? {} : { updated_by: body.updated_by };
  const published = {
    ...{ ...record, ...author },
    status: publishedStatus(record, now),
    updated_at: wireTime(now),
  };
  // A send that is due at this very instant takes place.
  store.campaigns.putLive(workspace.appKey, published, dueAt(published, now - 1));
  return done({ id: record.id }, { effect: `published ${record.id}` });
}
