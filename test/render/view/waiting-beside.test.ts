import { expect, it } from 'vitest';
import type { Components } from '../../../src/model/campaign.ts';
import { plainText } from '../../../src/messages/phrase.ts';
import { waitingBeside } from '../../../src/render/view/waiting-beside.ts';
import { bindingOf, desired, live, planFor, stateOf } from '../../support/builders.ts';

const utm = (utm_source: string): Components => ({ utm_params: { utm_source } });
const team = (name: string): Components => ({ basic_details: { name: 'A', team: name } });
const mail = (subject: string): Components => ({ campaign_content: { content: { email: { subject } } } });

/** The file, live and the record of a campaign whose content conflicts. */
function waiting(file: Components, shown: Components, recorded: Components): readonly string[] {
  const active = { status: 'ACTIVE', type: 'PERIODIC' } as const;
  const now = live({ ...active, components: { ...mail('live'), ...shown } });
  const before = live({ ...active, components: { ...mail('old'), ...recorded } });
  const { campaigns } = planFor({
    desired: [desired({ type: 'PERIODIC', components: { ...mail('file'), ...file } })],
    live: [now],
    state: stateOf([bindingOf(before)]),
  });
  return campaigns.flatMap((one) => one.held.map((held) => plainText(waitingBeside(one, held))));
}

it.each([
  ['an edit', utm('b'), utm('a'), utm('a'), 'The change to the UTM parameters (utm_params) is waiting, too.'],
  [
    'what only the service changed',
    utm('a'),
    utm('b'),
    utm('a'),
    'The UTM parameters (utm_params) changed in the service and will be restored later.',
  ],
  [
    'both',
    { ...utm('a'), ...team('b') },
    { ...utm('b'), ...team('a') },
    { ...utm('a'), ...team('a') },
    'The change to the basic details (basic_details) is waiting, too. The UTM parameters (utm_params) changed in the service and will be restored later.',
  ],
  ['nothing', utm('a'), utm('a'), utm('a'), ''],
])('beside a conflict: %s', (_, file, shown, recorded, words) => {
  expect(waiting(file, shown, recorded)).toEqual([words]);
});
