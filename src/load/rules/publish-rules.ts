import { isScheduled } from '../../model/schedule.ts';
import type { Channel, ComponentName, MissingField } from '../../model/campaign.ts';
import { CHANNEL_RULES, isChannel } from '../../model/channel.ts';
import {
  isJsonObject,
  isList,
  valueAt,
  type JsonObject,
  type JsonValue,
  type Path,
} from '../../model/json.ts';
import { onValue } from '../problem.ts';
import type { Rule, RuleInputs } from './rule.ts';
import { bare } from '../../model/show.ts';

// Fields that a draft may omit but publishing requires (open point V2). Fields that a schema requires for every draft
// are not checked again.

/**
 * Everything that publishing needs and that is missing. It is an error in a file with `status: ACTIVE`; in that of a
 * live campaign, only what the file takes away.
 */
export const canBePublished: Rule = (inputs) => {
  const { body, status, now, isPublished, hasEnded } = inputs;
  if (status === 'STOPPED' || (isPublished && hasEnded)) return [];
  const isError = status === 'ACTIVE' && (isPublished || now !== undefined);
  const fields = missingOf(body).filter((field) => !isPublished || isTakenAway(field, inputs));
  return fields.map((field) => {
    const { path, what, component, missing = component, way } = field;
    const need = isPublished ? 'a live campaign needs it' : 'publishing needs it';
    const message = way === undefined ? `${what}, but ${need}` : what;
    const hint = way ?? (isPublished ? liveHintOf(field, inputs) : hintOf(field));
    const problem = onValue(path, isError ? 'E_PUBLISH' : 'W_PUBLISH', message, hint);
    return missing === undefined ? problem : { ...problem, missing };
  });
};

/** Whether the live campaign has what is missing, or didn't need it. Components that the file omits aren't managed. */
function isTakenAway(
  { path, component, missing, way, neededBy }: PlacedMissingField,
  inputs: RuleInputs,
): boolean {
  if (component !== undefined || way !== undefined) return false;
  const places = [missing === undefined ? path : [...path, missing], ...(neededBy ? [neededBy] : [])];
  return !places.every((place) => inputs.keepsLive({ place, body: inputs.body }));
}

/** What publishing needs in a body, and where it is missing. */
export function missingOf(body: JsonObject): PlacedMissingField[] {
  return [
    ...(isChannel(body.channel) ? PUBLISH_RULES[body.channel](body) : []),
    ...missingInAudience(body),
    ...missingInTrigger(body),
    ...deviceDelays(body),
    ...missingInSchedule(body),
  ];
}

/** What publishing needs for campaigns of only one channel. */
const PUBLISH_RULES = {
  PUSH: missingInPush,
  EMAIL: missingInEmail,
} as const satisfies Record<Channel, (body: JsonObject) => PlacedMissingField[]>;

interface PlacedMissingField extends MissingField {
  readonly path: Path;
  /** The name that is missing below `path`; omitted if a whole component is missing or the value is empty. */
  readonly missing?: string;
  /** The advice if something must be removed and nothing is missing. */
  readonly way?: string;
  /** The field whose value is why it is needed. */
  readonly neededBy?: Path;
}

/** A field that is missing below `path`; `of` is the everyday name of that place. */
function without(path: Path, missing: string, of: string): PlacedMissingField {
  return { path, missing, what: `${missing} is missing in ${of}` };
}

function absent(component: ComponentName): PlacedMissingField {
  return { path: [], what: `${component} is missing`, component };
}

function hintOf({ missing, component }: PlacedMissingField): string {
  const name = missing === 'delivery_type' ? TYPES : (missing ?? component);
  return `${name === undefined ? 'fill it in' : `add ${name}`} before the campaign goes live`;
}

const TYPES = 'delivery_type: AT_FIXED_TIME for its start_time (or ASAP, to send at once)';

