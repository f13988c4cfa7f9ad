import type { PlannedCampaign } from '../model/plan.ts';
import { isBrake } from '../model/transitions.ts';
import { recipientsOf } from './audience.ts';
import { BELOW, campaignLine, type LineOptions } from './campaign-line.ts';
import { componentLines } from './component-lines.ts';
import { timingOf } from './describe.ts';
import { indent, wrap } from './text-layout.ts';

const MARKS = { create: '+', update: '~', transition: '▸' } as const;

/** What will be done to one campaign: a new one in a sentence, an existing one field by field. */
export function changeLines(campaign: PlannedCampaign, options: LineOptions): string[] {
  const kind =
    campaign.verdict === 'create' || campaign.verdict === 'update' ? campaign.verdict : 'transition';
  const mark = options.paint.good(MARKS[kind]);
  if (kind === 'create') {
    return [
      ...campaignLine({ mark, campaign, text: newWords(campaign) }, options),
      ...audienceLines(campaign, options),
    ];
  }
  const sent = campaign.steps.flatMap((step) => (step.kind === 'update' ? Object.keys(step.components) : []));
  const words = [sent.join(', '), transitionWords(campaign)];
  const brakes = campaign.transition && isBrake(campaign.transition.action);
  const text = (brakes ? words.toReversed() : words).filter(Boolean).join('; ');
  return [
    ...campaignLine({ mark, campaign, text }, options),
    ...campaign.components
      .filter(({ name }) => sent.includes(name))
      .flatMap((change) => componentLines(change, campaign, options)),
  ];
}

function newWords({ desired, transition }: PlannedCampaign): string {
  if (!desired) return '';
  const end = transition ? `then ${transition.action.toLowerCase()} (${transition.to})` : 'draft';
  return `${desired.channel} · ${timingOf(desired)} · ${end}`;
}

/** Who a new campaign reaches. */
function audienceLines({ desired }: PlannedCampaign, { columns, paint }: LineOptions): string[] {
  const audience = recipientsOf(desired?.components.segmentation_details);
  return indent(
    wrap(`to: ${audience}`, columns - BELOW).map((line) => paint.faint(line)),
    BELOW,
  );
}

function transitionWords({ transition, desired, steps }: PlannedCampaign): string {
  if (!transition || !desired || !steps.some(({ kind }) => kind === 'transition')) return '';
  const line = desired.positions.get('status')?.line;
  return `${transition.action.toLowerCase()} (status: ${desired.status ?? ''}${line ? `, line ${line}` : ''})`;
}
