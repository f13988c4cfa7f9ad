import { authorErrors, componentsOf, fieldErrors, kindErrors } from '../campaign/campaign-body.ts';
import { isDraftChannel, type CampaignRecord } from '../campaign/campaign-record.ts';
import { draftErrors } from '../campaign/draft-validation.ts';
import { invalid, isNonEmpty, validationFailed, type Detail } from '../exchange/envelope.ts';
import { textAt, type JsonObject } from '../json.ts';
import { refused, type Call, type Outcome } from './operation.ts';
import { isTaken } from '../exchange/request-id.ts';
import { wireTime } from '../campaign/wire-time.ts';

const OTHER_FIELDS = ['request_id', 'channel', 'campaign_delivery_type', 'created_by'];

/** Specification, Create Campaign Draft. */
export function createCampaign(call: Call): Outcome {
  const { workspace, body, requestId, now, store, ids } = call;
  const { channel } = body;
  if (requestId !== null && isTaken(store.requestIdUse(workspace.appKey, requestId), now)) {
    return refused(invalid('request_id', 'a campaign was created with this request_id a short while ago'));
  }
  const details = createErrors(body, workspace.features);
  if (isNonEmpty(details)) return refused(validationFailed(details));
  if (!isDraftChannel(channel)) throw new Error('kindErrors let an unknown channel through');
  const record = newRecord({ body, id: ids.campaignId(now), now });
  store.put(workspace.appKey, { ...record, ...componentsOf(body, channel) });
  if (requestId !== null) store.useRequestId(workspace.appKey, requestId, { channel, at: now });
  const data = { id: record.id, status: record.status };
  return { kind: 'done', status: 201, data, effect: `created ${record.id}` };
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

/** Created campaigns are always drafts; without versioning both identifiers are the same (open point S8). */
function newRecord(draft: {
  readonly body: JsonObject;
  readonly id: string;
  readonly now: number;
}): CampaignRecord {
  const { body, id, now } = draft;
  const author = textAt(body, 'created_by') ?? '';
  return {
    id,
    campaign_id: id,
    status: 'DRAFT',
    channel: textAt(body, 'channel') ?? '',
    campaign_delivery_type: textAt(body, 'campaign_delivery_type') ?? '',
    created_by: author,
    updated_by: author,
    created_at: wireTime(now),
    updated_at: wireTime(now),
  };
}
