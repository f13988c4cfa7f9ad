import { expect } from 'vitest';
import type { ComponentName } from '../../../src/model/campaign.ts';
import type { JsonObject } from '../../../src/model/json.ts';
import type { PlannedCampaign } from '../../../src/model/plan.ts';
import type { Unconfirmed } from '../../../src/model/state.ts';
import type { Consent, Policy } from '../../../src/model/workspace.ts';
import { bindingOf, desired, live, planFor, stateOf } from '../builders.ts';

/** What the file says, what was last sent, what the service answered right after, and what it answers now. */
export interface Four {
  readonly name?: ComponentName;
  readonly desired: JsonObject | undefined;
  readonly applied: JsonObject | undefined;
  readonly observed: JsonObject | undefined;
  readonly live: JsonObject | undefined;
  readonly adopted?: boolean;
  readonly drift?: Policy['drift'];
  readonly allow?: readonly Consent[];
  /** Why the component is not confirmed, if so. */
  readonly mark?: Unconfirmed;
}

/** A draft with these four values for one component. Everything else agrees. */
export function plannedWith(four: Four): PlannedCampaign {
  const { name = 'utm_params' } = four;
  const shown = live({ components: four.live ? { [name]: four.live } : {} });
  const { basic_details: details = {} } = shown.components;
  const binding = bindingOf(shown, {
    applied: { basic_details: details, ...(four.applied && { [name]: four.applied }) },
    observed: { basic_details: details, ...(four.observed && { [name]: four.observed }) },
    adopted: four.adopted ? [name] : [],
    unconfirmed: four.mark ? { [name]: four.mark } : {},
  });
  const [campaign] = planFor(
    {
      desired: [desired({ components: four.desired ? { [name]: four.desired } : {} })],
      live: [shown],
      state: stateOf([binding]),
    },
    {
      policy: { drift: four.drift ?? 'revert', guard: { share: 1, atLeast: 1 } },
      allowed: new Set(four.allow ?? []),
    },
  ).campaigns;
  if (!campaign) throw new Error('nothing was planned');
  return campaign;
}

/** The verdict on the component in one word: its cause and what happens to it. */
export function verdictOn(four: Four): string {
  const { verdict, components, held, steps, record } = plannedWith(four);
  const [change, ...others] = components;
  expect(others).toEqual([]);
  const sent = steps.some(({ kind }) => kind === 'update');
  const fate = sent ? 'sent' : held.map(({ reason }) => `held ${reason}`).join() || 'nothing';
  expect(verdict).toBe(sent ? 'update' : held.length > 0 ? 'held' : 'in-sync');
  return [change?.cause ?? 'in sync', fate, ...(record ? ['recorded'] : [])].join(', ');
}
