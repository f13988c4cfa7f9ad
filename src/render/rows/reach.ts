import {
  componentName,
  fieldName,
  hasWords,
  plainFieldName,
  settingWords,
} from '../../messages/field-names.ts';
import {
  COMPONENTS,
  SENDING_STATUSES,
  type ComponentName,
  type DeliveryType,
  type Desired,
} from '../../model/campaign.ts';
import { CHANNEL_RULES } from '../../model/channel.ts';
import {
  isJsonObject,
  isList,
  memberOf,
  sameJson,
  valueAt,
  type JsonObject,
  type JsonValue,
} from '../../model/json.ts';
import { groupBy } from '../../model/grouping.ts';
import { isScheduled } from '../../model/schedule.ts';
import type { PlannedCampaign } from '../../model/plan.ts';
import { componentsOf, type Sending } from '../../model/planned-sends.ts';
import { clipTo, visibleLine } from '../text-layout.ts';
import { exceptThose, hasFilters, related, unsaidIn } from './filters.ts';
import { differences, isFilters, valueWords } from './differences.ts';
import { peopleWords } from './people.ts';
import type { Fact } from './row.ts';
import { nextWords, shown, timingOf } from './timing.ts';

/** What is sent, when and to whom; the rest of a campaign is where it comes from. */
export type Described = Pick<Desired, 'channel' | 'deliveryType' | 'components'>;

/** What is known of a campaign whose change is shown, and whether users get it from then on. */
interface Reaching extends Sending, Pick<PlannedCampaign, 'nextSend' | 'people'> {
  readonly desired: Desired;
  readonly isStarted: boolean;
}

/**
 * What a reviewer should never miss, a line each: whom a campaign reaches and when, with what a new or started one begins,
 * and every setting of a new one. Of an edit, only what it can change, or what it touches while the campaign sends.
 */
export function factsOf(campaign: Reaching, edited: readonly ComponentName[]): Fact[] {
  const { desired, live, verdict, nextSend, isStarted, people } = campaign;
  const { deliveryType } = desired;
  const isNew = verdict === 'create';
  const isSending = live !== undefined && SENDING_STATUSES.includes(live.status);
  const own = componentsOf(campaign, 'before');
  const whole = { ...desired, components: componentsOf(campaign, 'wanted') };
  const { components } = whole;
  const isTouched = (name: ComponentName) =>
    isNew || isStarted || edited.includes(name) || (isSending && components[name] !== undefined);
  // Offline, live is the record, which may lack a component that no file ever had.
  const known = (name: ComponentName, words: () => string) =>
    isNew || components[name]
      ? words()
      : `unknown: the file leaves out ${name}, and its live value isn't known`;
  const audience = components.segmentation_details;
  const isReached = isTouched('segmentation_details') || audience?.is_all_user_campaign === true;
  const isTimed = isTouched(TIMED_BY[deliveryType]) || edited.includes('scheduling_details');
  const to = () => known('segmentation_details', () => recipientsOf(audience, deliveryType));
  const when = () => known(TIMED_BY[deliveryType], () => timingOf(whole) + nextWords(whole, nextSend));
  const rest = [
    ...(isNew || isStarted ? [known('campaign_content', () => titleOf(whole))] : []),
    ...(isNew ? COMPONENTS : edited).flatMap((name) =>
      settingLine(name, desired, isNew ? undefined : (memberOf<JsonObject>(own, name) ?? {})),
    ),
  ];
  return [
    ...(isReached ? [{ label: 'to', words: to() } as const] : []),
    ...(isTimed ? [{ label: 'when', words: when() } as const] : []),
    ...(people ? [{ label: 'people', words: peopleWords(people) } as const] : []),
    ...rest.map((words) => ({ words })),
  ].map((fact) => ({ ...fact, words: visibleLine(fact.words) }));
}

/** A part of a campaign in words. */
export interface Words {
  readonly label: string;
  readonly value: string;
}

/** Characters of a text of the content in a reading. */
const CONTENT_CHARS = 200;

/**
 * The whole campaign in words: its audience, its schedule or trigger, every other setting by component, and the texts of its
 * content. A field that the schema has no words for is there with its name.
 */
