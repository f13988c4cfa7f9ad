import { isReadOnly } from '../../domain/campaign/campaign-record.ts';
import { ACTIONS, ACTION_RULES } from '../../domain/campaign/campaign-status.ts';
import { dueAt } from '../../domain/campaign/lifecycle.ts';
import { invalid, shown, unprocessable } from '../../domain/failure.ts';
import { documentsNamed, done, refused, unknownCampaign, type Call, type Outcome } from './operation.ts';
import { wireTime } from '../../domain/campaign/wire-time.ts';

/** Specification, Update Campaign Status; path and answer are open point W9. */
export function updateStatus(call: Call): Outcome {
  const { workspace, identifier, body, now, store } = call;
  const action = ACTIONS.find((name) => name === body.action);
  if (!action) {
    return refused(
      invalid('action', `action must be one of ${ACTIONS.join(', ')}, not ${shown(body.action)}`),
    );
  }
  const record = documentsNamed(call, identifier)?.live;
  if (!record) return unknownCampaign(identifier);
  if (isReadOnly(record)) return refused(unprocessable(`this ${record.channel} campaign can only be read`));
  const rule = ACTION_RULES[action];
  const type = record.campaign_delivery_type;
  if (!rule.deliveryTypes.includes(type)) {
    return refused(
      unprocessable(`${action} is for ${rule.deliveryTypes.join(' and ')} campaigns, this one is ${type}`),
    );
  }
  const { status } = record;
  if (!rule.from.includes(status)) {
    return refused(unprocessable(`${action} is not possible while the campaign is ${status}`));
  }
  const moved = { ...record, status: rule.to, updated_at: wireTime(now) };
  store.campaigns.putLive(workspace.appKey, moved, dueAt(moved, now));
  return done({ id: record.id, action }, { effect: `status ${rule.to} ${record.id}` });
}
