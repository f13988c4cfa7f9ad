import type { PlannedCampaign } from '../../model/plan.ts';
import { isBrake } from '../../model/transitions.ts';
import { recipientsOf } from './audience.ts';
import { titleOf } from './content-words.ts';
import { timingOf } from './describe.ts';
import { tellComponent, type ToldComponent } from './tell-component.ts';
import { visibleLine } from '../visible-text.ts';

/** What will be done to one campaign. */
export interface ToldChange {
  readonly campaign: PlannedCampaign;
  readonly kind: 'create' | 'update' | 'transition';
  /** What a new campaign is, or which components are sent and where the status goes. */
  readonly words: string;
  /** Whom a new campaign reaches: `all users`; undefined where the campaign is not new. */
  readonly audience: string | undefined;
  /** What people will see of a new campaign first: `subject: Welcome`; undefined where the campaign is not new. */
  readonly title: string | undefined;
  /** What differs; of a new campaign its content. */
  readonly components: readonly ToldComponent[];
}

/** A new campaign in a sentence, an existing one field by field. */
export function tellChange(campaign: PlannedCampaign): ToldChange {
  if (campaign.verdict === 'create') {
    const { desired, components } = campaign;
    return {
      campaign,
      kind: 'create',
      words: visibleLine(newWords(campaign)),
      audience: visibleLine(recipientsOf(desired?.components.segmentation_details)),
      title: desired && titleOf(desired),
      components: components
        .filter(({ name }) => name === 'campaign_content')
        .map((change) => tellComponent(change, campaign)),
    };
  }
  const sent = campaign.steps.flatMap((step) => (step.kind === 'update' ? Object.keys(step.components) : []));
  const words = [sent.join(', '), transitionWords(campaign)];
  const brakes = campaign.transition && isBrake(campaign.transition.action);
  return {
    campaign,
    kind: campaign.verdict === 'update' ? 'update' : 'transition',
    words: brakes ? brakeWords(campaign, words) : words.filter(Boolean).join('; '),
    audience: undefined,
    title: undefined,
    components: campaign.components
      .filter(({ name }) => sent.includes(name))
      .map((change) => tellComponent(change, campaign)),
  };
}

/** A pause or a stop goes first, and the guard holds only what comes after it. */
function brakeWords(campaign: PlannedCampaign, [sent = '', move = '']: readonly string[]): string {
  if (sent === '') return move;
  return isRefused(campaign) ? `${move} goes through; ${sent} refused by the guard` : `${move}; ${sent}`;
}

function isRefused({ held }: PlannedCampaign): boolean {
  return held.some(({ reason }) => reason === 'guard');
}

/** The words for a table, whose lines stand alone: with why each component differs, and what the guard refuses. */
export function wordsInTable({ campaign, words, components }: ToldChange): string {
  const told = words.includes('refused by the guard');
  const refused = isRefused(campaign) && !told ? ' · refused by the guard' : '';
  const explained = components.reduce(
    (text, { name, cause }) => (cause === '' ? text : text.replace(name, `${name} (${cause})`)),
    words,
  );
  return explained + refused;
}

function newWords({ desired, transition }: PlannedCampaign): string {
  if (!desired) return '';
  const end = transition ? `then ${transition.action.toLowerCase()} (${transition.to})` : 'draft';
  return `${desired.channel} · ${timingOf(desired)} · ${end}`;
}

function transitionWords({ transition, desired, steps }: PlannedCampaign): string {
  if (!transition || !desired || !steps.some(({ kind }) => kind === 'transition')) return '';
  const line = desired.positions.get('status')?.line;
  return `${transition.action.toLowerCase()} (status: ${desired.status ?? ''}${line ? `, line ${line}` : ''})`;
}

/** Whom a new campaign reaches, and with what. */
export function newLines({ audience, title }: ToldChange): string[] {
  return [...(audience === undefined ? [] : [`to: ${audience}`]), ...(title === undefined ? [] : [title])];
}
