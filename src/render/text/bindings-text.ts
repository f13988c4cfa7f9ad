import type { Binding } from '../../model/state.ts';
import { dashboardAddress, type Workspace } from '../../model/workspace.ts';
import { visibleLine } from '../visible-text.ts';
import { campaignRows } from './campaign-rows.ts';
import { textLines, type LinkedText } from './linked-text.ts';

/** Key, campaign ID, kind and name of every binding. */
export function bindingsText(
  bindings: readonly Binding[],
  workspace: Pick<Workspace, 'dashboardUrl'>,
  { columns }: { readonly columns: number },
): LinkedText {
  if (bindings.length === 0) return textLines(['Nothing is managed yet.']);
  const rows = bindings.map(({ key, campaignId, channel, deliveryType, name }) => ({
    key,
    beside: [plainWord(channel), plainWord(deliveryType)],
    below: [campaignId, visibleLine(name)] as const,
    address: dashboardAddress(workspace, campaignId),
  }));
  return campaignRows(rows, columns);
}

/** `EVENT_TRIGGERED` as `event-triggered` */
function plainWord(word: string): string {
  return word.toLowerCase().replaceAll('_', '-');
}
