import type { Plan } from '../model/plan.ts';
import type { Binding } from '../model/state.ts';
import { json } from './plan-document.ts';
import { columns } from './text-layout.ts';
import { visibleLine } from './visible-text.ts';

/** When a campaign was last applied, by key. */
export type LastApplies = ReadonlyMap<string, string>;

/** Every managed or desired campaign in a line: key, id, live status, last apply, verdict. */
export function statusText(plan: Plan, applies: LastApplies): string {
  if (plan.campaigns.length === 0) return `No campaigns in ${plan.workspace} yet.\n`;
  const rows = plan.campaigns.map(({ key, campaignId, liveStatus, verdict, held }) => [
    key,
    campaignId ?? '–',
    liveStatus ?? '–',
    applies.get(key)?.slice(0, 16).replace('T', ' ') ?? 'never',
    held[0] ? `${verdict} (${held[0].reason})` : verdict,
  ]);
  const header = ['campaign', 'id', 'live', 'last apply (UTC)', 'verdict'];
  return `${columns([header, ...rows]).join('\n')}\n`;
}

export function statusDocument(plan: Plan, applies: LastApplies): string {
  return json({
    format: 'campaign-status/1',
    workspace: plan.workspace,
    campaigns: plan.campaigns.map(({ key, campaignId, liveStatus, verdict, held }) => ({
      key,
      campaign_id: campaignId,
      live_status: liveStatus,
      last_apply: applies.get(key) ?? null,
      verdict,
      held: held.map(({ reason }) => reason),
    })),
  });
}

/** Key and campaign id of every binding. */
export function bindingsText(bindings: readonly Binding[], asJson: boolean): string {
  const rows = bindings.map(({ key, campaignId, channel, deliveryType, name }) => ({
    key,
    campaign_id: campaignId,
    channel,
    type: deliveryType,
    name,
  }));
  if (asJson) return json({ format: 'campaign-bindings/1', bindings: rows });
  if (rows.length === 0) return 'Nothing is managed yet.\n';
  return `${columns(rows.map((row) => [row.key, row.campaign_id, `${row.channel} ${row.type}`, visibleLine(row.name)])).join('\n')}\n`;
}
