import { authorErrors, componentsOf, fieldErrors, movedKindErrors } from '../campaign/campaign-body.ts';
import { isDraftChannel, isReadOnly, type CampaignRecord } from '../campaign/campaign-record.ts';
import { statusAt } from '../campaign/campaign-status.ts';
import { patchErrors } from '../campaign/draft-validation.ts';
import { lockedEdit } from '../campaign/edit-locks.ts';
import { conflict, isNonEmpty, validationFailed, type Failure } from '../exchange/envelope.ts';
import type { JsonObject } from '../json.ts';
import { done, refused, unknownCampaign, type Call, type Outcome } from './operation.ts';
import { wireTime } from '../campaign/wire-time.ts';

const OTHER_FIELDS = ['request_id', 'channel', 'campaign_delivery_type', 'updated_by'];

/**
 * Specification, Update Campaign. A component that is sent replaces the stored one whole, the others stay (open
 * point W7).
 */
export function updateCampaign(call: Call): Outcome {
  const { workspace, identifier, body, now, store } = call;
  const record = store.find(workspace.appKey, identifier);
  if (!record) return unknownCampaign(identifier);
  const failure = updateFailure(call, record);
  if (failure) return refused(failure);
  const components = isDraftChannel(record.channel) ? componentsOf(body, record.channel) : {};
  const author = body.updated_by === undefined ? {} : { updated_by: body.updated_by };
  store.put(workspace.appKey, { ...record, ...components, ...author, updated_at: wireTime(now) });
  return done({ id: record.id }, `updated ${record.id}`);
}

/** In this order: what the body may hold, what the status allows, what the components must be. */
function updateFailure({ body, now, workspace: { features } }: Call, record: CampaignRecord): Failure | null {
  const { channel, campaign_delivery_type } = record;
  if (!isDraftChannel(channel) || isReadOnly(record)) {
    return conflict('channel', `this ${channel} campaign can only be read`);
  }
  const shape = [
    ...movedKindErrors(body, record),
    ...fieldErrors(body, { channel, others: OTHER_FIELDS }),
    ...authorErrors(body, 'updated_by'),
  ];
  if (isNonEmpty(shape)) return validationFailed(shape);
  const components = componentsOf(body, channel);
  const locked = lockedEdit({ record, status: statusAt(record, now), components });
  if (locked) return locked;
  const merged: JsonObject = { ...componentsOf(record, channel), ...components };
  const errors = patchErrors(
    { channel, campaign_delivery_type, components: merged },
    { components, features },
  );
  return isNonEmpty(errors) ? validationFailed(errors) : null;
}