function liveHintOf(
  { path, missing, neededBy }: PlacedMissingField,
  { keepsLive, body }: RuleInputs,
): string {
  const place = missing === undefined ? path : [...path, missing];
  const edit = neededBy && keepsLive({ place, body }) ? `to ${String(neededBy.at(-1))}` : 'that removed it';
  return `${missing === undefined ? 'fill it in' : `add ${missing}`}, or undo the edit ${edit}`;
}

function missingInAudience(body: JsonObject): PlacedMissingField[] {
  const timed = isScheduled(bare(body.campaign_delivery_type));
  return timed && body.segmentation_details === undefined ? [absent('segmentation_details')] : [];
}

function missingInPush(body: JsonObject): PlacedMissingField[] {
  return [...missingInQuietHours(body), ...missingInPlatforms(body)];
}

function missingInPlatforms(body: JsonObject): PlacedMissingField[] {
  const path: Path = ['basic_details', 'platforms'];
  if (!isJsonObject(body.basic_details)) return [];
  const platforms = valueAt(body, path);
  if (platforms === undefined) return [without(['basic_details'], 'platforms', 'basic_details')];
  if (!isList(platforms)) return [];
  if (platforms.length === 0) return [{ path, what: 'platforms is empty' }];
  const names = ['ANDROID', 'IOS', 'WEB']
    .filter((name) => platforms.includes(name))
    .map((name) => name.toLowerCase());
  if (body.campaign_content === undefined) return [absent('campaign_content')];
  return payloadsOf(body, 'PUSH').flatMap((payload) =>
    [...new Set(names)].flatMap((name) => missingInPlatform(body, payload, name)),
  );
}

/** Specification, cross-cutting rule 6. If there are delivery controls, the schema asks for it. */
function missingInQuietHours(body: JsonObject): PlacedMissingField[] {
  const isMissing = body.campaign_delivery_type === 'EVENT_TRIGGERED' && body.delivery_controls === undefined;
  return isMissing ? [{ ...absent('delivery_controls'), what: BYPASS }] : [];
}

const BYPASS = 'delivery_controls.bypass_dnd is missing';

function missingInPlatform(body: JsonObject, payload: Path, platform: string): PlacedMissingField[] {
  const path = [...payload, platform];
  const content = valueAt(body, path);
  if (content === undefined) {
    return [
      {
        path: payload,
        missing: platform,
        neededBy: ['basic_details', 'platforms'],
        what: `content.push.${platform} is missing (platforms includes ${platform.toUpperCase()})`,
      },
    ];
  }
  // The text of a custom template is in the template.
  if (!isJsonObject(content) || content.template_type === 'Custom') return [];
  const details = [...path, 'basic_details'];
  const fields =
    content.basic_details === undefined
      ? [without(path, 'basic_details', platform)]
      : ['title', 'message'].flatMap((field) => missingText(body, [...details, field]));
  return because([...path, 'template_type'], fields);
}

function missingInEmail(body: JsonObject): PlacedMissingField[] {
  const connector: PlacedMissingField[] =
    body.connector === undefined
      ? [absent('connector')]
      : ['connector_type', 'connector_name'].flatMap((field) => missingText(body, ['connector', field]));
  const promotional = valueAt(body, ['basic_details', 'content_type']) === 'PROMOTIONAL';
  const category = promotional ? missingInCategory(body) : [];
  if (body.campaign_content === undefined) {
    return [...connector, ...category, absent('campaign_content')];
  }
  return [
    ...connector,
    ...category,
    ...payloadsOf(body, 'EMAIL').flatMap((path) => missingInMail(body, path)),
  ];
}

function missingInCategory(body: JsonObject): PlacedMissingField[] {
  const details: Path = ['basic_details'];
  return because([...details, 'content_type'], missingText(body, [...details, 'subscription_category']));
}

function because(neededBy: Path, fields: readonly PlacedMissingField[]): PlacedMissingField[] {
  return fields.map((field) => ({ ...field, neededBy }));
}

