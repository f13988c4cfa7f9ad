import { describe, expect, it } from 'vitest';
import { load, placeAndCode, unmark } from '../support/load/marked.ts';

// What publishing requires: open point V2. Small changes to a complete push and a complete email.

const PUSH = `channel: PUSH
campaign_delivery_type: ONE_TIME
basic_details:
  name: A push
  platforms: [ANDROID]
campaign_content:
  content:
    push:
      android:
        template_type: BASIC
        basic_details: { title: Hello, message: There }
segmentation_details: { is_all_user_campaign: true }
scheduling_details: { delivery_type: ASAP }
`;

const EMAIL = `channel: EMAIL
campaign_delivery_type: ONE_TIME
basic_details: { name: An email, content_type: PROMOTIONAL, subscription_category: News }
connector: { connector_type: SENDGRID, connector_name: main }
campaign_content:
  content:
    email: { subject: Hello, preview_text: Hi, from_address: a@example.com, html_content: <a href="https://a.example/unsubscribe">There</a> }
segmentation_details: { is_all_user_campaign: true }
scheduling_details: { delivery_type: ASAP }
`;

const TRIGGERED = EMAIL.replace('ONE_TIME', 'EVENT_TRIGGERED').replace(
  'connector:',
  'trigger_condition: { included_filters: { filter_operator: and, filters: [{ filter_type: actions, action_name: Bought }] } }\nconnector:',
);

const triggered = (type: string, base: string) =>
  base
    .replace('ONE_TIME', type)
    .replace('name: A push', 'name: A push\n  business_event: Restocked\n  geofences: FENCE')
    .replace(
      'FENCE',
      "{ name: Shop, latitude: '1', longitude: '1', radius: '5', triggered_at: ENTRY, response_time_value: '1', response_time_granularity: DAYS }",
    )
    .replace(
      'campaign_content:',
      'trigger_condition:\n  included_filters: { filter_operator: and, filters: [{ filter_type: actions, action_name: Bought }] }\n  trigger_delay_type: ASAP\ncampaign_content:',
    )
    .replace(
      type === 'LOCATION_TRIGGERED'
        ? /\n  business_event.*/
        : type === 'BUSINESS_EVENT_TRIGGERED'
          ? /\n  geofences.*|trigger_condition:\n.*\n.*\n/g
          : /\n  business_event.*\n  geofences.*/,
      '',
    )
    .replace(/$/, type === 'EVENT_TRIGGERED' ? 'delivery_controls: { bypass_dnd: false }\n' : '');

const NOW = Date.parse('2031-05-01T12:00:00Z');

function check(
  text: string,
  { status, ...more }: Parameters<typeof load>[1] & { readonly status?: string } = {},
) {
  const file = status === undefined ? text : `${text}status: ${status}\n`;
  const { diagnostics, desired } = load({ 'a.yaml': file }, { publishing: true, ...more });
  return { diagnostics, desired: desired.get('local') ?? [] };
}

it.each([
  ['a push', PUSH],
  ['an email', EMAIL],
  ['an email after an event', TRIGGERED],
  ['an email with a template', EMAIL.replace('subject: Hello, preview_text: Hi, ', '').replace('html_content: <a href="https://a.example/unsubscribe">There</a>', 'custom_template_id: t1')],
  ['a push with a template', PUSH.replace('template_type: BASIC', 'template_type: Custom').replace('basic_details: { title: Hello, message: There }', 'custom_template_id: t1')],
  ['a transactional email without category', EMAIL.replace('PROMOTIONAL, subscription_category: News', 'TRANSACTIONAL')],
])('%s without anything missing is ready to publish', (_, text) => {
  expect(check(text, { status: 'ACTIVE', now: NOW }).diagnostics).toEqual([]);
}); // prettier-ignore

const without = (text: string, name: string) =>
  text.replace(new RegExp(`^${name}:(?:.*\\n)(?: .*\\n)*`, 'm'), '');

