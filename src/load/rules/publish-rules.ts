import type { Channel, ComponentName, MissingField } from '../../model/campaign.ts';
import { isChannel } from '../../model/channel.ts';
import type { RuleParams } from '../../model/findings.ts';
import { isJsonObject, isList, memberOf, valueAt, type JsonObject, type Path } from '../../model/json.ts';
import { messagesIn } from '../../model/messages.ts';
import { isScheduled } from '../../model/schedule.ts';
import { bare } from '../../model/show.ts';
import type { Checked, Found, Rule } from '../check.ts';
import { isPromotional } from '../content/texts.ts';

// Fields that a draft may omit but publishing requires (open point V2). Fields that a schema requires for every draft
// are not checked again.

/** Something that publishing needs. A missing name is the last step of its own path. */
type Need = Found<'PUBLISH'>;

export const PUBLISH_RULES: readonly Rule[] = [
  { stage: 'sending', code: 'PUBLISH', check: missingForPublishing },
  { stage: 'sending', code: 'PUBLISH', check: incompleteTemplates },
];

/**
 * Everything that publishing needs and that is missing. It is an error in a file with `status: ACTIVE`; in that of a
 * live campaign, only what the file takes away.
 */
function missingForPublishing({ body, sound }: Checked): Need[] {
  // A component with an error may lack just what the error is about.
  return needsOf(body).filter(({ path }) => sound(path.slice(0, 1)));
}

/** What publishing needs in a body, in words. */
export function missingOf(body: JsonObject): MissingField[] {
  return needsOf(body).map(({ path: [component, ...inside], params }) => {
    const isWhole = inside.length === 0;
    return { what: wordsOf(params), ...(isWhole && { component: component as ComponentName }) };
  });
}

function wordsOf(params: RuleParams['PUBLISH']): string {
  if (params.why === 'delay') return "a DEVICE_TRIGGERED campaign with a delay can't be published";
  const of = params.why === 'missing' && params.of !== undefined ? ` in ${params.of}` : '';
  return `${params.field} is missing${of}`;
}

type Applies = (body: JsonObject) => boolean;
const isPush: Applies = ({ channel }) => channel === 'PUSH';
const isEmail: Applies = ({ channel }) => channel === 'EMAIL';
const isSent: Applies = ({ campaign_delivery_type: type }) => isScheduled(bare(type));
const byEvent: Applies = ({ campaign_delivery_type: type }) => type === 'EVENT_TRIGGERED';

/** What publishing needs, and the field whose value is why. */
const NEEDS: readonly (readonly [applies: Applies, path: string, more?: { field?: string; by?: Path }])[] = [
  // Specification, cross-cutting rule 6. If there are delivery controls, the schema asks for it.
  [(body) => isPush(body) && byEvent(body), 'delivery_controls', { field: 'delivery_controls.bypass_dnd' }],
  [isPush, 'basic_details.platforms'],
  [isEmail, 'connector'],
  [isEmail, 'connector.connector_type'],
  [isEmail, 'connector.connector_name'],
  [
    (body) => isEmail(body) && isPromotional(body),
    'basic_details.subscription_category',
    { by: ['basic_details', 'content_type'] },
  ],
  [(body) => isPush(body) || isEmail(body), 'campaign_content'],
  [isSent, 'segmentation_details'],
  [isSent, 'scheduling_details'],
  [isSent, 'scheduling_details.delivery_type'],
  [byEvent, 'trigger_condition.included_filters'],
  [byEvent, 'trigger_condition.included_filters.filters'],
];

const NEEDED = NEEDS.map(([applies, path, more]) => ({ applies, path: path.split('.'), more }));

function needsOf(body: JsonObject): Need[] {
  const { channel } = body;
  return [
    ...NEEDED.flatMap(({ applies, path, more }) => (applies(body) ? lacks(body, path, more) : [])),
    ...(isChannel(channel)
      ? messagesIn(body.campaign_content, channel).flatMap(({ path }) => OF_MESSAGE[channel](body, path))
      : []),
    ...ofDevice(body),
  ];
}

const OF_MESSAGE = {
  PUSH: ofPush,
  EMAIL: ofMail,
} as const satisfies Record<Channel, (body: JsonObject, path: Path) => Need[]>;