function missingInMail(body: JsonObject, path: Path): PlacedMissingField[] {
  const sender = missingText(body, [...path, 'from_address']);
  // A custom template has its own subject and body.
  const template: Path = [...path, 'custom_template_id'];
  if (valueAt(body, template) !== undefined) return sender;
  const subject = missingText(body, [...path, 'subject']);
  const html = missingText(body, [...path, 'html_content']).map((field) => ({
    ...field,
    what: field.what.replace('html_content', 'html_content (or custom_template_id)'),
  }));
  return [...sender, ...because(template, [...subject, ...html])];
}

function missingInTrigger(body: JsonObject): PlacedMissingField[] {
  if (body.campaign_delivery_type !== 'EVENT_TRIGGERED') return [];
  const path: Path = ['trigger_condition', 'included_filters'];
  const group = valueAt(body, path);
  if (group === undefined) {
    return body.trigger_condition === undefined
      ? []
      : [without(['trigger_condition'], 'included_filters', 'trigger_condition')];
  }
  const filters = valueAt(group, ['filters']);
  return isList(filters) && filters.length === 0
    ? [{ path: [...path, 'filters'], what: 'included_filters is empty' }]
    : [];
}

/** The device shows the message as soon as its condition is met; all fields about a delay share one message. */
function deviceDelays(body: JsonObject): PlacedMissingField[] {
  if (body.campaign_delivery_type !== 'DEVICE_TRIGGERED') return [];
  const at = (field: string): Path => ['trigger_condition', field];
  const fields = [
    ...(valueAt(body, at('trigger_delay_type')) === 'DELAY' ? ['trigger_delay_type'] : []),
    ...DELAY_FIELDS.filter((field) => valueAt(body, at(field)) !== undefined),
  ];
  const [field] = fields;
  if (field === undefined) return [];
  const what = `${field} sets a delay, but a DEVICE_TRIGGERED campaign with a delay can't be published`;
  return [
    { path: at(field), what, way: `write trigger_delay_type: ASAP, without ${DELAY_FIELDS.join(' and ')}` },
  ];
}

const DELAY_FIELDS = ['trigger_delay_value', 'trigger_delay_granularity'];

function missingInSchedule(body: JsonObject): PlacedMissingField[] {
  if (!isScheduled(bare(body.campaign_delivery_type))) return [];
  const schedule = body.scheduling_details;
  if (schedule === undefined) return [absent('scheduling_details')];
  return isJsonObject(schedule) && schedule.delivery_type === undefined
    ? [without(['scheduling_details'], 'delivery_type', 'scheduling_details')]
    : [];
}

/** A text that is missing or blank; the schema checks other values. */
function missingText(body: JsonObject, path: Path): PlacedMissingField[] {
  const parent = path.slice(0, -1);
  const [field, of] = [String(path.at(-1)), String(parent.at(-1))];
  if (!isJsonObject(valueAt(body, parent))) return [];
  const value = valueAt(body, path);
  if (value === undefined) return [without(parent, field, of)];
  return typeof value === 'string' && value.trim() === '' ? [{ path, what: `${field} is empty` }] : [];
}

/** The paths of the messages in both shapes of content: flat, and keyed by locale and variation. */
export function payloadsOf(body: JsonObject, channel: Channel): Path[] {
  const { contentKey: key } = CHANNEL_RULES[channel];
  const at: Path = ['campaign_content', 'content'];
  const content = valueAt(body, at);
  if (!isJsonObject(content)) return [];
  if (Object.hasOwn(content, key)) return [[...at, key]];
  return entriesOf(content).flatMap(([locale, variations]) =>
    entriesOf(variations).flatMap(([variation, payload]) =>
      isJsonObject(payload) && Object.hasOwn(payload, key) ? [[...at, locale, variation, key]] : [],
    ),
  );
}

function entriesOf(value: JsonValue): [string, JsonValue][] {
  return isJsonObject(value) ? Object.entries(value) : [];
}
