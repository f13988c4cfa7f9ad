import type { Binding } from '../../model/state.ts';
import { visibleLine } from '../visible-text.ts';
import { campaignRows } from './campaign-rows.ts';

/** Key, campaign ID, kind and name of every binding. */
export function bindingsText(
  bindings: readonly Binding[],
  { columns }: { readonly columns: number },
): string {
  if (bindings.length === 0) return 'Nothing is managed yet.\n';
  const rows = bindings.map(({ key, campaignId, channel, deliveryType, name }) => ({
    key,
    beside: [plainWord(channel), plainWord(deliveryType)],
    below: [campaignId, visibleLine(name)],
  }));
  return `${campaignRows(rows, columns).join('\n')}\n`;
}

/** `EVENT_TRIGGERED` as `event-triggered` */
function plainWord(word: string): string {
  return word.toLowerCase().replaceAll('_', '-');
}
