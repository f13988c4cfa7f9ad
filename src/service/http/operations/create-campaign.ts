import { authorErrors, componentsOf, fieldErrors, kindErrors } from '../../domain/campaign/campaign-body.ts';
import {
  isDraftChannel,
  type CampaignRecord,
  type DraftChannel,
} from '../../domain/campaign/campaign-record.ts';
import { draftErrors } from '../../domain/campaign/draft-validation.ts';
import { invalid, refuseInvalid, type Detail } from '../../domain/failure.ts';
import { textAt, type JsonObject } from '../../domain/json.ts';
import { done, type Call, type Done } from './operation.ts';
import { isTaken } from '../request-id.ts';
import { wireTime } from '../../domain/campaign/wire-time.ts';

const OTHER_FIELDS = ['request_id', 'channel', 'campaign_delivery_type', 'created_by'];

/** Specification, Create Campaign Draft. */
export function createCampaign(call: Call): Done {
  const { workspace, body, requestId, now, store } = call;
  const { channel } = body;
  if (requestId !== null && isTaken(store.creations.requestIdUse(workspace.appKey, requestId), now)) {
    throw invalid('request_id', 'a campaign was recently created with this request_id');
  }
  refuseInvalid(createErrors(body, workspace.features));
  if (!isDraftChannel(channel)) throw new Error('kindErrors let an unknown channel through');
  const record = newRecord(call, channel);
  store.campaigns.put(workspace.appKey, record, null);
  if (requestId !== null) store.creations.useRequestId(workspace.appKey, requestId, { channel, at: now });
  const data = { id: record.id, status: record.status };
  return done(data, { status: 201, effect: `created ${record.id}` });
}

function createErrors(body: JsonObject, features: ReadonlySet<string>): readonly Detail[] {
  const kind = kindErrors(body);
  const { channel } = body;
  if (kind.length > 0 || !isDraftChannel(channel)) return [...kind, ...authorErrors(body, 'created_by')];
  const shape = [
    ...fieldErrors(body, { channel, others: OTHER_FIELDS }),
    ...authorErrors(body, 'created_by'),
  ];
  if (shape.length > 0) return shape;
  const campaign_delivery_type = textAt(body, 'campaign_delivery_type') ?? '';
  return draftErrors({ channel, campaign_delivery_type, components: componentsOf(body, channel) }, features);
}

/** New campaigns are always drafts. They have a version number only with versioning (open points W3, S7 and S8). */
function newRecord({ workspace, body, now, ids, quirks }: Call, channel: DraftChannel): CampaignRecord {
  const id = ids.campaignId(now);
  const author = textAt(body, 'created_by') ?? '';
  return {
    id,
    campaign_id: quirks.documentIds ? ids.opaqueCampaignId() : id,
    ...(workspace.features.has('versioning') && { version_number: 1 }),
    status: 'DRAFT',
    channel,
    campaign_delivery_type: textAt(body, 'campaign_delivery_type') ?? '',
    created_by: author,
    updated_by: author,
    created_at: wireTime(now),
    updated_at: wireTime(now),
    ...componentsOf(body, channel),
  };
}
