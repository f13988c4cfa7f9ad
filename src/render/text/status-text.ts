import type { LastApply } from '../../model/audit.ts';
import type { Plan, PlannedCampaign } from '../../model/plan.ts';
import type { Action } from '../../model/transitions.ts';
import { utcMinute } from '../../model/utc-words.ts';
import { heldHeadline } from '../rows/attention-rows.ts';
import { statusOf } from '../rows/shown-status.ts';
import { campaignRows, textLines, type LinkedText } from './campaign-rows.ts';

/**
 * Every managed or desired campaign: key, ID, live status, last apply, and what a plan would do. `isPartial`:
 * whether other files have errors.
 */
export function statusText(
  plan: Plan,
  applies: ReadonlyMap<string, LastApply>,
  { columns, isPartial = false }: { readonly columns: number; readonly isPartial?: boolean },
): LinkedText {
  if (plan.campaigns.length === 0) return textLines([`No campaigns in ${plan.workspace} yet.`]);
  const orphan = isPartial ? 'no file, or one with errors' : 'no file';
  const rows = plan.campaigns.map((campaign) => ({
    key: campaign.key,
    beside: [campaign.liveStatus === null ? '–' : statusOf(campaign), stateWords(campaign, orphan)],
    below: [campaign.campaignId ?? '–', lastApply(applies.get(campaign.key))] as const,
    address: campaign.campaignId === null ? undefined : campaign.dashboard,
  }));
  return campaignRows(rows, columns, {
    key: 'campaign',
    beside: ['live', 'state'],
    below: ['id', 'last apply'],
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

/** What an apply would do now, and what blocks it: `to update; blocked: drift`, after what was changed in the service. */
function stateWords(campaign: PlannedCampaign, orphan: string): string {
  const { verdict, held } = campaign;
  const changed = changedInService(campaign);
  const blocked = [...new Set(held.map((one) => heldHeadline(one, verdict)))];
  switch (verdict) {
    case 'create':
      return ['to create', ...blocked].join('; ');
    case 'update':
      return [
        ...changed,
        isOnlyDrift(campaign) ? 'the next apply restores it' : 'to update',
        ...blocked,
      ].join('; ');
    case 'transition':
      return [...changed, moveWords(campaign, changed.length > 0), ...blocked].join('; ');
    case 'held':
      return [...changed, ...blocked].join('; ');
    case 'in-sync':
      return [...(changed.length > 0 ? changed : ['in sync']), ...blocked].join('; ');
    case 'orphaned':
      return orphan;
    case 'unknown':
      return 'could not be read';
  }
}

/** A start that nobody wrote into a file just now must not look like a suggestion. */
function moveWords({ transition }: PlannedCampaign, isMovedByHand: boolean): string {
  if (!transition) return 'to change';
  return isMovedByHand
    ? `the next apply ${UNDOES[transition.action]} it`
    : `to ${transition.action.toLowerCase()}`;
}

const UNDOES: Readonly<Record<Action, string>> = {
  PUBLISH: 'publishes',
  PAUSE: 'pauses',
  RESUME: 'resumes',
  STOP: 'stops',
};

/** What isn't an edit of the file. A conflict is both, and its headline says so. */
function changedInService({ components, notes }: PlannedCampaign): string[] {
  if (components.some(({ cause }) => cause === 'drifted')) return ['changed in the service'];
  const isStatusMoved = notes.some(({ kind }) => kind === 'moved-by-hand' || kind === 'status-moved');
  return isStatusMoved ? ['status changed in the service'] : [];
}

/** Whether an update sends nothing that was edited in the file. */
function isOnlyDrift({ components }: PlannedCampaign): boolean {
  return components.every(({ cause }) => cause === 'drifted' || cause === 'released');
}
