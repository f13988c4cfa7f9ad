import type { Plan } from '../../model/plan.ts';
import type { LastApplies } from '../documents/status-document.ts';
import { statusOf } from '../view/status-word.ts';
import { columns } from '../text-layout.ts';
import { minuteOf } from '../../model/utc-words.ts';

/** Every managed or desired campaign in a line: key, ID, live status, last apply, and what a plan would do. */
export function statusText(plan: Plan, applies: LastApplies): string {
  if (plan.campaigns.length === 0) return `No campaigns in ${plan.workspace} yet.\n`;
  const rows = plan.campaigns.map(({ verdict, held, ...campaign }) => [
    campaign.key,
    campaign.campaignId ?? '–',
    campaign.liveStatus === null ? '–' : statusOf(campaign),
    applied(applies.get(campaign.key)),
    held[0] ? `${verdict} (${held[0].reason})` : verdict,
  ]);
  const header = ['campaign', 'id', 'live', 'last apply (UTC)', 'verdict'];
  return `${columns([header, ...rows]).join('\n')}\n`;
}

function applied(at: string | undefined): string {
  return at === undefined ? 'never' : minuteOf(at);
}
