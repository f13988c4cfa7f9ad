import { describe, expect, it } from 'vitest';
import { isInside } from '../support/load/is-inside.ts';
import { load, PUSH, placeAndCode, unmark, workspace } from '../support/load/marked.ts';

// Small campaign files with one mistake each. The mark » is right before the place that must be named, and
// is not part of the file.

const EMAIL = `channel: EMAIL
campaign_delivery_type: ONE_TIME
basic_details: { name: An email }
`;

/** A push whose trigger, audience or content is as given; each text is at its usual place. */
const triggered = (trigger: string) => `channel: PUSH
campaign_delivery_type: EVENT_TRIGGERED
basic_details: { name: A push }
trigger_condition: ${trigger}
`;
const audience = (group: string) => `${PUSH}segmentation_details:\n  included_filters: ${group}\n`;
const filter = (fields: string) => audience(`{ filter_operator: and, filters: [${fields}] }`);
const attribute = (fields: string) => filter(`{ filter_type: user_attributes, name: Age, ${fields} }`);
const schedule = (fields: string) => `${PUSH}scheduling_details: ${fields}\n`;
const periodic = (details: string) => `channel: PUSH
campaign_delivery_type: PERIODIC
basic_details: { name: A push }
scheduling_details: ${details}
`;
const android = (fields: string) => `${PUSH}campaign_content:\n  content: { push: { android: ${fields} } }\n`;
const content = (fields: string) => `${PUSH}campaign_content:\n${fields}`;
const email = (fields: string) => `${EMAIL}campaign_content:\n  content: { email: ${fields} }\n`;
const fence = (fields: string) => `channel: PUSH
campaign_delivery_type: LOCATION_TRIGGERED
basic_details:
  name: A push
  geofences: { name: Shop, latitude: '52.5', longitude: '13.4', radius: '150', response_time_value: '2', response_time_granularity: MINUTES, ${fields} }
trigger_condition: { included_filters: { filter_operator: and, filters: [{ filter_type: actions, action_name: Entered, executed: true }] } }
`;

const FIXED = 'delivery_type: AT_FIXED_TIME, start_time: 2031-05-01T09:00:00, timezone: Europe/Berlin';

type Row = readonly [what: string, code: string, file: string];

const FORM: readonly Row[] = [
  ['no YAML', 'E_YAML', 'channel: PUSH\nbasic_details: { name: A push, »'],
  ['a tab for indentation', 'E_YAML', 'basic_details:\n»\tname: A push\n'],
  ['a key twice', 'E_DUPLICATE_KEY', `${PUSH}»channel: EMAIL\n`],
  ['a key twice, deep inside', 'E_DUPLICATE_KEY', `${PUSH}utm_params:\n  utm_source: a\n  utm_medium: b\n  »utm_source: c\n`],
  ['an empty file', 'E_YAML', '»'],
  ['comments alone', 'E_YAML', '»# nothing yet\n'],
  ['a list', 'E_YAML', '»- channel: PUSH\n'],
  ['a text', 'E_YAML', '»hello\n'],
  ['an unknown key at the top', 'E_UNKNOWN_KEY', `${PUSH}»segmentation: { is_all_user_campaign: true }\n`],
  ['filters at the top, in place of their component', 'E_UNKNOWN_KEY', `${PUSH}»included_filter: { filter_operator: and, filters: [] }\n`],
  ['the filters of a trigger at the top', 'E_UNKNOWN_KEY', `${triggered('{}')}»included_filters: { filter_operator: and, filters: [] }\n`],
  ['a name at the top', 'E_UNKNOWN_KEY', `${PUSH}»name: A push\n`],
  ['a key in the wrong case', 'E_UNKNOWN_KEY', `${PUSH}»UTM_params: { utm_source: a, utm_medium: b }\n`],
  ['a status that a file cannot ask for', 'E_STATUS', `${PUSH}status: »SENT\n`],
  ['a status in small letters', 'E_STATUS', `${PUSH}status: »active\n`],
  ['a key with capitals', 'E_KEY', `key: »Promo/Spring\n${PUSH}`],
  ['a key that climbs', 'E_KEY', `key: »promo/../spring\n${PUSH}`],
  ['a key that is a number', 'E_TYPE', `key: »2031\n${PUSH}`],
  ['a workspace nobody knows', 'E_WORKSPACE_UNKNOWN', `workspaces: [local, »lokal]\n${PUSH}`],
  ['workspaces as a text', 'E_TYPE', `workspaces: »local\n${PUSH}`],
  ['an override for a workspace nobody knows', 'E_WORKSPACE_UNKNOWN', `${PUSH}overrides:\n  »stagging: { utm_params: null }\n`],
  ['an override of the key', 'E_UNKNOWN_KEY', `${PUSH}overrides:\n  local:\n    »key: other\n`],
  ['an override that is no map', 'E_TYPE', `${PUSH}overrides:\n  »local: no\n`],
  ['overrides that are no map', 'E_TYPE', `${PUSH}overrides: »[local]\n`],
  ['null where a component should be', 'E_TYPE', `${PUSH}utm_params: »null\n`],
]; // prettier-ignore

