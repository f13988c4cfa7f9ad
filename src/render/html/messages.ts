import { CHANNELS } from '../../model/campaign.ts';
import { isJsonObject, memberOf, sameJson, type JsonObject, type JsonValue } from '../../model/json.ts';
import { messagesIn } from '../../model/messages.ts';
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
  const [was, now] = [found(before), found(after)];
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

/** By locale and variation (none if the content has neither), a line break, and the platform. */
function found(content: JsonObject | undefined): Map<string, JsonObject> {
  const all = CHANNELS.flatMap((channel) => messagesIn(content, channel));
  return new Map(
    all.flatMap(({ path, payload }) => {
      const key = String(path.at(-1));
      const steps = path.slice(OF_CONTENT, -1).join(', ');
      const own = key === 'email' ? { email: payload } : isJsonObject(payload) ? payload : {};
      return Object.entries<JsonValue>(own).flatMap(([platform, one]) =>
        isJsonObject(one) ? [[`${steps}\n${platform}`, one] as const] : [],
      );
    }),
  );
}

/** Steps from the top of a campaign into its content. */
const OF_CONTENT = 2;

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
