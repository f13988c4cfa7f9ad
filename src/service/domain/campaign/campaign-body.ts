import {
  COMPONENTS,
  DELIVERY_TYPES,
  DRAFT_CHANNELS,
  isDraftChannel,
  type CampaignRecord,
  type DraftChannel,
} from './campaign-record.ts';
import { detail, shown, type Detail } from '../failure.ts';
import type { JsonObject, JsonValue } from '../json.ts';

export function isMailAddress(value: JsonValue | undefined): boolean {
  return typeof value === 'string' && /^[^\s@]+@[^\s@]+$/.test(value);
}

/** The components in a body or a record. */
export function componentsOf(body: JsonObject, channel: DraftChannel): JsonObject {
  const names = Object.keys(body).filter((name) => COMPONENTS[channel].includes(name));
  return Object.fromEntries(names.map((name) => [name, body[name] ?? null]));
}

/** The errors in the two fields that decide the shape of a new campaign. */
export function kindErrors({ channel, campaign_delivery_type: type }: JsonObject): readonly Detail[] {
  if (!isDraftChannel(channel)) {
    return [detail('channel', `must be one of ${DRAFT_CHANNELS.join(', ')}, not ${shown(channel)}`)];
  }
  const possible = DELIVERY_TYPES[channel];
  if (typeof type === 'string' && possible.includes(type)) return [];
  const problem = `must be one of ${possible.join(', ')} for ${channel}, not ${shown(type)}`;
  return [detail('campaign_delivery_type', problem)];
}

/** Neither the channel nor the delivery type of a campaign ever changes (open points W7a and S6). */
export function movedKindErrors(body: JsonObject, record: CampaignRecord): readonly Detail[] {
  return (['channel', 'campaign_delivery_type'] as const)
    .filter((field) => body[field] !== undefined && body[field] !== record[field])
    .map((field) => detail(field, `of this campaign is ${record[field]} and can't change`));
}

/** An error if the author isn't an email address. `updated_by` is optional (open point W7a). */
export function authorErrors(body: JsonObject, field: 'created_by' | 'updated_by'): readonly Detail[] {
  const author = body[field];
  if (author === undefined) return field === 'created_by' ? [detail(field, 'is required')] : [];
  if (isMailAddress(author)) return [];
  return [detail(field, 'must be an email address')];
}

/**
 * Errors for unknown fields and for components that are `null` (open points V20 and W7), up to the limit of an answer.
 */
export function fieldErrors(
  body: JsonObject,
  known: { readonly channel: DraftChannel; readonly others: readonly string[] },
): readonly Detail[] {
  const components = COMPONENTS[known.channel];
  const wrong = Object.keys(body).filter((field) =>
    components.includes(field) ? body[field] === null : !known.others.includes(field),
  );
  return wrong.map((field) => {
    if (components.includes(field)) return detail(field, "can't be removed: null is not a component");
    const hint = field === 'status' ? ': the status is changed with its own operations' : '';
    return detail(field, `is not a field of a ${known.channel} campaign here${hint}`);
  });
}