const CAMPAIGN: readonly Row[] = [
  ['no channel', 'E_MISSING', '»campaign_delivery_type: ONE_TIME\nbasic_details: { name: A push }\n'],
  ['a channel that cannot be created', 'E_VALUE', 'channel: »SMS\ncampaign_delivery_type: ONE_TIME\nbasic_details: { name: A push }\n'],
  ['no delivery type', 'E_MISSING', '»channel: PUSH\nbasic_details: { name: A push }\n'],
  ['a delivery type of push on an email', 'E_VALUE', 'channel: EMAIL\ncampaign_delivery_type: »DEVICE_TRIGGERED\nbasic_details: { name: A push }\ntrigger_condition: { included_filters: { filter_operator: and, filters: [] } }\n'],
  ['no basic_details', 'E_MISSING', '»channel: PUSH\ncampaign_delivery_type: ONE_TIME\n'],
  ['no name', 'E_MISSING', 'channel: PUSH\ncampaign_delivery_type: ONE_TIME\nbasic_details: »{ platforms: [ANDROID] }\n'],
  ['an empty name', 'E_MISSING', 'channel: PUSH\ncampaign_delivery_type: ONE_TIME\nbasic_details: { name: »" " }\n'],
  ['an event-triggered push without trigger', 'E_MISSING', '»channel: PUSH\ncampaign_delivery_type: EVENT_TRIGGERED\nbasic_details: { name: A push }\n'],
  ['a business event that is not named', 'E_MISSING', 'channel: PUSH\ncampaign_delivery_type: BUSINESS_EVENT_TRIGGERED\nbasic_details: »{ name: A push }\n'],
  ['a component as a text', 'E_TYPE', `${PUSH}utm_params: »app\n`],
  ['a platform in small letters', 'E_VALUE', 'channel: PUSH\ncampaign_delivery_type: ONE_TIME\nbasic_details: { name: A push, platforms: [ANDROID, »ios] }\n'],
  ['a latitude as a number', 'E_TYPE', fence("latitude2: 'x', triggered_at: ENTRY").replace("latitude: '52.5'", 'latitude: »52.5').replace("latitude2: 'x', ", '')],
  ['a dwell without its time', 'E_MISSING', fence('triggered_at: dwell, dwell_time_granularity: MINUTES').replace('geofences: {', 'geofences: »{')],
  ['DWELL in capitals', 'E_VALUE', fence('triggered_at: »DWELL')],
]; // prettier-ignore

const TRIGGER_AND_AUDIENCE: readonly Row[] = [
  ['a delay without a unit', 'E_MISSING', triggered('»{ trigger_delay_type: DELAY, trigger_delay_value: 1, trigger_relation: AFTER }')],
  ['a delay before nothing', 'E_MISSING', triggered('»{ trigger_delay_type: DELAY, trigger_delay_value: 1, trigger_delay_granularity: HOURS, trigger_relation: BEFORE }')],
  ['a delay below zero', 'E_RANGE', triggered('{ trigger_delay_type: DELAY, trigger_delay_value: »-1, trigger_delay_granularity: HOURS, trigger_relation: AFTER }')],
  ['half a delay', 'E_TYPE', triggered('{ trigger_delay_type: DELAY, trigger_delay_value: »1.5, trigger_delay_granularity: HOURS, trigger_relation: AFTER }')],
  ['AND in capitals', 'E_FILTER_OPERATOR', audience('{ filter_operator: »AND, filters: [] }')],
  ['a group without filters', 'E_MISSING', audience('»{ filter_operator: and }')],
  ['a filter without a type', 'E_MISSING', filter('»{ name: Age }')],
  ['an unknown filter type', 'E_VALUE', filter('{ filter_type: »attributes, name: Age }')],
  ['a data type in capitals', 'E_VALUE', attribute('data_type: »STRING, operator: is, value: x')],
  ['an operator of another data type', 'E_VALUE', attribute('data_type: bool, operator: »contains, value: x')],
  ['a comparison of numbers with the data type of texts', 'E_VALUE', attribute('data_type: string, operator: »greaterThan, value: 5')],
  ['a comparison of dates with the data type of texts', 'E_VALUE', attribute('data_type: string, operator: »after, value: 2031-05-04')],
  ['an execution in capitals', 'E_VALUE', filter('{ filter_type: actions, action_name: Bought, executed: true, execution: { type: »ATLEAST, count: 1 } }')],
  ['yes as a text', 'E_TYPE', `${PUSH}segmentation_details: { is_all_user_campaign: »"yes" }\n`],
]; // prettier-ignore

