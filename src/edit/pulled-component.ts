import type { ComponentName } from '../model/campaign.ts';
import type { JsonObject } from '../model/json.ts';
import { mergeComponent, type FourComponents } from '../model/merge-component.ts';
import type { Winner } from '../model/merge-lists.ts';
import { inSchemaOrder } from './schema-order.ts';
import { sendable } from './written-components.ts';

/**
 * The new content of a component in a file after a manual change, the three-way merge of both; undefined if live no
 * longer has it.
 */
export function pulledComponent(
  name: ComponentName,
  { file, applied, ...seen }: FourComponents,
  { channel, side }: { readonly channel: string; readonly side: Winner },
): JsonObject | undefined {
  const [observed, live] = [seen.observed, seen.live].map((one) => one && sendable(name, one));
  const merged = mergeComponent(name, { file, applied, observed, live }, side);
  return merged && inSchemaOrder(channel, name, merged);
}
