import type { Channel, ComponentName, MissingField } from '../../model/campaign.ts';
import { CHANNEL_RULES, isChannel } from '../../model/channel.ts';
import type { RuleParams } from '../../model/findings.ts';
import { isJsonObject, isList, memberOf, valueAt, type JsonObject, type Path } from '../../model/json.ts';
import { isScheduled } from '../../model/schedule.ts';
import { bare } from '../../model/show.ts';
import type { Found, Rule } from '../check.ts';

// Fields that a draft may omit but publishing requires (open point V2). Fields that a schema requires for every draft
// are not checked again.

/** Something that publishing needs. A missing name is the last step of its own path. */
interface Need {
  readonly path: Path;
  readonly params: RuleParams['PUBLISH'];
  /** The field whose value is why it is needed. */
  readonly by?: Path;
}

/**
 * Everything that publishing needs and that is missing. It is an error in a file with `status: ACTIVE`; in that of a
 * live campaign, only what the file takes away.
 */
export const canBePublished: Rule = {
  code: 'PUBLISH',
  check: ({ body, sound }) => [
    ...needsOf(body)
      // A component with an error may lack just what the error is about.
      .filter(({ path }) => sound(path.slice(0, 1)))
      .map(({ path, params, by }): Found<'PUBLISH'> => {
        const isOfDraft = params.why === 'delay';
        return { path, params, only: isOfDraft ? 'draft' : 'publish', ...(by && { judged: [path, by] }) };
      }),
    ...incompleteTemplates(body).filter(({ path }) => sound(path.slice(0, -1))),
  ],
};

/** What publishing needs in a body, in words. */
export function missingOf(body: JsonObject): MissingField[] {
  return needsOf(body).map(({ path: [component, ...inside], params }) => {
    const isWhole = inside.length === 0 && params.why === 'missing';
    return { what: wordsOf(params), ...(isWhole && { component: component as ComponentName }) };
  });
}

function wordsOf(params: RuleParams['PUBLISH']): string {
  switch (params.why) {
    case 'missing':
      return `${params.field} is missing${params.of === undefined ? '' : ` in ${params.of}`}`;
    case 'empty':
      return `${params.field} is empty`;
    case 'delay':
      return "a DEVICE_TRIGGERED campaign with a delay can't be published";
    case 'template':
      return `${params.fields} is missing`;
  }
}

function needsOf(body: JsonObject): Need[] {
  return [
    ...(isChannel(body.channel) ? PUBLISH_RULES[body.channel](body) : []),
    ...ofAudience(body),
    ...ofTrigger(body),
    ...ofDevice(body),
    ...ofSchedule(body),
  ];
}

/** What publishing needs for campaigns of only one channel. */
const PUBLISH_RULES = {
  PUSH: ofPush,
  EMAIL: ofEmail,
} as const satisfies Record<Channel, (body: JsonObject) => Need[]>;

/** A name that is missing in a map, or a component. */
function missing(path: Path, words: { readonly field?: string } = {}): Need {
  const of = path.length > 1 ? { of: String(path.at(-2)) } : {};
  return { path, params: { why: 'missing', field: String(path.at(-1)), ...of, ...words } };
}

/** A text that is missing or blank, in a map that is there; the schema checks other values. */
function text(body: JsonObject, path: Path, words: { readonly field?: string } = {}): Need[] {
  if (!isJsonObject(valueAt(body, path.slice(0, -1)))) return [];
  const value = valueAt(body, path);
  if (value === undefined) return [missing(path, words)];
  const isBlank = typeof value === 'string' && value.trim() === '';
  return isBlank ? [{ path, params: { why: 'empty', field: String(path.at(-1)) } }] : [];
}

function because(by: Path, needs: readonly Need[]): Need[] {
  return needs.map((need) => ({ ...need, by }));
}

function ofAudience(body: JsonObject): Need[] {
  const isTimed = isScheduled(bare(body.campaign_delivery_type));
  return isTimed && body.segmentation_details === undefined ? [missing(['segmentation_details'])] : [];
}

function ofSchedule(body: JsonObject): Need[] {
  if (!isScheduled(bare(body.campaign_delivery_type))) return [];
  const schedule = body.scheduling_details;
  if (schedule === undefined) return [missing(['scheduling_details'])];
  const isOpen = isJsonObject(schedule) && schedule.delivery_type === undefined;
  return isOpen ? [missing(['scheduling_details', 'delivery_type'])] : [];
}

function ofPush(body: JsonObject): Need[] {
  return [...ofQuietHours(body), ...ofPlatforms(body)];
}

/** Specification, cross-cutting rule 6. If there are delivery controls, the schema asks for it. */
function ofQuietHours(body: JsonObject): Need[] {
  const isOpen = body.campaign_delivery_type === 'EVENT_TRIGGERED' && body.delivery_controls === undefined;
  return isOpen ? [missing(['delivery_controls'], { field: 'delivery_controls.bypass_dnd' })] : [];
}

function ofPlatforms(body: JsonObject): Need[] {
  const path: Path = ['basic_details', 'platforms'];
  if (!isJsonObject(body.basic_details)) return [];
  const platforms = valueAt(body, path);
  if (platforms === undefined) return [missing(path)];
  if (!isList(platforms)) return [];
  if (platforms.length === 0) return [{ path, params: { why: 'empty', field: 'platforms' } }];
  if (body.campaign_content === undefined) return [missing(['campaign_content'])];
  const names = ['ANDROID', 'IOS', 'WEB'].filter((name) => platforms.includes(name));
  return payloadsOf(body, 'PUSH').flatMap((payload) =>
    names.flatMap((name) => ofPlatform(body, [...payload, name.toLowerCase()], path)),
  );
}