export function readingOf(campaign: Described): Words[] {
  const { components, deliveryType } = campaign;
  const { segmentation_details: audience, campaign_content: content } = components;
  const timing = isScheduled(deliveryType) ? 'scheduling_details' : 'trigger_condition';
  const sentences: readonly (readonly [ComponentName, string])[] = [
    ['segmentation_details', recipientsOf(audience, deliveryType)],
    [timing, timingOf(campaign)],
  ];
  const settings = COMPONENTS.flatMap((name) =>
    name === 'campaign_content' ? [] : settingsOf(name, campaign).map((words) => [name, words] as const),
  );
  const parts = groupBy([...sentences, ...settings], ([name]) => name).map((same) => ({
    label: componentName(same[0]?.[0] ?? timing),
    value: same.map(([, words]) => words).join(' · '),
  }));
  return [...parts, ...contentWords(content)].map(({ label, value }) => ({
    ...{ label: visibleLine(label), value: visibleLine(value) },
  }));
}

/** The texts of a content with the names of their fields. */
export function contentWords(content: JsonObject | undefined): Words[] {
  return differences(undefined, content).map(({ context, field, now, lines = [] }) => ({
    label: visibleLine(fieldName('campaign_content', context, field)),
    value: visibleLine(clipTo(now ?? lines.map(({ text }) => text).join(' '), CONTENT_CHARS)),
  }));
}

/** The component that says when a campaign of a type sends. */
const TIMED_BY: Readonly<Record<DeliveryType, ComponentName>> = {
  ONE_TIME: 'scheduling_details',
  PERIODIC: 'scheduling_details',
  EVENT_TRIGGERED: 'trigger_condition',
  DEVICE_TRIGGERED: 'trigger_condition',
  LOCATION_TRIGGERED: 'basic_details',
  BUSINESS_EVENT_TRIGGERED: 'basic_details',
};

/** Only a campaign that is sent to an audience waits for one. A triggered one without it reaches everybody who triggers it. */
export function recipientsOf(segmentation: JsonObject | undefined, type: DeliveryType): string {
  const isSent = type === 'ONE_TIME' || type === 'PERIODIC';
  if (!segmentation)
    return `${isSent ? 'no users yet' : 'everybody who triggers it'}: segmentation_details is missing`;
  const isAll = isSent || type === 'BUSINESS_EVENT_TRIGGERED';
  return audienceWords(segmentation, isAll ? 'all users' : 'all users who trigger it');
}

/** The fields that say together whom a campaign reaches. */
export const AUDIENCE_FIELDS: readonly string[] = [
  ...['included_filters', 'excluded_filters', 'is_all_user_campaign', 'send_campaign_to_opt_out_users'],
];

/** Whom a campaign reaches, a line for each filter: `all users`, `users in "VIP" except those in "Staff"`. */
export function audienceWords(segmentation: JsonObject, all = 'all users'): string {
  const { included_filters: those, excluded_filters: others, is_all_user_campaign: isAll } = segmentation;
  const except = hasFilters(others) ? ` ${exceptThose(others)}` : '';
  const optedOut = segmentation.send_campaign_to_opt_out_users === true ? ', and users who opted out' : '';
  if (isAll === true)
    return `${all}${hasFilters(those) ? ` (its filters have no effect: ${related(those)})` : ''}${except}${optedOut}`;
  if (hasFilters(those)) return `users ${related(those)}${except}${optedOut}`;
  return except === ''
    ? "no users: it has no filters and isn't for all users"
    : `unknown users (included_filters is missing)${except}${optedOut}`;
}

/** Characters of a title that are shown. */
const TITLE_CHARS = 120;

/** What recipients see first: `subject line: Welcome`. Never empty, since missing content matters, too. */
function titleOf({ channel, components }: Described): string {
  if (!components.campaign_content) return 'no content yet';
  const { headline: field } = CHANNEL_RULES[channel];
  const name = plainFieldName(field);
  const [first, ...others] = new Set(textsIn(components.campaign_content, field));
  if (first === undefined) return `no ${name} yet`;
  const more = others.length === 0 ? '' : ` (and ${others.length} more)`;
  return `${name}: ${clipTo(valueWords(first), TITLE_CHARS)}${more}`;
}

