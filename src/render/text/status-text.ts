import type { Plan, PlannedCampaign } from '../../model/plan.ts';
import type { LastApplies } from '../documents/status-document.ts';
import { utcMinute } from '../../model/utc-words.ts';
import { heldHeadline } from '../view/attention-view.ts';
import { statusOf } from '../view/shown-status.ts';
import { campaignRows } from './campaign-rows.ts';
import { textLines, type LinkedText } from './linked-text.ts';

/** Every managed or desired campaign: key, ID, live status, last apply, and what a plan would do. */
export function statusText(
  plan: Plan,
  applies: LastApplies,
  { columns }: { readonly columns: number },
): LinkedText {
  if (plan.campaigns.length === 0) return textLines([`No campaigns in ${plan.workspace} yet.`]);
  const rows = plan.campaigns.map((campaign) => ({
    key: campaign.key,
    beside: [campaign.liveStatus === null ? '–' : statusOf(campaign), stateWords(campaign)],
    below: [campaign.campaignId ?? '–', lastApply(applies.get(campaign.key))] as const,
    address: campaign.campaignId === null ? undefined : campaign.dashboard,
  }));
  return campaignRows(rows, columns, {
    key: 'campaign',
    beside: ['live', 'state'],
    below: ['id', 'last apply'],
  });
}

function lastApply(at: string | undefined): string {
  return at === undefined ? 'never applied' : `applied ${utcMinute(at)}`;
}

/** What an apply would do now, and what blocks it: `to update; blocked: drift`. */
function stateWords(campaign: PlannedCampaign): string {
  const { verdict, held } = campaign;
  const blocked = [...new Set(held.map((one) => heldHeadline(one, 'held')))];
  switch (verdict) {
    case 'create':
      return ['to create', ...blocked].join('; ');
    case 'update':
      return ['to update', ...blocked].join('; ');
    case 'transition':
      return [`to ${campaign.transition?.action.toLowerCase() ?? 'change'}`, ...blocked].join('; ');
    case 'held':
      return blocked.join('; ');
    case 'in-sync':
      return ['in sync', ...blocked].join('; ');
    case 'orphaned':
      return 'no file';
    case 'unknown':
      return 'could not be read';
  }
}
