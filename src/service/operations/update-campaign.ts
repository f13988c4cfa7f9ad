import { authorErrors, componentsOf, fieldErrors, movedKindErrors } from '../campaign/campaign-body.ts';
import { isDraftChannel, isReadOnly, type CampaignRecord } from '../campaign/campaign-record.ts';
import { dueAt } from '../campaign/lifecycle.ts';
import { patchErrors } from '../campaign/draft-validation.ts';
import { lockedEdit } from '../campaign/edit-locks.ts';
import { conflict, isNonEmpty, validationFailed, type Failure } from '../exchange/envelope.ts';
import type { JsonObject } from '../json.ts';
import { done, refused, unknownCampaign, type Call, type Outcome } from './operation.ts';
import { wireTime } from '../campaign/wire-time.ts';

/** The statuses of a campaign that is live and can change. Open point S7. */
const VERSIONED: readonly string[] = ['SCHEDULED', 'ACTIVE', 'PAUSED'];

const OTHER_FIELDS = ['request_id', 'channel', 'campaign_delivery_type', 'updated_by'];

/**
 * Specification, Update Campaign. A component that is sent replaces the stored one whole, the others stay (open
 * point W7).
 */
export function updateCampaign(call: Call): Outcome {
  const { workspace, identifier, body, now, store } = call;
  const record = store.campaigns.find(workspace.appKey, identifier);
  if (!record) return unknownCampaign(identifier);
  const failure = updateFailure(call, record);
  if (failure) return refused(failure);
  const components = isDraftChannel(record.channel) ? componentsOf(body, record.channel) : {};
  const author = body.updated_by === undefined ? {} : { updated_by: body.updated_by };
  const updated = {
    ...{ ...record, ...nextVersion(call, record), ...components, ...author },
    updated_at: wireTime(now),
  };
  store.campaigns.putLive(workspace.appKey, updated, dueAt(updated, now));
  return done({ id: updated.id }, { effect: `updated ${updated.id}` });
}

/** With versioning a change of a live campaign is a document of its own, which takes the place of the one before. */
function nextVersion({ workspace, now, ids }: Call, record: CampaignRecord): object {
  if (!workspace.features.has('versioning') || !VERSIONED.includes(record.status)) return {};
  const { version_number: version } = record;
  return { id: ids.campaignId(now), version_number: (typeof version === 'number' ? version : 1) + 1 };
}

/** In this order: what the body may hold, what the status allows, what the components must be. */
function updateFailure({ body, workspace: { features } }: Call, record: CampaignRecord): Failure | null {
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
  const locked = lockedEdit({ record, status: record.status, components });
  if (locked) return locked;
  const merged: JsonObject = { ...componentsOf(record, channel), ...components };
  const errors = patchErrors(
    { channel, campaign_delivery_type, components: merged },
    { components, features },
  );
  return isNonEmpty(errors) ? validationFailed(errors) : null;
}