const QUEUING = 'delivery_controls: { bypass_dnd: false, »queuing_enabled: false }\n';

const SCHEDULE_AND_CONTROLS: readonly Row[] = [
  ['a fixed time without start', 'E_MISSING', schedule('»{ delivery_type: AT_FIXED_TIME, timezone: Europe/Berlin }')],
  ['a fixed time without zone', 'E_MISSING', schedule('»{ delivery_type: AT_FIXED_TIME, start_time: 2031-05-01T09:00:00 }')],
  ['a start with an offset', 'E_FORMAT', schedule('{ delivery_type: AT_FIXED_TIME, timezone: UTC, start_time: »2031-05-01T09:00:00+02:00 }')],
  ['a start on a day that never comes', 'E_FORMAT', schedule('{ delivery_type: AT_FIXED_TIME, timezone: UTC, start_time: »2031-02-30T09:00:00 }')],
  ['a type of the read view', 'E_VALUE', schedule('{ delivery_type: »SCHEDULED, start_time: 2031-05-01T09:00:00, timezone: UTC }')],
  ['a rhythm without periodic_details', 'E_MISSING', periodic(`»{ ${FIXED} }`)],
  ['a weekday cut short', 'E_VALUE', periodic(`{ ${FIXED}, periodic_details: { sending_frequency: WEEKLY, repeat_on_days_of_week: [»MON] } }`)],
  ['a 32nd of the month', 'E_RANGE', periodic(`{ ${FIXED}, periodic_details: { sending_frequency: MONTHLY, repeat_on_date_of_month: [1, »32] } }`)],
  ['event-triggered push without bypass_dnd', 'E_MISSING', `${triggered('{ included_filters: { filter_operator: and, filters: [] } }')}delivery_controls: »{ ignore_frequency_capping: true }\n`],
  ['queuing on a device', 'E_NOT_ALLOWED', `channel: PUSH\ncampaign_delivery_type: DEVICE_TRIGGERED\nbasic_details: { name: A push }\ntrigger_condition: { included_filters: { filter_operator: and, filters: [] } }\n${QUEUING}`],
  ['queuing at a place', 'E_NOT_ALLOWED', `${fence('triggered_at: ENTRY')}${QUEUING}`],
  ['a send limit as a number', 'E_TYPE', `${PUSH}delivery_controls: { send_limit_value: »3 }\n`],
  ['a control group over 100 %', 'E_RANGE', `${PUSH}control_group_details: { is_campaign_control_group_enabled: true, campaign_control_group_percentage: »120 }\n`],
  ['a control group without its share', 'E_MISSING', `${PUSH}control_group_details: »{ is_campaign_control_group_enabled: true }\n`],
  ['UTM without medium', 'E_MISSING', `${PUSH}utm_params: »{ utm_source: app }\n`],
  ['a tracking parameter of another name', 'E_UNKNOWN_KEY', `${PUSH}utm_params: { utm_source: app, utm_medium: push, »source: x }\n`],
  ['six tracking parameters of our own', 'E_UTM', `${PUSH}utm_params: { utm_source: a, utm_medium: b, utm_1: a, utm_2: a, utm_3: a, utm_4: a, utm_5: a, »utm_6: a }\n`],
  ['a goal data type in small letters', 'E_VALUE', `${PUSH}conversion_goal_details: { attribution_window_in_hours: 1, goals: [{ goal_name: a, goal_event_name: b, is_primary_goal: true, goal_event_attribute: { name: c, condition: is, data_type: »string, value: d } }] }\n`],
]; // prettier-ignore

