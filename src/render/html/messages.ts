import { CONTENT_KEYS } from '../../model/channel.ts';
import { isJsonObject, memberOf, sameJson, type JsonObject, type JsonValue } from '../../model/json.ts';
import { visibleLine } from '../text-layout.ts';

// The messages in the content of a campaign: one for each language, variation and platform (specification, Push
// campaign_content, shapes of `content`).

export type Platform = 'email' | 'android' | 'ios' | 'web';

/** A message before and after a change; equal if nothing in it changes. A side without it is undefined. */
export interface Message {
  readonly platform: Platform;
  readonly before: JsonObject | undefined;
  readonly after: JsonObject | undefined;
}

/** The messages of one language and variation. */
export interface MessageSet {
  /** `default, variation 2 (40%)`; empty if there is only one. */
  readonly label: string;
  readonly isChanged: boolean;
  readonly messages: readonly Message[];
}

/** The messages of `campaign_content` before and after, in the order of the file, those that are gone last. */
export function messageSets(before: JsonObject | undefined, after: JsonObject | undefined): MessageSet[] {
  const [was, now] = [found(before?.content), found(after?.content)];
  const places = [...new Set([...now.keys(), ...was.keys()])].sort(defaultFirst);
  const byLabel = new Map<string, Message[]>();
  for (const place of places) {
    const [path = '', platform = ''] = place.split('\n');
    if (!isPlatform(platform)) continue;
    const messages = byLabel.get(path) ?? [];
    messages.push({ platform, before: was.get(place), after: now.get(place) });
    byLabel.set(path, messages);
  }
  return [...byLabel].map(([path, messages]) => ({
    label: byLabel.size === 1 ? '' : labelOf(path, after ?? before),
    isChanged: messages.some((one) => !sameJson(one.before, one.after)),
    messages,
  }));
}

/** The language that everybody gets for whom there is no other. */
function defaultFirst(one: string, other: string): number {
  const rank = (place: string) => (/^default\b/.test(place) ? 0 : 1);
  return rank(one) - rank(other);
}

const PLATFORMS: readonly Platform[] = ['email', 'android', 'ios', 'web'];

function isPlatform(name: string): name is Platform {
  return (PLATFORMS as readonly string[]).includes(name);
}

/** By the steps to it, a line break, and its platform. */
function found(value: JsonValue | undefined, path: readonly string[] = []): Map<string, JsonObject> {
  const messages = new Map<string, JsonObject>();
  if (!isJsonObject(value)) return messages;
  for (const [name, one] of Object.entries(value)) {
    if (!isJsonObject(one)) continue;
    const isContent = CONTENT_KEYS.includes(name);
    const own = name === 'email' ? { email: one } : one;
    if (!isContent) for (const [place, message] of found(one, [...path, name])) messages.set(place, message);
    else
      for (const [platform, message] of Object.entries(own))
        if (isJsonObject(message)) messages.set(`${path.join(', ')}\n${platform}`, message);
  }
  return messages;
}

/** A variation with the share of recipients who get it. */
function labelOf(path: string, content: JsonObject | undefined): string {
  const { variation_details: details } = content ?? {};
  const shares = isJsonObject(details) ? details.manual_distribution_percentage : undefined;
  const words = path.split(', ').map((step) => {
    const share = isJsonObject(shares) ? memberOf(shares, step) : undefined;
    const name = step.replace(/^variation_/, 'variation ');
    return typeof share === 'number' ? `${name} (${share}%)` : name;
  });
  return visibleLine(words.join(', '));
}
