import { keyed } from '../../model/canonical.ts';
import { isFlatContent } from '../../model/channel.ts';
import type { ComponentName } from '../../model/campaign.ts';
import { isJsonObject, type JsonObject } from '../../model/json.ts';
import { canonicalZone } from '../../model/local-time.ts';
import type { Winner } from '../../model/merge-lists.ts';
import { mergeValues } from '../../model/merge-values.ts';
import { inSchemaOrder } from './schema-order.ts';
import { sendable } from './written-components.ts';

// The new content of a component in a file after a manual change: the three-way merge of both.

/** A component in the file, as last applied, as last observed, and live. */
export interface PulledValues {
  readonly file: JsonObject | undefined;
  readonly applied: JsonObject | undefined;
  readonly observed: JsonObject | undefined;
  readonly live: JsonObject | undefined;
}

/** The new component for the file; undefined if live no longer has it. */
export function pulledComponent(
  name: ComponentName,
  values: PulledValues,
  { channel, side }: { readonly channel: string; readonly side: Winner },
): JsonObject | undefined {
  const { file, applied, observed, live } = inOneShape(name, values);
  const zone = name === 'scheduling_details' ? zoneOf(live ?? file) : undefined;
  const merged = mergeValues({ file, applied, observed, live }, { field: '', zone, side });
  return isJsonObject(merged) ? inSchemaOrder(channel, name, merged) : undefined;
}

/** Content with languages or variations can't be merged member by member with content that has none. */
function inOneShape(name: ComponentName, { file, applied, ...seen }: PulledValues): PulledValues {
  const [observed, live] = [seen.observed, seen.live].map((one) => one && sendable(name, one));
  const all = { file, applied, observed, live };
  if (name !== 'campaign_content') return all;
  if (Object.values(all).every((one) => one === undefined || isFlatContent(one.content))) return all;
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
