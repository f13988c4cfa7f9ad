import type { ComponentName } from './campaign.ts';
import { keyed } from './canonical.ts';
import { isFlatContent } from './channel.ts';
import { isJsonObject, type JsonObject, type JsonValue } from './json.ts';
import { canonicalZone } from './local-time.ts';
import type { Winner } from './merge-lists.ts';
import { mergeValues } from './merge-values.ts';

/** A component in the file, as last applied, as last observed, and live. */
export interface FourComponents {
  readonly file: JsonObject | undefined;
  readonly applied: JsonObject | undefined;
  readonly observed: JsonObject | undefined;
  readonly live: JsonObject | undefined;
}

/** What both sides of a component say together; undefined if live no longer has it. */
export function mergeComponent(
  name: ComponentName,
  values: FourComponents,
  side: Winner,
): JsonObject | undefined {
  const four = name === 'campaign_content' ? inOneShape(values) : values;
  const zone = name === 'scheduling_details' ? zoneOf(four.live ?? four.file) : undefined;
  const merged = mergeValues(four, { field: '', zone, side });
  return isJsonObject(merged) ? merged : undefined;
}

/** Content with languages or variations can't be merged member by member with content that has none. */
function inOneShape(all: FourComponents): FourComponents {
  const { file, applied, observed, live } = all;
  if ([file, applied, observed, live].every((one) => one === undefined || isFlatContent(one.content)))
    return all;
  return {
    file: file && keyed(file),
    applied: applied && keyed(applied),
    observed: observed && keyed(observed),
    live: live && keyed(live),
  };
}

function zoneOf(schedule: JsonObject | undefined): string {
  const zone = schedule?.timezone;
  return typeof zone === 'string' && zone !== '' ? canonicalZone(zone) : 'UTC';
}

/** A component with its references, and with their values. */
interface Shaped {
  readonly raw: JsonValue | undefined;
  readonly said: JsonValue | undefined;
}

/** Content that gets a second language or variation moves below the first one, with its references. */
export function inShapeOf(next: JsonValue | undefined, { raw, said }: Shaped): Shaped {
  if (!isJsonObject(raw) || !isJsonObject(said) || !isJsonObject(next)) return { raw, said };
  return isFlatContent(next.content) ? { raw, said } : { raw: keyed(raw), said: keyed(said) };
}
