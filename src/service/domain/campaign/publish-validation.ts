import { isDraftChannel, type CampaignRecord } from './campaign-record.ts';
import { componentsOf } from './campaign-body.ts';
import { payloadsOf, type Payload } from './content-payloads.ts';
import { isTimed, startInstant } from './campaign-status.ts';
import { draftErrors } from './draft-validation.ts';
import type { Detail } from '../failure.ts';
import { isJsonObject, listAt, textAt, valueAt, type JsonObject } from '../json.ts';

/** When and in what situation a campaign is published. */
interface Publication {
  readonly now: number;
  readonly features: ReadonlySet<string>;
  /** The live document that this one will replace, if it isn't live itself. */
  readonly live?: CampaignRecord;
}

/** The errors that prevent publishing a campaign at an instant (open point V2). */
export function publishErrors(record: CampaignRecord, at: Publication): readonly Detail[] {
  if (!isDraftChannel(record.channel))
    return [missing('channel', 'only PUSH and EMAIL campaigns can be published')];
  const { channel, campaign_delivery_type } = record;
  const components = componentsOf(record, channel);
  const draft = draftErrors({ channel, campaign_delivery_type, components }, at.features);
  const covered = new Set(draft.map(({ target }) => target));
  const added = [
    ...commonErrors(record),
    ...(channel === 'PUSH' ? pushErrors(record) : emailErrors(record)),
    ...triggerErrors(record),
    ...scheduleErrors(record, at),
  ];
  return [...draft, ...added.filter(({ target }) => !covered.has(target))];
}

function commonErrors(record: CampaignRecord): readonly Detail[] {
  // A triggered campaign without an audience addresses every user who triggers it.
  const hasAudience = !isTimed(record) || isJsonObject(record.segmentation_details);
  return [
    ...needText(record, 'basic_details.name'),
    ...(hasAudience ? [] : [missing('segmentation_details')]),
  ];
}

function pushErrors(record: CampaignRecord): readonly Detail[] {
  const named = listAt(record, 'basic_details', 'platforms');
  const platforms = ['ANDROID', 'IOS', 'WEB']
    .filter((platform) => named.includes(platform))
    .map((platform) => platform.toLowerCase());
  if (named.length === 0) return [missing('basic_details.platforms')];
  const payloads = payloadsOf(record.campaign_content, 'PUSH');
  if (payloads.length === 0) return [missing('campaign_content.content')];
  return payloads.flatMap((payload) => platforms.flatMap((platform) => platformErrors(payload, platform)));
}

function platformErrors({ target, payload }: Payload, platform: string): readonly Detail[] {
  const content = valueAt(payload, platform);
  if (!isJsonObject(content)) return [missing(`${target}.${platform}`)];
  // The template of a custom message has its own text.
  if (content.template_type === 'Custom') return [];
  return ['title', 'message'].flatMap((field) => {
    const text = textAt(content, 'basic_details', field);
    return isBlank(text) ? [missing(`${target}.${platform}.basic_details.${field}`)] : [];
  });
}

function emailErrors(record: CampaignRecord): readonly Detail[] {
  const payloads = payloadsOf(record.campaign_content, 'EMAIL');
  const promotional = textAt(record, 'basic_details', 'content_type') === 'PROMOTIONAL';
  return [
    ...(isJsonObject(record.connector)
      ? [...needText(record, 'connector.connector_type'), ...needText(record, 'connector.connector_name')]
      : [missing('connector')]),
    ...(payloads.length === 0 ? [missing('campaign_content.content')] : payloads.flatMap(mailErrors)),
    ...(promotional ? needText(record, 'basic_details.subscription_category') : []),
  ];
}

function mailErrors({ target, payload }: Payload): readonly Detail[] {
  const blank = (field: string): boolean => isBlank(textAt(payload, field));
  const custom = !blank('custom_template_id');
  return [
    ...(blank('from_address') ? [missing(`${target}.from_address`)] : []),
    // A custom template has its own subject.
    ...(blank('subject') && !custom ? [missing(`${target}.subject`)] : []),
    ...(blank('html_content') && !custom ? [missing(`${target}.html_content`)] : []),
  ];
}

function triggerErrors(record: CampaignRecord): readonly Detail[] {
  switch (record.campaign_delivery_type) {
    case 'EVENT_TRIGGERED': {
      const filters = listAt(record, 'trigger_condition', 'included_filters', 'filters');
      const isDecided = valueAt(record, 'delivery_controls', 'bypass_dnd') !== undefined;
      return [
        ...(filters.length > 0 ? [] : [missing('trigger_condition.included_filters')]),
        // Specification, cross-cutting rule 6.
        ...(record.channel !== 'PUSH' || isDecided ? [] : [missing('delivery_controls.bypass_dnd')]),
      ];
    }
    case 'BUSINESS_EVENT_TRIGGERED':
      return needText(record, 'basic_details.business_event');
    case 'LOCATION_TRIGGERED': {
      const geofences = valueAt(record, 'basic_details', 'geofences');
      return geofences === undefined ? [missing('basic_details.geofences')] : [];
    }
    case 'DEVICE_TRIGGERED':
      return deviceErrors(record);
    default:
      return [];
  }
}

/** The device itself triggers the message, immediately. Open point V2. */
function deviceErrors(record: CampaignRecord): readonly Detail[] {
  const isSet = (field: string): boolean => valueAt(record, 'trigger_condition', field) !== undefined;
  const delays = textAt(record, 'trigger_condition', 'trigger_delay_type') === 'DELAY';
  const wrong = [
    ...(delays ? ['trigger_delay_type'] : []),
    ...['trigger_delay_value', 'trigger_delay_granularity'].filter(isSet),
  ];
  return wrong.map((field) => {
    const target = `trigger_condition.${field}`;
    return { target, message: `${target}: a DEVICE_TRIGGERED campaign can't have a delay` };
  });
}

function scheduleErrors(record: CampaignRecord, { now, live }: Publication): readonly Detail[] {
  if (!isTimed(record)) return [];
  if (!isJsonObject(record.scheduling_details)) return [missing('scheduling_details')];
  if (textAt(record, 'scheduling_details', 'delivery_type') === null) {
    return [missing('scheduling_details.delivery_type')];
  }
  const start = startInstant(record);
  if (start === null || start >= now) return [];
  // A campaign that has started may get another version with the same start.
  if (live && live !== record && startInstant(live) === start) return [];
  return [
    { target: 'scheduling_details.start_time', message: 'scheduling_details.start_time is in the past' },
  ];
}

function needText(record: JsonObject, path: string): readonly Detail[] {
  return isBlank(textAt(record, ...path.split('.'))) ? [missing(path)] : [];
}

function isBlank(text: string | null): boolean {
  return text === null || text.trim() === '';
}

function missing(target: string, message = `${target} is required for publishing`): Detail {
  return { target, message };
}
