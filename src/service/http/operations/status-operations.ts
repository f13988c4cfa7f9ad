import { authorErrors } from '../../domain/campaign/campaign-body.ts';
import { isReadOnly, type CampaignRecord } from '../../domain/campaign/campaign-record.ts';
import {
  ACTIONS,
  ACTION_RULES,
  publishedStatus,
  type Action,
  dueAt,
} from '../../domain/campaign/lifecycle.ts';
import { publishErrors } from '../../domain/campaign/publish-validation.ts';
import { wireTime } from '../../domain/campaign/local-time.ts';
import { invalid, refuseInvalid, shown, unprocessable } from '../../domain/failure.ts';
import { textAt, without } from '../../domain/json.ts';
import { shapeErrors } from '../request-body.ts';
import { documentsNamed, done, type Call, type Done, type NamedDocuments } from './operation.ts';

/** Specification, Update Campaign Status; path and answer are open point W9. */
export function updateStatus(call: Call): Done {
  const { workspace, identifier, body, now, store } = call;
  const action = ACTIONS.find((name) => name === body.action);
  if (!action)
    throw invalid('action', `action must be one of ${ACTIONS.join(', ')}, not ${shown(body.action)}`);
  const record = documentsNamed(call, identifier).live;
  const problem = problemWith(action, record);
  if (problem !== null) throw unprocessable(problem);
  const status = ACTION_RULES[action].to;
  const moved = { ...record, status, updated_at: wireTime(now) };
  store.campaigns.putLive(workspace.appKey, moved, dueAt(moved, now));
  return done({ id: record.id, action }, { effect: `status ${status} ${record.id}` });
}

function problemWith(action: Action, record: CampaignRecord): string | null {
  const { channel, status, campaign_delivery_type: type } = record;
  const { from, deliveryTypes } = ACTION_RULES[action];
  if (isReadOnly(record)) return `this ${channel} campaign can only be read`;
  if (!deliveryTypes.includes(type))
    return `${action} is only for ${deliveryTypes.join(' and ')} campaigns, and this one is ${type}`;
  return from.includes(status) ? null : `${action} is not possible while the campaign is ${status}`;
}

/**
 * Publishes a campaign, as in the earlier version of the API (Specification, Versioning, point 3); body, answer and
 * result are open point W19. A DRAFT above a live campaign replaces the live document and gets its status (open point
 * S7).
 */
export function publishCampaign(call: Call): Done {
  const { workspace, identifier, body, now, store, quirks } = call;
  if (body.status !== 'PUBLISH')
    throw invalid('status', `status must be "PUBLISH", not ${shown(body.status)}`);
  refuseInvalid(authorErrors(body, 'updated_by'));
  const found = documentsNamed(call, identifier);
  checkPublishable(call, found);
  const { named, live } = found;
  const published = {
    ...named,
    ...(body.updated_by !== undefined && { updated_by: body.updated_by }),
    status: live === named ? publishedStatus(named, now) : live.status,
    updated_at: wireTime(now),
  };
  // A send that is due at this very instant still happens.
  store.campaigns.putLive(workspace.appKey, published, dueAt(published, now - 1));
  const effect = `published ${named.id}`;
  return quirks.has('publish-200') ? done({ id: named.id }, { effect }) : done({}, { status: 204, effect });
}

function checkPublishable({ workspace: { features }, now }: Call, { named, live }: NamedDocuments): void {
  if (isReadOnly(named)) throw unprocessable(`this ${named.channel} campaign can only be read`);
  const isReplacement = live !== named && ['SCHEDULED', 'ACTIVE', 'PAUSED'].includes(live.status);
  if (named.status !== 'DRAFT' || (live !== named && !isReplacement))
    throw unprocessable(`only a DRAFT can be published, this campaign is ${live.status}`);
  const errors = publishErrors(named, { now, features, live });
  if (errors.length > 0) throw unprocessable('the campaign cannot be published yet; see details', errors);
}

/**
 * The upload of users for the global control group, as in the earlier version of the API. It is only stored. Open point
 * W30.
 */
export function updateControlGroup({ workspace, body, now, store }: Call): Done {
  refuseInvalid(shapeErrors('control_group_request', body));
  const upload = { at: wireTime(now), workspace: workspace.appKey, ...without(body, ['request_id']) };
  store.controlGroup.add(workspace.appKey, upload);
  return done({}, { status: 204, effect: `control group ${textAt(body, 'action_type') ?? ''}` });
}
