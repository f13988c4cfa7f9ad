import type { Components, Desired, Live } from '../../../src/model/campaign.ts';
import type { Plan } from '../../../src/model/plan.ts';
import { bindingOf, desired, live, planFor, stateOf } from '../builders.ts';

const utm = (campaign: string): Components => ({ utm_params: { utm_campaign: campaign } });

/** A plan with this many edited and this many blocked campaigns. */
export function planOfMany({ edited, held }: { readonly edited: number; readonly held: number }): Plan {
  const pairs = [
    ...numbered(edited, 'edited', (key) => pair(key, 'DRAFT')),
    ...numbered(held, 'held', (key) => pair(key, 'SENT')),
  ];
  return planFor({
    desired: pairs.map(({ file }) => file),
    live: pairs.map((one) => one.live),
    state: stateOf(pairs.map((one) => bindingOf(one.live))),
  });
}

function pair(key: string, status: Live['status']): { readonly file: Desired; readonly live: Live } {
  return {
    file: desired({ key, components: utm(`after-${key}`) }),
    live: live({ key, status, components: utm(`before-${key}`) }),
  };
}

function numbered<Thing>(count: number, name: string, make: (key: string) => Thing): Thing[] {
  return Array.from({ length: count }, (_, at) => make(`${name}/mail-${String(at).padStart(4, '0')}`));
}