const CONTENT: readonly Row[] = [
  ['CUSTOM in capitals', 'E_VALUE', android('{ template_type: »CUSTOM, custom_template_id: a }')],
  ['a custom template without its id', 'E_MISSING', android('»{ template_type: Custom }')],
  ['a template of another platform', 'E_VALUE', `${PUSH}campaign_content:\n  content: { push: { ios: { template_type: »TIMER } } }\n`],
  ['a text and a template at once', 'E_NOT_ALLOWED', email('{ subject: a, »html_content: b, custom_template_id: c }')],
  ['a sender that is no address', 'E_FORMAT', email('{ subject: a, from_address: »hello, html_content: b }')],
  ['default among the locales', 'E_NOT_ALLOWED', content('  locales: [de, »default]\n  content: { default: { variation_1: { push: {} } }, de: { variation_1: { push: {} } } }\n')],
  ['keyed content without default', 'E_MISSING', content('  locales: [de]\n  content: »{ de: { variation_1: { push: {} } } }\n')],
  ['shares that do not add up', 'E_VARIATION', content('  variation_details:\n    distribution_type: MANUAL\n    no_of_variations: 2\n    manual_distribution_percentage: »{ variation_1: 50, variation_2: 40 }\n  content: { default: { variation_1: { push: {} }, variation_2: { push: {} } } }\n')],
  ['a share for a variation too many', 'E_VARIATION', content('  variation_details:\n    distribution_type: MANUAL\n    no_of_variations: 2\n    manual_distribution_percentage: »{ variation_1: 50, variation_2: 25, variation_3: 25 }\n  content: { default: { variation_1: { push: {} }, variation_2: { push: {} } } }\n')],
  ['a share that is no whole number', 'E_TYPE', content('  variation_details:\n    distribution_type: MANUAL\n    no_of_variations: 2\n    manual_distribution_percentage: { variation_1: 50.5, variation_2: »x }\n  content: { default: { variation_1: { push: {} }, variation_2: { push: {} } } }\n').replace('50.5', '50')],
]; // prettier-ignore

const REFERENCES: readonly Row[] = [
  ['a file that is not there', 'E_FILE_MISSING', email('{ subject: a, html_content: »{ $file: ./nowhere.html } }')],
  ['a variable that is not there', 'E_VAR_UNKNOWN', email('{ subject: »{ $var: greeting }, html_content: b }')],
  ['a reference with a second key', 'E_REFERENCE', email('{ subject: »{ $var: sender, or: b }, html_content: b }')],
  ['a reference to a number', 'E_REFERENCE', email('{ subject: »{ $var: 1 }, html_content: b }')],
  ['a reference to a map', 'E_REFERENCE', email('{ subject: »{ $file: { path: a } }, html_content: b }')],
  ['a variable of the wrong kind', 'E_TYPE', email('{ subject: »{ $var: count }, html_content: b }')],
  ['a variable that is no address', 'E_FORMAT', email('{ subject: a, html_content: b, from_address: »{ $var: sender } }')],
]; // prettier-ignore

const FEATURES: readonly Row[] = [
  ['queuing where it is off', 'E_FEATURE', `${PUSH}delivery_controls: { queuing_enabled: »false }\n`],
  ['an audience limit where it is off', 'E_FEATURE', `${PUSH}campaign_audience_limit: »{ is_campaign_audience_limit_enabled: false }\n`],
]; // prettier-ignore

