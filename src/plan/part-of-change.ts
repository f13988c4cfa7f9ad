import { pickComponents, type ComponentName } from '../model/campaign.ts';
import type { JsonObject } from '../model/json.ts';
import type { PlannedCampaign, Step } from '../model/plan.ts';
import { componentNames } from '../model/state.ts';
import { isBrake } from '../model/transitions.ts';
import type { Consent } from '../model/workspace.ts';
import { baseFor } from './base.ts';
import { idOf, meaningOf } from './change-id.ts';

/** Which of a planned campaign's steps are meant: a create is always whole. */
export interface Wanted {
  readonly components: readonly ComponentName[];
  readonly transition: 'with' | 'without';
}

/** What turns a change into its id. */
export interface Digesting {
  readonly consents: ReadonlySet<Consent>;
  /** SHA-256 as lower-case hex. */
  readonly digest: (text: string) => string;
}

/** The campaign with only these steps, as it would have been planned if nothing else differed. */
export function partOfChange(
  campaign: PlannedCampaign,
  wanted: Wanted,
  digesting: Digesting,
): PlannedCampaign {
  const steps = campaign.steps.flatMap((step) => partOfStep(step, wanted));
  const base = baseFor(steps, campaign.live);
  const { key, campaignId } = campaign;
  const meaning = meaningOf(key, steps, { base, campaignId, consents: digesting.consents });
  return {
    ...campaign,
    steps,
    base,
    changeId: steps.length === 0 ? null : idOf(meaning, digesting.digest),
    transition: wanted.transition === 'with' ? campaign.transition : null,
  };
}

function partOfStep(step: Step, { components, transition }: Wanted): Step[] {
  switch (step.kind) {
    case 'create':
      return [step];
    case 'transition':
      return transition === 'with' ? [step] : [];
    case 'update': {
      const left = componentNames(step.components).filter((name) => components.includes(name));
      if (left.length === 0) return [];
      const dropped = componentNames(step.components).filter((name) => !left.includes(name));
      const body: JsonObject = Object.fromEntries(
        Object.entries(step.request.body).filter(([name]) => !dropped.some((one) => one === name)),
      );
      return [
        { ...step, request: { ...step.request, body }, components: pickComponents(step.components, left) },
      ];
    }
  }
}

/** Every part that somebody may have reviewed by itself, the whole first. */
export function* partsOfChange(campaign: PlannedCampaign, digesting: Digesting): Generator<PlannedCampaign> {
  yield campaign;
  const all = updatedComponents(campaign);
  const transitions = campaign.transition === null ? (['without'] as const) : (['with', 'without'] as const);
  for (const transition of transitions) {
    for (const components of subsets(all))
      yield partOfChange(campaign, { components, transition }, digesting);
  }
}

/** The components that a campaign's patch would send. */
export function updatedComponents({ steps }: PlannedCampaign): ComponentName[] {
  return steps.flatMap((step) => (step.kind === 'update' ? componentNames(step.components) : []));
}

/** The emergency brake alone: it rests on nothing but the campaign. */
export function brakeOf(campaign: PlannedCampaign, digesting: Digesting): PlannedCampaign | undefined {
  if (!campaign.transition || !isBrake(campaign.transition.action)) return undefined;
  return partOfChange(campaign, { components: [], transition: 'with' }, digesting);
}

/** A campaign has a dozen components at most, so there are a few thousand of these at the worst, and mostly one. */
function* subsets<Member>(members: readonly Member[]): Generator<readonly Member[]> {
  for (let mask = 2 ** members.length - 1; mask >= 0; mask--) {
    yield members.filter((_, at) => Math.floor(mask / 2 ** at) % 2 === 1);
  }
}
