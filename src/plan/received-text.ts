import type { ComponentName, Components } from '../model/campaign.ts';
import { canonical } from '../model/canonical.ts';
import { isJsonObject, isList, stableText, type JsonObject, type JsonValue } from '../model/json.ts';
import { startInstant } from '../model/schedule.ts';
import { bare } from '../model/show.ts';
import { normalizedText } from '../model/spelling.ts';
import { RECEIVED } from './senders.ts';
import { byDelay } from './trigger-delay.ts';

// Two files that differ only in what users can't see send them the same message: a blank, an invisible character, the
// spelling of a placeholder, or one instant by two clocks.

/** What users get and when, as one text, so that many copies are compared fast. Components never change. */
export function receivedText(components: Components): string {
  return textIn(texts, components, received);
}

/** The same of a campaign that repeats, with the time of day instead of the days of its start and its end. */
export function repeatedText(components: Components): string {
  return textIn(repeatedTexts, components, (name, value) => {
    if (name !== 'scheduling_details') return received(name, value);
    const clock = bare(value.start_time ?? '')
      .replace(/^.*T/, '')
      .replace(/^(\d\d:\d\d)$/, '$1:00');
    return { ...value, start_time: clock, expiry_time: '' };
  });
}

function textIn(texts: WeakMap<Components, string>, components: Components, shown: typeof received): string {
  const known = texts.get(components);
  if (known !== undefined) return known;
  const { business_event: event = '', geofences = '' } = components.basic_details ?? {};
  const parts = MESSAGE.map((name) => shown(name, canonical(name, components[name] ?? {})));
  const found = stableText([...parts, event, geofences]);
  texts.set(components, found);
  return found;
}

/** The content alone, as users see it. */
export function contentText(components: Components): string {
  const known = contentTexts.get(components);
  if (known !== undefined) return known;
  const found = stableText(visible(canonical('campaign_content', components.campaign_content ?? {})));
  contentTexts.set(components, found);
  return found;
}

const contentTexts = new WeakMap<Components, string>();

const repeatedTexts = new WeakMap<Components, string>();

const MESSAGE = RECEIVED.filter((name) => name !== 'segmentation_details');

const texts = new WeakMap<Components, string>();

function received(name: ComponentName, value: JsonObject): JsonValue {
  if (name === 'campaign_content') return visible(value);
  if (name === 'trigger_condition') return byDelay(value);
  return name === 'scheduling_details' ? byInstant(value) : value;
}

function visible(value: JsonValue): JsonValue {
  if (isList(value)) return value.map(visible);
  if (isJsonObject(value))
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, visible(member)]));
  return typeof value === 'string' ? visibleText(value) : value;
}

/**
 * Joiners stay: they change how letters and emoji look. Repeated blanks are one before those of placeholders are removed,
 * so that a text of nothing but blanks takes no longer than others.
 */
function visibleText(text: string): string {
  const shown = normalizedText(text.replace(/[\u00ad\u200b\u2060\ufeff]/g, ''));
  return shown.replace(/(\{[{%]) | ([%}]\})/g, '$1$2');
}

/** A start at a fixed time is one instant, whatever the clock is that the file names. */
function byInstant(schedule: JsonObject): JsonObject {
  const start = schedule.delivery_type === 'AT_FIXED_TIME' ? startInstant(schedule) : NaN;
  if (Number.isNaN(start)) return schedule;
  return { ...schedule, start_time: start, timezone: '' };
}