/** A name that resembles another one decides nothing, and that other one is missing: the message would go to others. */
const MISSPELLED: readonly Row[] = [
  ['a misspelled exclusion', 'E_UNKNOWN_KEY', `${PUSH}segmentation_details: { is_all_user_campaign: true, »exclude_filters: { filter_operator: and, filters: [] } }\n`],
  ['an exclusion inside the inclusion', 'E_UNKNOWN_KEY', audience('{ filter_operator: and, filters: [{ filter_type: custom_segments, name: a, id: b }], »excluded_filters: { filter_operator: and, filters: [] } }')],
  ['a misspelled number of sends', 'E_UNKNOWN_KEY', periodic(`{ ${FIXED}, periodic_details: { sending_frequency: DAILY, repeat_frequency: 1, »no_of_occurrences: 3 } }`)],
  ['an unknown field of the audience', 'E_UNKNOWN_KEY', `${PUSH}segmentation_details: { is_all_user_campaign: true, »everyone: true }\n`],
  ['an unknown field of a condition', 'E_UNKNOWN_KEY', filter('{ filter_type: actions, action_name: Bought, executed: true, »cout: 1 }')],
  ['a workspace inside a component', 'E_UNKNOWN_KEY', `${PUSH}delivery_controls: { »local: {} }\n`],
  ['the values of a text beside it', 'E_UNKNOWN_KEY', email('{ subject: a, html_content: b, »with: { a: b } }')],
  ['a status inside a component', 'E_UNKNOWN_KEY', `${PUSH}delivery_controls: { »status: STOPPED }\n`],
  ['a status inside tracking parameters', 'E_UNKNOWN_KEY', `${PUSH}utm_params:\n  utm_source: app\n  utm_medium: push\n  »status: ACTIVE\n`],
  ['a component inside tracking parameters', 'E_UNKNOWN_KEY', `${PUSH}utm_params:\n  utm_source: app\n  utm_medium: push\n  »delivery_controls: { bypass_dnd: true }\n`],
  ['workspaces inside a component', 'E_UNKNOWN_KEY', `${PUSH}delivery_controls: { »workspaces: [local] }\n`],
]; // prettier-ignore

const WARNINGS: readonly Row[] = [
  ['an unknown field of a component', 'W_UNKNOWN_FIELD', `${PUSH}delivery_controls: { »bypass_dns: true }\n`],
  ['an unknown field deep inside', 'W_UNKNOWN_FIELD', android('{ template_type: BASIC, basic_details: { »titel: Hello, message: b } }')],
  ['a misspelled tracking parameter that may be left out', 'W_UNKNOWN_FIELD', `${PUSH}utm_params: { utm_source: app, utm_medium: push, »utm_campain: x }\n`],
  ['two letters of one in the wrong order', 'W_UNKNOWN_FIELD', `${PUSH}utm_params: { utm_source: app, utm_medium: push, »utm_trem: x }\n`],
  ['a title in curly quotes', 'W_UNQUOTED', android('{ template_type: BASIC, basic_details: { title: »“Hello”, message: b } }')],
  ['a value in curly quotes', 'W_UNQUOTED', attribute('data_type: string, operator: in, value: [»‘Gold’, „Tea” for two, “a” and “b”, "“c”"]')],
  ['a single brace around a field', 'W_EXPRESSION', email('{ subject: "Hi »{ user.first_name }", html_content: b }')],
  ['a curly quote in an expression', 'W_EXPRESSION', email("{ subject: 'Hi {{ user.first_name | default: “»there” }}', html_content: b }")],
  ['a pasted id', 'W_UNKNOWN_FIELD', `»campaign_id: 64a1b2c3d4e5f6a7b8c9d0e1\n${PUSH}`],
  ['a pasted author', 'W_UNKNOWN_FIELD', `${PUSH}»created_by: ada@example.com\n`],
]; // prettier-ignore

/** What the service accepts although the author hardly meant it. */
const HARDLY_MEANT: readonly Row[] = [
  ['a trigger on a one-time campaign', 'W_', `${PUSH}»trigger_condition: { included_filters: { filter_operator: and, filters: [] } }\n`],
  ['a throttle on an event-triggered push', 'W_', `${triggered('{ included_filters: { filter_operator: and, filters: [] } }')}delivery_controls: { bypass_dnd: true, »campaign_throttle_rpm: 100 }\n`],
  ['days of the week on a daily rhythm', 'W_', periodic(`{ ${FIXED}, periodic_details: { sending_frequency: DAILY, »repeat_on_days_of_week: [MONDAY] } }`)],
  ['a time bound of places on a one-time campaign', 'W_', schedule('{ delivery_type: ASAP, »geo_fence_timelimit: { notification_schedule: ALWAYS } }')],
  ['a local time that a change of clocks skips', 'W_', schedule('{ delivery_type: AT_FIXED_TIME, timezone: Europe/Berlin, start_time: »2031-03-30T02:30:00 }')],
  ['an expression that is never closed', 'W_', email('{ subject: "Hello »{{ user.first_name }", html_content: b }')],
]; // prettier-ignore

