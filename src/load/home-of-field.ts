import { COMPONENTS } from '../model/campaign.ts';
import { CHANNEL_RULES, isChannel } from '../model/channel.ts';
import { isJsonObject, type JsonObject, type Path } from '../model/json.ts';
import { nearest } from '../model/nearest.ts';
import { isScheduled } from '../model/schedule.ts';
import { bare, clip } from '../model/show.ts';
import type { Layout } from './layout.ts';

/** Components that a field at the top level of a file belongs to, and the field's name there. */
export interface Home {
  readonly field: string;
  readonly components: readonly string[];
}

/** Shorter names resemble too many fields, in characters. */
const NAME_CHARS = 6;

/** The home of a name at the top level, with exactly this name, or one that resembles it. */
export function homeOf(
  name: string,
  layout: Layout,
  { isExact }: { readonly isExact: boolean },
): Home | undefined {
  const { source, names } = layout;
  const inside = COMPONENTS.filter((one) => hasEffect(one, source.value)).map((component) => ({
    component,
    fields: names([component]),
  }));
  const field = isExact
    ? name
    : name.length < NAME_CHARS
      ? undefined
      : nearest(name, [...new Set(inside.flatMap(({ fields }) => fields))]);
  if (field === undefined) return undefined;
  const components = inside.filter(({ fields }) => fields.includes(field)).map(({ component }) => component);
  return components.length > 0 ? { field, components } : undefined;
}

/** A trigger has no effect in a campaign that is sent at a certain time. */
export function hasEffect(component: string, value: Layout['source']['value']): boolean {
  return (
    component !== 'trigger_condition' ||
    (isJsonObject(value) && !isScheduled(bare(value.campaign_delivery_type)))
  );
}

/** What is wrong with such a name, and what to do; `place` says where it is in `body`. */
export function misplaced(
  name: string,
  { field, components }: Home,
  { body, place }: { readonly body: JsonObject; readonly place: string },
): [message: string, hint: string] {
  const places = components.join(' or ');
  const message = `${clip(name)} is ${place}, but ${field === name ? 'it' : field} belongs to ${places}`;
  const free = components.filter((one) => !isTaken(body[one], field));
  if (free.length === 0) return [message, `${places} already has ${field}: remove one of the two`];
  const rename = field === name ? '' : `rename it to ${field}, and `;
  const into = free.filter((one) => body[one] !== undefined);
  if (into.length > 0)
    return [message, `${rename}move it below ${into.join(' or ')}, indented by 2 more spaces`];
  const above = `write ${free.join(': or ')}: on the line above it`;
  return [message, `${rename}${above}, and indent it and everything below it by 2 more spaces`];
}

function isTaken(component: JsonObject[string] | undefined, field: string): boolean {
  return isJsonObject(component) && Object.hasOwn(component, field);
}

/**
 * What is wrong with a field of the message itself, such as a subject or a title, that is at the left margin: it belongs
 * deep inside the content.
 */
export function contentHome(
  name: string,
  { source, names }: Layout,
  { channel }: JsonObject,
): [message: string, hint: string] | undefined {
  if (!isChannel(channel)) return undefined;
  const { contentKey, contentFields } = CHANNEL_RULES[channel];
  const message = `${name} is at the left margin, but it belongs to campaign_content`;
  const content: Path = ['campaign_content', 'content', contentKey];
  if (contentFields.some((one) => one === name) || names(content).includes(name)) {
    const hint = `move it below ${contentKey}:, which is below content: in campaign_content, indented by 6 more spaces`;
    return [message, hint];
  }
  const homes = contentFields.map((part) => [...content, part, 'basic_details']);
  const platforms = homes.filter((path) => names(path).includes(name));
  const there = platforms.filter((path) => source.has(path));
  const [first] = there.length > 0 ? there : platforms;
  if (!first) return undefined;
  const parts = (there.length > 0 ? there : platforms).map((path) => String(path.at(-2)));
  const taken = there.length > 0 && there.every((path) => source.has([...path, name]));
  if (taken) return [message, `basic_details of ${parts.join(', ')} already has ${name}: remove it here`];
  return [message, `move it below basic_details: of ${parts.join(', ')} in campaign_content`];
}
