import { isReadOnly, type CampaignRecord } from '../../domain/campaign/campaign-record.ts';
import { ACTIONS, ACTION_RULES, type Action } from '../../domain/campaign/campaign-status.ts';
import { dueAt } from '../../domain/campaign/lifecycle.ts';
import { wireTime } from '../../domain/campaign/wire-time.ts';
import { invalid, shown, unprocessable } from '../../domain/failure.ts';
import { documentsNamed, done, type Call, type Done } from './operation.ts';

/** Specification, Update Campaign Status; path and answer are open point W9. */
export function updateStatus(call: Call): Done {
  const { workspace, identifier, body, now, store } = call;
  const action = ACTIONS.find((name) => name === body.action);
  if (!action) {
    const message = `action must be one of ${ACTIONS.join(', ')}, not ${shown(body.action)}`;
    throw invalid('action', message);
  }
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
