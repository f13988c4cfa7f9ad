import { publishErrors } from '../../domain/campaign/publish-validation.ts';
import { fittingDetails, refuseInvalid } from '../../domain/failure.ts';
import { textAt, type JsonObject } from '../../domain/json.ts';
import { shapeErrors } from '../request-shape.ts';
import { documentsNamed, done, type Call, type Done } from './operation.ts';
import { pageOf, readSearch } from './read-search.ts';

/** Specification, Get Campaign. */
export function getCampaign(call: Call): Done {
  return done(call.present(documentsNamed(call, call.identifier).named));
}

/** Specification, Search Campaigns; request, rows and order are open points W12 and W13. */
export function searchCampaigns({ workspace, body, store, presentRow }: Call): Done {
  return done({ campaigns: store.campaigns.search(workspace.appKey, readSearch(body)).map(presentRow) });
}

/** Specification, Validate Campaign; the entries of `errors` are open point W11. */
export function validateCampaign(call: Call): Done {
  const { workspace, identifier, now } = call;
  const { named, live } = documentsNamed(call, identifier);
  const errors = publishErrors(named, { now, features: workspace.features, live });
  if (errors.length === 0) return done({ valid: true });
  return done({
    valid: false,
    errors: fittingDetails(errors).map(({ target, message }) => ({ field: target, issue: message })),
  });
}

/**
 * The sends of a periodic campaign, latest first, as in the earlier version of the API. Its documented answer has no
 * envelope (open point W20), but every answer here has one (open point W1). The content is therefore in both places.
 */
export function childCampaigns(call: Call): Done {
  const { workspace, identifier, body, store } = call;
  const { appKey } = workspace;
  refuseInvalid(shapeErrors('executions', body));
  const { campaign_id } = documentsNamed(call, identifier).live;
  const executions = store.campaigns.children(appKey, campaign_id, pageOf(body)).map((child): JsonObject => {
    const sent_time = textAt(child, 'sent_time');
    const { status } = child;
    return { campaign_id: child.campaign_id, ...(sent_time !== null && { sent_time }), status };
  });
  const data = { executions, total_instances: store.campaigns.countChildren(appKey, campaign_id) };
  return done(data, { beside: data });
}
