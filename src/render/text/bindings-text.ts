import type { Binding } from '../../model/state.ts';
import { columns } from '../text-layout.ts';
import { visibleLine } from '../visible-text.ts';

/** Key, campaign id, kind and name of every binding. */
export function bindingsText(bindings: readonly Binding[]): string {
  if (bindings.length === 0) return 'Nothing is managed yet.\n';
  const rows = bindings.map(({ key, campaignId, channel, deliveryType, name }) => [
    key,
    campaignId,
    `${channel} ${deliveryType}`,
    visibleLine(name),
  ]);
  return `${columns(rows).join('\n')}\n`;
}