/** The texts of that name, at any depth: platforms, languages and variations keep them in different places. */
function textsIn(value: JsonValue | undefined, field: string): string[] {
  if (isList(value)) return value.flatMap((one) => textsIn(one, field));
  if (!isJsonObject(value)) return [];
  const own = value[field];
  const found = typeof own === 'string' && own !== '' ? [own] : [];
  return [...found, ...Object.values(value).flatMap((one) => textsIn(one, field))];
}

/** What a campaign's own sentences say of it. */
function sentencesOf(campaign: Described): string {
  const { components, deliveryType } = campaign;
  return [timingOf(campaign), recipientsOf(components.segmentation_details, deliveryType)].join('\n');
}

/** A value with its place in a component. A group of filters is one value. */
interface Setting {
  readonly path: readonly string[];
  readonly value: JsonValue;
}

function settingsIn(value: JsonValue, path: readonly string[] = []): Setting[] {
  if (!isJsonObject(value) || isFilters(value)) return [{ path, value }];
  return Object.entries<JsonValue>(value).flatMap(([name, one]) => settingsIn(one, [...path, name]));
}

/** Whether the sentences depend on a value, and so say it. Whatever they don't say is listed: nothing that is sent is hidden. */
function isSaid(campaign: Described, name: ComponentName, { path, value }: Setting): boolean {
  // What a switch means is never only a part of a sentence.
  if (typeof value === 'boolean' && hasWords(path.at(-1) ?? '')) return false;
  const { [name]: whole = {} } = campaign.components;
  const others = typeof value === 'boolean' ? [!value] : [undefined, `${JSON.stringify(value)}?`];
  return others.some((other) => {
    const changed = { ...campaign.components, [name]: withMember(whole, path, other) };
    return sentencesOf({ ...campaign, components: changed }) !== sentencesOf(campaign);
  });
}

/** An undefined value removes the member. */
function withMember(
  whole: JsonObject,
  [step = '', ...deeper]: readonly string[],
  value: JsonValue | undefined,
): JsonObject {
  const { [step]: inner, ...others } = whole;
  const changed = isJsonObject(inner) && deeper.length > 0 ? withMember(inner, deeper, value) : value;
  return changed === undefined ? others : { ...others, [step]: changed };
}

/** `delivery controls: ignores quiet hours (bypass_dnd)`. The content is shown in full with what differs. */
function settingLine(name: ComponentName, campaign: Described, before?: JsonObject): string[] {
  const words = name === 'campaign_content' ? [] : settingsOf(name, campaign, before);
  return words.length === 0 ? [] : [`${componentName(name)}: ${words.join(' · ')}`];
}

/**
 * The settings of a component in words, without those that the sentences say. Of an edited campaign, those that differ from
 * `before` and that the schema has words for; all others are among the values that differ.
 */
function settingsOf(name: ComponentName, campaign: Described, before?: JsonObject): string[] {
  const { scheduling_details: schedule = {}, [name]: settings = {} } = campaign.components;
  return settingsIn(settings).flatMap((setting) => {
    const { path, value } = setting;
    const field = path.at(-1) ?? '';
    if (before && (sameJson(valueAt(before, path), value) || !hasWords(field))) return [];
    const unsaid = !before && isFilters(value) ? unsaidIn(value) : [];
    return [...(isSaid(campaign, name, setting) ? [] : wordsOf(field, value, schedule)), ...unsaid];
  });
}

/** A setting in words; of a list of maps, what each of them says. */
function wordsOf(field: string, value: JsonValue, schedule: JsonObject): string[] {
  if (isList(value) && value.length > 0 && value.every(isJsonObject)) {
    const each = value.map((one) =>
      settingsIn(one).flatMap(({ path, value: own }) => wordsOf(path.at(-1) ?? '', own, schedule)),
    );
    return each.map((words) => words.join(', '));
  }
  const words = settingWords(field, value, shown(field, value, schedule));
  return words === '' ? [] : [words];
}