/** Channels, locales and variations that must agree (open points V9, V12, V20), and the Portfolio feature. */
const DISAGREEMENTS: readonly Row[] = [
  ['a component of push on an email', 'E_', `${EMAIL}»advanced: { expiration_settings: {} }\n`],
  ['a connector on a push', 'E_', `${PUSH}»connector: { connector_type: SENDGRID, connector_name: a }\n`],
  ['a variation that one locale lacks', 'E_', content('  locales: [de]\n  variation_details: { distribution_type: MANUAL, no_of_variations: 2, manual_distribution_percentage: { variation_1: 50, variation_2: 50 } }\n  content:\n    default: { variation_1: { push: {} }, variation_2: { push: {} } }\n    de: »{ variation_1: { push: {} } }\n')],
  ['a locale that is not listed', 'E_', content('  locales: [de]\n  content:\n    default: { variation_1: { push: {} } }\n    de: { variation_1: { push: {} } }\n    »fr: { variation_1: { push: {} } }\n')],
]; // prettier-ignore

const TEXTS = { 'campaigns/body.html': '<p>Hello</p>' };
const here = workspace({ vars: { sender: 'hello', count: 3 } });

function diagnose(marked: string) {
  const { text, places } = unmark(marked);
  const { diagnostics, desired } = load({ 'a.yaml': text }, { workspaces: [here], texts: TEXTS });
  for (const one of diagnostics) expect(isInside(one, text)).toBe(true);
  return { diagnostics, places, desired: desired.get('local') ?? [] };
}

describe.each([
  ['the form of a file', FORM],
  ['a campaign and its details', CAMPAIGN],
  ['trigger and audience', TRIGGER_AND_AUDIENCE],
  ['schedule and controls', SCHEDULE_AND_CONTROLS],
  ['content', CONTENT],
  ['references', REFERENCES],
  ['features', FEATURES],
  ['names that resemble what decides', MISSPELLED],
])('a mistake in %s', (_, rows) => {
  it.each(rows)('%s is %s at its place', (_what, code, marked) => {
    const { diagnostics, places, desired } = diagnose(marked);
    expect(diagnostics.map(placeAndCode)).toEqual(places.map((place) => `${place} ${code}`));
    expect(desired).toEqual([]);
  });
});

describe('a warning', () => {
  it.each(WARNINGS)('for %s is %s at its place, and the campaign loads', (_, code, marked) => {
    const { diagnostics, places, desired } = diagnose(marked);
    expect(diagnostics.map(placeAndCode)).toEqual(places.map((place) => `${place} ${code}`));
    expect(desired).toHaveLength(1);
  });

  it.each(HARDLY_MEANT)('for %s names the place', (_, severity, marked) => {
    const { diagnostics, places } = diagnose(marked);
    expect(diagnostics.map(placeAndCode)).toEqual(
      places.map((place) => expect.stringContaining(`${place} ${severity}`) as string),
    );
  });
});

describe('an error, when two parts of a file disagree', () => {
  it.each(DISAGREEMENTS)('%s', (_, severity, marked) => {
    const { diagnostics, places } = diagnose(marked);
    expect(diagnostics.map(placeAndCode)).toEqual(
      places.map((place) => expect.stringContaining(`${place} ${severity}`) as string),
    );
  });

  it('an attribute without its project if the portfolio feature is on', () => {
    const { text, places } = unmark(
      filter('»{ filter_type: user_attributes, name: Age, data_type: bool, operator: exists }'),
    );
    const { diagnostics } = load(
      { 'a.yaml': text },
      { workspaces: [workspace({ features: ['portfolio'] })] },
    );
    expect(diagnostics.map(placeAndCode)).toEqual(
      places.map((place) => expect.stringContaining(`${place} E_`) as string),
    );
  });
});

describe('a hint', () => {
  it.each([
    ['segmentation', `${PUSH}segmentation_detail: {}\n`, 'segmentation_details'],
    ['a status', `${PUSH}status: active\n`, 'ACTIVE'],
    ['a workspace', `workspaces: [lokal]\n${PUSH}`, 'local'],
    ['a field', android('{ template_type: BASIC, basic_details: { titel: a, message: b } }'), 'title'],
    ['a variable', email('{ subject: { $var: sendre }, html_content: b }'), 'sender'],
  ])('for %s says what was meant', (_, marked, meant) => {
    expect(diagnose(marked).diagnostics.map(({ hint }) => hint)).toEqual([expect.stringContaining(meant)]);
  });
});
