import { isNonEmpty, validationFailed } from '../../domain/failure.ts';
import { textAt, type JsonObject } from '../../domain/json.ts';
import { shapeErrors } from '../request-shape.ts';
import { documentsNamed, done, refused, unknownCampaign, type Call, type Outcome } from './operation.ts';
import { pageOf } from './read-search.ts';

/**
 * The sends of a periodic campaign, latest first, as in the earlier version of the API. Its documented answer has no
 * envelope (open point W20), but every answer here has one (open point W1). The content is therefore in both places.
 */
export function childCampaigns(call: Call): Outcome {
  const { workspace, identifier, body, store } = call;
  const { appKey } = workspace;
  const details = shapeErrors('executions', body);
  if (isNonEmpty(details)) return refused(validationFailed(details));
  const parent = documentsNamed(call, identifier);
  if (!parent) return unknownCampaign(identifier);
  const { campaign_id } = parent.live;
  const executions = store.campaigns.children(appKey, campaign_id, pageOf(body)).map((child): JsonObject => {
    const sent_time = textAt(child, 'sent_time');
    const { status } = child;
    return { campaign_id: child.campaign_id, ...(sent_time !== null && { sent_time }), status };
  });
  const data = { executions, total_instances: store.campaigns.countChildren(appKey, campaign_id) };
  return done(data, { beside: data });
}