function ofPlatform(body: JsonObject, path: Path, platforms: Path): Need[] {
  const content = valueAt(body, path);
  if (content === undefined) return because(platforms, [missing(path)]);
  // The text of a custom template is in the template.
  if (!isJsonObject(content) || content.template_type === 'Custom') return [];
  const details: Path = [...path, 'basic_details'];
  const needs =
    content.basic_details === undefined
      ? [missing(details)]
      : ['title', 'message'].flatMap((field) => text(body, [...details, field]));
  return because([...path, 'template_type'], needs);
}

function ofEmail(body: JsonObject): Need[] {
  const type: Path = ['basic_details', 'content_type'];
  const connector =
    body.connector === undefined
      ? [missing(['connector'])]
      : ['connector_type', 'connector_name'].flatMap((field) => text(body, ['connector', field]));
  const isPromotion = valueAt(body, type) === 'PROMOTIONAL';
  const category = isPromotion ? text(body, ['basic_details', 'subscription_category']) : [];
  const content =
    body.campaign_content === undefined
      ? [missing(['campaign_content'])]
      : payloadsOf(body, 'EMAIL').flatMap((path) => ofMail(body, path));
  return [...connector, ...because(type, category), ...content];
}

function ofMail(body: JsonObject, path: Path): Need[] {
  const sender = text(body, [...path, 'from_address']);
  // A custom template has its own subject and body.
  const template: Path = [...path, 'custom_template_id'];
  if (valueAt(body, template) !== undefined) return sender;
  const field = 'html_content (or custom_template_id)';
  const own = [...text(body, [...path, 'subject']), ...text(body, [...path, 'html_content'], { field })];
  return [...sender, ...because(template, own)];
}

function ofTrigger(body: JsonObject): Need[] {
  if (body.campaign_delivery_type !== 'EVENT_TRIGGERED' || body.trigger_condition === undefined) return [];
  const path: Path = ['trigger_condition', 'included_filters'];
  const filters = valueAt(body, [...path, 'filters']);
  if (valueAt(body, path) === undefined) return [missing(path)];
  const isEmpty = isList(filters) && filters.length === 0;
  return isEmpty ? [{ path: [...path, 'filters'], params: { why: 'empty', field: 'included_filters' } }] : [];
}

/** The device shows the message as soon as its condition is met; all fields about a delay are one mistake. */
function ofDevice(body: JsonObject): Need[] {
  if (body.campaign_delivery_type !== 'DEVICE_TRIGGERED') return [];
  const at = (field: string): Path => ['trigger_condition', field];
  const isDelay = valueAt(body, at('trigger_delay_type')) === 'DELAY';
  const fields = ['trigger_delay_value', 'trigger_delay_granularity'];
  const given = fields.filter((field) => valueAt(body, at(field)) !== undefined);
  return [...(isDelay ? ['trigger_delay_type'] : []), ...given]
    .slice(0, 1)
    .map((field) => ({ path: at(field), params: { why: 'delay' } }));
}

const COVER: Path = ['basic_details', 'image_url'];
const BACKUP: Path = ['template_backup'];

/** What a layout shows, from its platform's content (content fields); the schema checks `Custom` and its ID. */
const SHOWN: Readonly<Record<string, readonly Path[]>> = {
  STYLIZED_BASIC: [BACKUP],
  SIMPLE_IMAGE_CAROUSEL: [['basic_details', 'carousel_content'], BACKUP],
  IMAGE_BANNER_WITH_TEXT: [['basic_details', 'banner_image_url'], BACKUP],
  TIMER: [['timer'], BACKUP],
  TIMER_WITH_PROGRESS_BAR: [['timer'], BACKUP],
};

function incompleteTemplates(body: JsonObject): Found<'PUBLISH'>[] {
  return payloadsOf(body, 'PUSH')
    .flatMap((payload) => ['android', 'ios'].map((platform) => [...payload, platform]))
    .flatMap((path) => {
      const type = bare(valueAt(body, [...path, 'template_type']) ?? '');
      const cover = type === 'SIMPLE_IMAGE_CAROUSEL' && path.at(-1) === 'ios' ? [COVER] : [];
      const lacking = [...(memberOf(SHOWN, type) ?? []), ...cover].filter(
        (one) => valueAt(body, [...path, ...one]) === undefined,
      );
      const fields = lacking.map((one) => one.join('.')).join(' and ');
      if (lacking.length === 0) return [];
      return [{ path: [...path, 'template_type'], params: { why: 'template', fields } }];
    });
}

/** The paths of the messages in both shapes of content: flat, and keyed by locale and variation. */
function payloadsOf(body: JsonObject, channel: Channel): Path[] {
  const { contentKey: key } = CHANNEL_RULES[channel];
  const at: Path = ['campaign_content', 'content'];
  const content = valueAt(body, at);
  if (!isJsonObject(content)) return [];
  if (Object.hasOwn(content, key)) return [[...at, key]];
  return Object.entries(content).flatMap(([locale, variations]) =>
    Object.entries(isJsonObject(variations) ? variations : {}).flatMap(([variation, payload]) =>
      isJsonObject(payload) && Object.hasOwn(payload, key) ? [[...at, locale, variation, key]] : [],
    ),
  );
}
