import type { Desired } from '../../model/campaign.ts';
import type { PlannedCampaign, Transition } from '../../model/plan.ts';
import { sendsAtOnce } from '../../model/schedule.ts';
import { scheduleToPublish } from '../../model/timing.ts';
import { isEmergencyStop } from '../../model/transitions.ts';
import { describeComponent } from './values.ts';
import { timingOf } from './timing.ts';
import { fieldsOf } from './fold.ts';
import { factsOf } from './reach.ts';
import { rowFor, shownIn, type ComponentValues, type Mark, type Row } from './row.ts';
import { visibleLine } from '../text-layout.ts';

/** What will be done to one campaign: what is sent, whom it reaches and when, and what differs. */
export function changeRow(campaign: PlannedCampaign): Row {
  const { verdict, desired, live, components, transition } = campaign;
  const sent = campaign.steps.flatMap((step) => (step.kind === 'update' ? Object.keys(step.components) : []));
  const isNew = verdict === 'create';
  const changed = components.filter(({ name }) =>
    isNew ? name === 'campaign_content' : sent.includes(name),
  );
  const values = changed.map((change) => describeComponent(change, campaign));
  const facts =
    desired && !isStopped(campaign)
      ? factsOf(
          { desired, live, verdict, isStarted: isMoved(campaign) },
          changed.map(({ name }) => name),
        )
      : [];
  return rowFor(shownIn(campaign), {
    kind: 'change',
    mark: markOf(campaign),
    head: isNew ? visibleLine(newWords(campaign)) : editWords(campaign, values),
    facts,
    values,
    // What creates, starts or stops a campaign is reviewed campaign by campaign.
    like:
      verdict === 'update' && transition === null && values.length > 0
        ? JSON.stringify(values)
        : campaign.key,
  });
}

function isMoved({ transition, steps }: PlannedCampaign): boolean {
  return transition !== null && steps.some(({ kind }) => kind === 'transition');
}

/** A pause or a stop is sent first, whatever else is done. */
function isStopped({ transition }: PlannedCampaign): boolean {
  return transition !== null && isEmergencyStop(transition.action);
}

/** A reader must see a pause or a stop first, whatever else is done. */
function markOf(campaign: PlannedCampaign): Mark {
  const { verdict, transition } = campaign;
  if (transition && isMoved(campaign) && isStopped(campaign)) return transition.action;
  return verdict === 'create' ? 'create' : verdict === 'update' ? 'update' : (transition?.action ?? 'update');
}

function newWords({ desired, transition, held }: PlannedCampaign): string {
  if (!desired) return '';
  const end = transition
    ? `then ${startWords(transition, { desired, live: undefined })} (${transition.to})`
    : 'a draft, not sending';
  return `${desired.channel} · ${timingOf(desired)} · ${end}${isRefused({ held }) ? REFUSED : ''}`;
}

const REFUSED = ' · refused by the guard';

function isRefused({ held }: Pick<PlannedCampaign, 'held'>): boolean {
  return held.some(({ reason }) => reason === 'guard');
}

/** What is sent, field by field, and which status follows. The guard blocks only what follows a pause or a stop. */
function editWords(campaign: PlannedCampaign, values: readonly ComponentValues[]): string {
  const changed = fieldsOf(values);
  const move = isMoved(campaign) ? transitionWords(campaign) : '';
  const refused = isRefused(campaign) ? REFUSED : '';
  if (!isStopped(campaign)) return [changed, move].filter(Boolean).join('; ') + refused;
  return [move, changed === '' ? '' : changed + refused].filter(Boolean).join('; ');
}

/** `publish`, or `publish: sent at once`. */
function startWords(
  { action }: Transition,
  { desired, live }: Pick<PlannedCampaign, 'live'> & { readonly desired: Desired },
): string {
  const isSent = action === 'PUBLISH' && sendsAtOnce(desired.deliveryType, scheduleToPublish(desired, live));
  return `${action.toLowerCase()}${isSent ? ': sent at once' : ''}`;
}

function transitionWords({ transition, desired, live }: PlannedCampaign): string {
  if (!transition || !desired) return '';
  const verb = transition.action === 'STOP' ? 'stop for good' : startWords(transition, { desired, live });
  const line = desired.positions.get('status')?.line;
  return `${verb} (status: ${desired.status ?? ''}${line ? `, line ${line}` : ''})`;
}
