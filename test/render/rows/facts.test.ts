import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CampaignStatus, Components, DeliveryType } from '../../../src/model/campaign.ts';
import type { JsonObject } from '../../../src/model/json.ts';
import { planRows } from '../../../src/render/rows/plan-rows.ts';
import { factText } from '../../../src/render/rows/row.ts';
import { desired, live, planFor, managing } from '../../support/builders.ts';

// What a reviewer of a change should never miss: whom it reaches, when, and every setting that widens that.

const group = (...filters: JsonObject[]): JsonObject => ({ filter_operator: 'and', filters });
const either = (...filters: JsonObject[]): JsonObject => ({ filter_operator: 'or', filters });
const segment = (name: string): JsonObject => ({ filter_type: 'custom_segments', name, id: '1' });
const is = (operator: string, more: JsonObject = {}): JsonObject => ({
  ...{ filter_type: 'user_attributes', name: 'City', operator, value: 'Berlin' },
  ...more,
});
const to = (segmentation: JsonObject): Components => ({ segmentation_details: segmentation });
const OPTED_OUT = { send_campaign_to_opt_out_users: true };
const VIP = group(segment('VIP'));
const ALL = to({ is_all_user_campaign: true });
const NOBODY = "to: no users: it has no filters and isn't for all users";

/** The facts of a new campaign. */
function factsOfNew(components: Components, type: DeliveryType = 'ONE_TIME'): readonly string[] {
  return planRows(planFor({ desired: [desired({ type, components })] })).flatMap(({ facts }) =>
    facts.map(factText),
  );
}

describe('whom a new campaign reaches', () => {
  it.each<[words: string, components: Components, type?: DeliveryType]>([
    ['no users yet: segmentation_details is missing', {}],
    ['everybody who triggers it: segmentation_details is missing', {}, 'EVENT_TRIGGERED'],
    ['all users', ALL],
    ['all users who trigger it', ALL, 'LOCATION_TRIGGERED'],
    ['all users, and users who opted out', to({ is_all_user_campaign: true, ...OPTED_OUT })],
    ['users whose City is "Berlin"', to({ included_filters: group(is('is')) })],
    [
      'unknown users (included_filters is missing) except those in "Staff"',
      to({ excluded_filters: group(segment('Staff')) }),
    ],
    [
      'users in "VIP" except those matching (in "A" or in "B")',
      to({ included_filters: VIP, excluded_filters: either(segment('A'), segment('B')) }),
    ],
    [NOBODY.slice(4), to({ included_filters: group(group(), group()), ...OPTED_OUT })],
  ])('%s', (words, components, type) => {
    expect(factsOfNew(components, type)[0]).toBe(`to: ${words}`);
  });
});

it('a setting of a new campaign is shown by its name if this version has no words for it', () => {
  const component = fc.constantFrom('delivery_controls', 'segmentation_details', 'scheduling_details');
  fc.assert(
    fc.property(fc.stringMatching(/^[a-z]{12,20}$/), component, (name, part) => {
      expect(factsOfNew({ [part]: { [name]: 'a-value' } }).join()).toContain(`${name} a-value`);
    }),
  );
});

const MAIL: Components = { campaign_content: { content: { email: { subject: 'Hello' } } } };
const at = (more: JsonObject = {}): Components => ({
  scheduling_details: {
    ...{ delivery_type: 'AT_FIXED_TIME', start_time: '2031-02-14T09:00:00', timezone: 'UTC' },
    ...more,
  },
});
/** In the form that some services return. */
const AT_READ: Components = {
  scheduling_details: { delivery_type: 'SCHEDULED', schedule_time: '2031-02-14T09:00:00', time_zone: 'UTC' },
};
const WHEN = 'when: once, Fri 2031-02-14 09:00 UTC';

interface Change {
  readonly status: CampaignStatus;
  readonly wanted?: 'ACTIVE' | 'PAUSED';
  readonly type?: DeliveryType;
  readonly from: Components;
  readonly to: Components;
}

function factsOf({ status, wanted, type = 'ONE_TIME', from, to: after }: Change): readonly string[] {
  const now = live({ type, status, components: from });
  const file = desired({ type, components: after, ...(wanted && { status: wanted }) });
  const plan = planFor(managing([file], [now]));
  return planRows(plan).flatMap(({ kind, facts }) => (kind === 'change' ? facts.map(factText) : []));
}

const utm = (components: Components, source: string): Components => ({
  ...components,
  utm_params: { utm_source: source },
});
const edit = (status: CampaignStatus, file: Components, shown: Components): Change => ({
  status,
  ...{ from: utm(shown, 'a'), to: utm(file, 'b') },
});

describe('a change says', () => {
  const whole = { ...ALL, ...at(), ...MAIL };
  const draft: Change = { status: 'DRAFT', wanted: 'ACTIVE', from: whole, to: whole };
  const started = ['to: all users', WHEN, 'subject line: Hello'];
  const unknown = ['segmentation_details', 'scheduling_details', 'campaign_content'].map(
    (name) => expect.stringContaining(`unknown: the file leaves out ${name}`) as string,
  );
  const until = (expiry: string) => at({ expiry_time: `2031-${expiry}T09:00:00` });
  const quiet = (bypass_dnd: boolean) => ({ delivery_controls: { bypass_dnd } });
  const scheduled = { status: 'SCHEDULED', from: at(), to: at() } as const;

  it.each<readonly [what: string, change: Change, facts: readonly string[]]>([
    ['what a publish starts', draft, started],
    ['that also where the file leaves it to live', { ...draft, to: {} }, started],
    ['and in another spelling', { ...draft, from: { ...whole, ...AT_READ }, to: {} }, started],
    ['that it does not know it', { ...draft, from: {}, to: {} }, unknown],
    ['nothing of a pause', { status: 'ACTIVE', wanted: 'PAUSED', type: 'PERIODIC', from: ALL, to: ALL }, []],
    ['that an edit reaches all users', edit('DRAFT', {}, ALL), ['to: all users']],
    ['nothing of the audience of a draft', edit('DRAFT', to({}), to({})), []],
    ['whom and when an edit reaches', edit('SCHEDULED', {}, { ...to({}), ...at() }), [NOBODY, WHEN]],
    [
      'another audience',
      { ...scheduled, from: ALL, to: to({ included_filters: VIP }) },
      ['to: users in "VIP"'],
    ],
    [
      'another end',
      { ...scheduled, from: until('03-01'), to: until('04-01') },
      [WHEN, 'schedule: end time Tue 2031-04-01 09:00 UTC'],
    ],
    [
      'a setting that widens the reach',
      { ...scheduled, from: quiet(false), to: quiet(true) },
      ['delivery controls: ignores quiet hours (bypass_dnd)'],
    ],
  ])('%s', (_, change, facts) => {
    expect(factsOf(change)).toEqual(facts);
  });
});