/** Something that is missing: a component, a name in a map that is there, or an empty list or a blank text in its place. */
function lacks(body: JsonObject, path: Path, { field, by }: { field?: string; by?: Path } = {}): Need[] {
  const value = valueAt(body, path);
  const map = path.slice(0, -1);
  const isEmpty = isList(value) ? value.length === 0 : typeof value === 'string' && value.trim() === '';
  if ((value !== undefined && !isEmpty) || !isJsonObject(valueAt(body, map))) return [];
  const of = map.findLast((step) => typeof step === 'string');
  const params = { why: 'missing', field: field ?? String(path.at(-1)), of } as const;
  return [{ path, params, only: 'publish', ...(by && { judged: [path, by] }) }];
}

/** The text of a custom template is in the template. */
function ofPush(body: JsonObject, path: Path): Need[] {
  const by: Path = ['basic_details', 'platforms'];
  const platforms = valueAt(body, by);
  return ['ANDROID', 'IOS', 'WEB'].flatMap((name) => {
    if (!isList(platforms) || !platforms.includes(name)) return [];
    const platform = [...path, name.toLowerCase()];
    const template = [...platform, 'template_type'];
    const details = [...platform, 'basic_details'];
    const texts = valueAt(body, template) === 'Custom' ? [] : [[], ['title'], ['message']];
    return [
      ...lacks(body, platform, { by }),
      ...texts.flatMap((field) => lacks(body, [...details, ...field], { by: template })),
    ];
  });
}

function ofMail(body: JsonObject, path: Path): Need[] {
  const sender = lacks(body, [...path, 'from_address']);
  // A custom template has its own subject and body.
  const by: Path = [...path, 'custom_template_id'];
  if (valueAt(body, by) !== undefined) return sender;
  const html = lacks(body, [...path, 'html_content'], { field: 'html_content (or custom_template_id)', by });
  return [...sender, ...lacks(body, [...path, 'subject'], { by }), ...html];
}

/** The device shows the message as soon as its condition is met; all fields about a delay are one mistake. */
function ofDevice(body: JsonObject): Need[] {
  if (body.campaign_delivery_type !== 'DEVICE_TRIGGERED') return [];
  const [type, ...fields] = ['type', 'value', 'granularity'].map((name): Path => {
    return ['trigger_condition', `trigger_delay_${name}`];
  });
  const isDelay = type !== undefined && valueAt(body, type) === 'DELAY';
  const given = fields.filter((field) => valueAt(body, field) !== undefined);
  const [path] = isDelay ? [type] : given;
  return path === undefined ? [] : [{ path, params: { why: 'delay' }, only: 'draft' }];
}

const BACKUP = 'template_backup';
const CAROUSEL = 'basic_details.carousel_content';

/** What a layout shows, from its platform's content (content fields); the schema checks `Custom` and its ID. */
const SHOWN: Readonly<Record<string, readonly string[]>> = {
  'android STYLIZED_BASIC': [BACKUP],
  'android SIMPLE_IMAGE_CAROUSEL': [CAROUSEL, BACKUP],
  'android IMAGE_BANNER_WITH_TEXT': ['basic_details.banner_image_url', BACKUP],
  'android TIMER': ['timer', BACKUP],
  'android TIMER_WITH_PROGRESS_BAR': ['timer', BACKUP],
  'ios STYLIZED_BASIC': [BACKUP],
  'ios SIMPLE_IMAGE_CAROUSEL': [CAROUSEL, BACKUP, 'basic_details.image_url'],
};

function incompleteTemplates({ body, sound }: Checked): Found<'PUBLISH'>[] {
  return messagesIn(body.campaign_content, 'PUSH').flatMap(({ path: payload }) =>
    ['android', 'ios'].flatMap((platform): Found<'PUBLISH'>[] => {
      const path = [...payload, platform, 'template_type'];
      if (!sound(path.slice(0, -1))) return [];
      const shown = memberOf(SHOWN, `${platform} ${bare(valueAt(body, path) ?? '')}`) ?? [];
      const lacking = shown.filter(
        (field) => valueAt(body, [...payload, platform, ...field.split('.')]) === undefined,
      );
      const field = lacking.join(' and ');
      return field === '' ? [] : [{ path, params: { why: 'template', field } }];
    }),
  );
}