const LACKS: readonly (readonly [what: string, marked: string])[] = [
  ['a push without platforms', PUSH.replace('basic_details:\n  name', 'basic_details:\n  »name').replace('  platforms: [ANDROID]\n', '')],
  ['a push for no platform', PUSH.replace('[ANDROID]', '»[]')],
  ['a platform without content', PUSH.replace('[ANDROID]', '[ANDROID, WEB]').replace('      android:', '      »android:')],
  ['a title that is blank', PUSH.replace('title: Hello', 'title: »" "')],
  ['a notification without message', PUSH.replace('{ title: Hello, message: There }', '»{ title: Hello }')],
  ['a notification without details', PUSH.replace('template_type: BASIC\n        basic_details: { title: Hello, message: There }', '»template_type: BASIC')],
  ['a push without content', `»${without(PUSH, 'campaign_content')}`],
  ['a schedule without its kind', PUSH.replace('{ delivery_type: ASAP }', '»{ timezone: UTC }')],
  ['an email without connector', `»${without(EMAIL, 'connector')}`],
  ['a connector whose name is blank', EMAIL.replace('connector_name: main', 'connector_name: »" "')],
  ['a delay on a device', triggered('DEVICE_TRIGGERED', PUSH).replace('trigger_delay_type: ASAP', 'trigger_delay_type: »DELAY\n  trigger_delay_value: 2\n  trigger_delay_granularity: DAYS\n  trigger_relation: AFTER')],
  ['the length of a delay on a device', triggered('DEVICE_TRIGGERED', PUSH).replace('trigger_delay_type: ASAP', 'trigger_delay_type: ASAP\n  trigger_delay_value: »0')],
  ['an email without sender', EMAIL.replace('email: { subject: Hello, preview_text: Hi, from_address: a@example.com,', 'email: »{ subject: Hello, preview_text: Hi,')],
  ['an email without subject', EMAIL.replace('email: { subject: Hello, preview_text: Hi,', 'email: »{')],
  ['an email without text', EMAIL.replace('email: {', 'email: »{').replace(', html_content: <a href="https://a.example/unsubscribe">There</a>', '')],
  ['a promotion without category', EMAIL.replace('details: { name: An email, content_type: PROMOTIONAL, subscription_category: News }', 'details: »{ name: An email, content_type: PROMOTIONAL }')],
  ['a trigger without condition', TRIGGERED.replace(/trigger_condition: .*/, 'trigger_condition: »{ trigger_delay_type: ASAP }')],
  ['a trigger without filters', TRIGGERED.replace(/filters: \[.*\] \} \}/, 'filters: »[] } }')],
  ['a push after an event that does not decide about quiet hours', `»${triggered('EVENT_TRIGGERED', PUSH).replace(/delivery_controls: .*\n/, '')}`],
  ['content for one locale of two', `${without(EMAIL, 'campaign_content')}campaign_content:
  locales: [de]
  content:
    default: { variation_1: { email: { subject: Hello, preview_text: Hi, from_address: a@example.com, html_content: <p>https://a.example/unsubscribe } } }
    de: { variation_1: { email: »{ from_address: a@example.com, html_content: <p>https://a.example/unsubscribe } } }
`],
]; // prettier-ignore

describe('what publishing would require', () => {
  it.each(LACKS)('%s: a warning for a draft, at its place', (_, marked) => {
    const { text, places } = unmark(marked);
    const { diagnostics, desired } = check(text, { now: NOW });
    expect(diagnostics.map(placeAndCode)).toEqual(places.map((place) => `${place} W_PUBLISH`));
    expect(desired).toHaveLength(1);
  });

  it.each(LACKS)('%s: an error where the file asks for ACTIVE, and left to the plan', (_, marked) => {
    const { text, places } = unmark(marked);
    const { diagnostics, desired } = check(text, { status: 'ACTIVE', now: NOW });
    expect(diagnostics.map(placeAndCode)).toEqual(places.map((place) => `${place} E_PUBLISH`));
    expect(desired).toEqual([]);
    const planned = check(text, { status: 'ACTIVE' });
    expect(planned.diagnostics.map(({ code }) => code)).toEqual(['W_PUBLISH']);
    expect(planned.desired.map(({ missing }) => missing.length)).toEqual([1]);
  });

  it('says whether a complete component is missing', () => {
    const [one] = check(without(EMAIL, 'connector')).desired;
    expect(one?.missing).toEqual([{ what: 'connector is missing', component: 'connector' }]);
    const [other] = check(EMAIL.replace('subject: Hello, preview_text: Hi, ', '')).desired;
    expect(other?.missing).toEqual([{ what: 'subject is missing in email' }]);
  });
}); // prettier-ignore

describe('a triggered campaign without audience', () => {
  const KINDS = ['EVENT_TRIGGERED', 'BUSINESS_EVENT_TRIGGERED', 'DEVICE_TRIGGERED', 'LOCATION_TRIGGERED'];
  const bare = (type: string) => without(triggered(type, PUSH), 'segmentation_details');

  it.each(KINDS)('%s is fit to publish, and a warning says who gets it', (type) => {
    for (const status of ['ACTIVE', 'DRAFT']) {
      const { diagnostics, desired } = check(bare(type), { status, now: NOW });
      expect(diagnostics.map(placeAndCode)).toEqual(['1:1 W_AUDIENCE']);
      expect(desired.map(({ missing }) => missing)).toEqual([[]]);
    }
  });
});

