import type { LastApply } from '../../model/audit.ts';
import type { Plan, PlannedCampaign } from '../../model/plan.ts';
import { utcMinute } from '../../model/utc-words.ts';
import { heldHeadline } from '../rows/attention-rows.ts';
import { statusOf } from '../rows/row.ts';
import { campaignRows } from './campaign-rows.ts';

/** Every managed or desired campaign: key, ID, live status, last apply, page, and what a plan would do. */
export function statusText(
  plan: Plan,
  applies: ReadonlyMap<string, LastApply>,
  { columns }: { readonly columns: number },
): string {
  if (plan.campaigns.length === 0) return `No campaigns in ${plan.workspace} yet.\n`;
  const rows = plan.campaigns.map((campaign) => ({
    key: campaign.key,
    beside: [campaign.liveStatus === null ? '–' : statusOf(campaign), stateWords(campaign)],
    below: [
      campaign.campaignId ?? '–',
      lastApply(applies.get(campaign.key)),
      (campaign.campaignId === null ? undefined : campaign.dashboard) ?? '',
    ],
  }));
  return campaignRows(rows, columns, {
    key: 'campaign',
    beside: ['live', 'state'],
    below: ['id', 'last apply', ''],
  });
}

function lastApply(last: LastApply | undefined): string {
  return last ? `${DONE[last.change]} ${utcMinute(last.at)}` : 'never applied';
}

const DONE: Readonly<Record<LastApply['change'], string>> = {
  apply: 'applied',
  import: 'imported',
  adopt: 'adopted',
};

/** What changed in the service, what an apply would do now, and what blocks it: `to update; blocked: drift`. */
function stateWords({ verdict, held, components, notes, transition }: PlannedCampaign): string {
  const isMoved = notes.some(({ kind }) => kind === 'moved-by-hand' || kind === 'status-moved');
  const isChanged = isMoved || components.some(({ cause }) => cause === 'drifted');
  const words: Readonly<Record<PlannedCampaign['verdict'], string>> = {
    create: 'to create',
    update: 'to update',
    transition: `to ${transition?.action.toLowerCase() ?? 'change'}`,
    held: '',
    'in-sync': isChanged ? '' : 'in sync',
    orphaned: 'no file',
    unknown: 'could not be read',
  };
  const blocked = held.map((one) => heldHeadline(one, verdict));
  const isRead = verdict !== 'orphaned' && verdict !== 'unknown';
  const parts = [isChanged ? 'changed in the service' : '', words[verdict], ...blocked];
  return isRead ? [...new Set(parts)].filter(Boolean).join('; ') : words[verdict];
}
