import { isDraftChannel, type CampaignRecord, componentsOf } from './campaign-record.ts';
import { payloadsOf, type Payload } from '../personalization/content-variants.ts';
import { expiryInstant, isTimed, startInstant } from './lifecycle.ts';
import { draftErrors } from './draft-validation.ts';
import { detail, type Detail } from '../failure.ts';
import { isJsonObject, listAt, textAt, valueAt, type JsonValue } from '../json.ts';

interface Publication {
  readonly now: number;
  readonly features: ReadonlySet<string>;
  /** The live document that this one will replace, if it isn't live itself. */
  readonly live?: CampaignRecord;
}

/** The errors that prevent publishing a campaign at an instant (open point V2). */
export function publishErrors(record: CampaignRecord, at: Publication): readonly Detail[] {
  const { channel, campaign_delivery_type } = record;
  if (!isDraftChannel(channel))
    return [{ target: 'channel', message: 'only PUSH and EMAIL campaigns can be published' }];
  const components = componentsOf(record, channel);
  const draft = draftErrors({ channel, campaign_delivery_type, components }, at.features);
  const covered = new Set(draft.map(({ target }) => target));
  const lacking = [
    ...blank(record, 'basic_details.name'),
    // A triggered campaign without an audience addresses every user who triggers it.
    ...(isTimed(record) && !isJsonObject(record.segmentation_details) ? ['segmentation_details'] : []),
    ...(channel === 'PUSH' ? missingInPush(record) : missingInEmail(record)),
    ...missingInTrigger(record),
    ...(isTimed(record) ? missingInSchedule(record) : []),
  ].map((target) => detail(target, 'is required for publishing'));
  const added = [...lacking, ...delayErrors(record), ...startErrors(record, at)];
  return [...draft, ...added.filter(({ target }) => !covered.has(target))];
}

function missingInPush(record: CampaignRecord): readonly string[] {
  const named = listAt(record, 'basic_details', 'platforms');
  if (named.length === 0) return ['basic_details.platforms'];
  const platforms = ['ANDROID', 'IOS', 'WEB'].filter((platform) => named.includes(platform));
  const payloads = payloadsOf(record.campaign_content, 'PUSH');
  if (payloads.length === 0) return ['campaign_content.content'];
  return payloads.flatMap(({ target, payload }) =>
    platforms.flatMap((platform) => {
      const content = valueAt(payload, platform.toLowerCase());
      if (!isJsonObject(content)) return [`${target}.${platform.toLowerCase()}`];
      // The template of a custom message has its own text.
      if (content.template_type === 'Custom') return [];
      const fields = ['basic_details.title', 'basic_details.message'];
      return blank(content, ...fields).map((field) => `${target}.${platform.toLowerCase()}.${field}`);
    }),
  );
}

function missingInEmail(record: CampaignRecord): readonly string[] {
  const payloads = payloadsOf(record.campaign_content, 'EMAIL');
  const isPromotional = textAt(record, 'basic_details', 'content_type') === 'PROMOTIONAL';
  return [
    ...(isJsonObject(record.connector)
      ? blank(record, 'connector.connector_type', 'connector.connector_name')
      : ['connector']),
    ...(payloads.length === 0 ? ['campaign_content.content'] : payloads.flatMap(missingInMail)),
    ...(isPromotional ? blank(record, 'basic_details.subscription_category') : []),
  ];
}

function missingInMail({ target, payload }: Payload): readonly string[] {
  // A custom template has its own subject.
  const isCustom = blank(payload, 'custom_template_id').length === 0;
  const fields = ['from_address', ...(isCustom ? [] : ['subject', 'html_content'])];
  return blank(payload, ...fields).map((field) => `${target}.${field}`);
}

function missingInTrigger(record: CampaignRecord): readonly string[] {
  const { campaign_delivery_type: type, channel } = record;
  const lacks = (path: string): boolean => valueAt(record, ...path.split('.')) === undefined;
  const filters = listAt(record, 'trigger_condition', 'included_filters', 'filters');
  const byEvent = type === 'EVENT_TRIGGERED';
  return [
    ...(byEvent && filters.length === 0 ? ['trigger_condition.included_filters'] : []),
    // Specification, cross-cutting rule 6.
    ...['delivery_controls.bypass_dnd'].filter((path) => byEvent && channel === 'PUSH' && lacks(path)),
    ...(type === 'BUSINESS_EVENT_TRIGGERED' ? blank(record, 'basic_details.business_event') : []),
    ...['basic_details.geofences'].filter((path) => type === 'LOCATION_TRIGGERED' && lacks(path)),
  ];
}

function missingInSchedule({ scheduling_details: schedule }: CampaignRecord): readonly string[] {
  if (!isJsonObject(schedule)) return ['scheduling_details'];
  return textAt(schedule, 'delivery_type') === null ? ['scheduling_details.delivery_type'] : [];
}

/** The device itself triggers the message, immediately. Open point V2. */
function delayErrors(record: CampaignRecord): readonly Detail[] {
  const { campaign_delivery_type: type, trigger_condition: condition } = record;
  if (type !== 'DEVICE_TRIGGERED') return [];
  const delays = textAt(condition, 'trigger_delay_type') === 'DELAY';
  return [
    ...(delays ? ['trigger_delay_type'] : []),
    ...['trigger_delay_value', 'trigger_delay_granularity'].filter(
      (field) => valueAt(condition, field) !== undefined,
    ),
  ].map((field) =>
    detail(`trigger_condition.${field}`, "isn't for a DEVICE_TRIGGERED campaign: it can't have a delay"),
  );
}

function startErrors(record: CampaignRecord, { now, live }: Publication): readonly Detail[] {
  const expiry = isTimed(record) ? null : expiryInstant(record);
  if (expiry !== null && expiry < now) return [detail('scheduling_details.expiry_time', 'is in the past')];
  const start = isTimed(record) ? startInstant(record) : null;
  if (start === null || start >= now) return [];
  // A campaign that has started may get another version with the same start.
  if (live && live !== record && startInstant(live) === start) return [];
  return [detail('scheduling_details.start_time', 'is in the past')];
}

function blank(value: JsonValue, ...paths: readonly string[]): readonly string[] {
  return paths.filter((path) => (textAt(value, ...path.split('.')) ?? '').trim() === '');
}