describe('an audience that was not chosen', () => {
  const UNCHOSEN = [
    '»segmentation_details: { is_all_user_campaign: false }',
    'segmentation_details: { included_filters: { filter_operator: and, »filters: [] } }',
    '»segmentation_details: { excluded_filters: { filter_operator: and, filters: [{ filter_type: custom_segments, name: Staff, id: a }] } }',
    '»segmentation_details: { send_campaign_to_opt_out_users: false }',
  ];
  const codes = (text: string, more: Parameters<typeof check>[1]) => check(text, more).diagnostics.map(placeAndCode);

  it.each(UNCHOSEN)('%s is a warning in a draft and an error once it is to be published', (line) => {
    const { text, places } = unmark(PUSH.replace(/segmentation_details: .*/, line));
    expect(codes(text, { now: NOW })).toEqual([`${places.join()} W_AUDIENCE`]);
    expect(codes(text, { status: 'DRAFT' })).toEqual([`${places.join()} W_AUDIENCE`]);
    expect(codes(text, { status: 'ACTIVE', now: NOW })).toEqual([`${places.join()} E_AUDIENCE`]);
    expect(codes(text, { status: 'ACTIVE' })).toEqual([`${places.join()} E_AUDIENCE`]);
    expect(codes(text, { status: 'STOPPED', now: NOW })).toEqual([]);
  });

  const EMPTY = '{ filter_operator: or, filters: [] }';
  const STAFF = '{ filter_type: custom_segments, name: Staff, id: a }';
  const group = (...members: readonly string[]) => `{ filter_operator: and, filters: [${members.join(', ')}] }`;

  it.each([
    ['alone', `included_filters: ${group(`»${EMPTY}`)}`],
    ['next to a segment', `included_filters: ${group(STAFF, `»${EMPTY}`)}`],
    ['among the excluded', `is_all_user_campaign: true, excluded_filters: ${group(STAFF, `»${EMPTY}`)}`],
  ])('an empty group %s is a warning in a draft and an error once it is to be published', (_, fields) => {
    const { text, places } = unmark(PUSH.replace(/segmentation_details: .*/, `segmentation_details: { ${fields} }`));
    expect(codes(text, { now: NOW })).toEqual([`${places.join()} W_AUDIENCE`]);
    expect(codes(text, { status: 'ACTIVE', now: NOW })).toEqual([`${places.join()} E_AUDIENCE`]);
    expect(codes(text, { status: 'ACTIVE' })).toEqual([`${places.join()} E_AUDIENCE`]);
    expect(codes(text, { status: 'STOPPED', now: NOW })).toEqual([]);
    const file = { 'a.yaml': `${text}status: ACTIVE\n` };
    expect(load(file, { publishing: true, live: ['a'] }).diagnostics.map(placeAndCode)).toEqual([`${places.join()} E_AUDIENCE`]);
  });
}); // prettier-ignore

describe('a start in the past', () => {
  const at = (start: string, more = '') =>
    PUSH.replace('{ delivery_type: ASAP }', `{ delivery_type: AT_FIXED_TIME, timezone: Europe/Berlin, start_time: »${start}${more} }`);

  it('is an error for what will go live', () => {
    const { text, places } = unmark(at('2031-05-01T13:00:00'));
    expect(check(text, { status: 'ACTIVE', now: NOW }).diagnostics.map(placeAndCode)).toEqual([`${places.join()} E_START_PAST`]);
  });

  it.each([
    ['that lies ahead by its own clock', at('2031-05-01T14:01:00'), 'ACTIVE'],
    ['that lies ahead, of a draft', at('2031-05-01T14:01:00'), 'DRAFT'],
    ['of a campaign that is to be stopped', at('2021-05-01T13:00:00'), 'STOPPED'],
  ])('%s is not', (_, marked, status) => {
    expect(check(unmark(marked).text, { now: NOW, status }).diagnostics).toEqual([]);
  });
}); // prettier-ignore

describe('an expiry in the past', () => {
  const until = (expiry: string, type = 'EVENT_TRIGGERED') =>
    triggered(type, PUSH).replace('{ delivery_type: ASAP }', `{ delivery_type: ASAP, expiry_time: »${expiry} }`);

  it.each(['EVENT_TRIGGERED', 'LOCATION_TRIGGERED'])('of %s is an error for what will go live, and a warning in a draft', (type) => {
    const { text, places } = unmark(until('2031-04-01T09:00:00', type));
    expect(check(text, { status: 'ACTIVE', now: NOW }).diagnostics.map(placeAndCode)).toEqual([`${places.join()} E_START_PAST`]);
    const found = check(text, { status: 'DRAFT', now: NOW }).diagnostics;
    expect(found.map(placeAndCode)).toEqual([`${places.join()} W_START_PAST`]);
  });

  it.each([
    ['that lies ahead', until('2031-05-01T12:01:00'), { status: 'ACTIVE', now: NOW }],
    ['that lies ahead by its own offset', until('2031-05-01T11:01:00-01:00'), { status: 'ACTIVE', now: NOW }],
    ['of a campaign that is to be paused', until('2031-04-01T09:00:00'), { status: 'PAUSED', now: NOW }],
    ['that a plan reports', until('2031-04-01T09:00:00'), { status: 'ACTIVE', now: NOW, isPlanned: true }],
  ])('%s is not', (_, marked, options) => {
    expect(check(unmark(marked).text, options).diagnostics).toEqual([]);
  });
}); // prettier-ignore
