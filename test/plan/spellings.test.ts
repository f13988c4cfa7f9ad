import { describe, expect, it } from 'vitest';
import { COMPONENTS, type ComponentName } from '../../src/model/campaign.ts';
import type { JsonObject, JsonValue } from '../../src/model/json.ts';
import { plannedWith, verdictOn } from '../support/plan/four-values.ts';

type Row = readonly [what: string, file: JsonObject, live: JsonObject];

/** Rows with the name of their component. */
function rows(tables: Partial<Record<ComponentName, readonly Row[]>>) {
  return COMPONENTS.flatMap((name) =>
    (tables[name] ?? []).map(([what, file, shown]) => [what, name, file, shown] as const),
  );
}

describe('one meaning in two spellings is in sync, whatever the record says', () => {
  const email = { email: { subject: 'Hello' } };
  const compared = (value: JsonValue, value1: JsonValue = null) => ({
    goals: [{ goal_name: 'a', goal_event_attribute: { name: 'b', data_type: 'DOUBLE', value, value1 } }],
  });
  const all = (...filters: JsonObject[]) => ({ filter_operator: 'and', filters });
  const bought = (filter_type?: string) => {
    const filter = { ...(filter_type !== undefined && { filter_type }), name: 'total', operator: 'exists' };
    const attributes = all(filter, { filter_operator: 'or', filters: [filter] });
    return { included_filters: all({ filter_type: 'actions', action_name: 'a', attributes }) };
  };
  const lasting = (sherpa_campaign_duration: JsonValue) => ({
    ...{ variation_details: { sherpa_campaign_duration }, content: {} },
  });
  const ends = (time: string) => ({ delivery_type: 'ASAP', expiry_time: `2031-06-01${time}` });
  const priority = (level: string) => ({
    platform_level_priority: { ios_specific_priority: { interruption_level: level } },
  });

  it.each(
    rows({
      scheduling_details: [['an end with an offset without a timezone', ends('T09:30:00Z'), ends('T09:30')]],
      campaign_content: [
        ['no locales', { locales: [], content: email }, { content: email }],
        ['a duration in quotes', lasting('24'), lasting(24)],
      ],
      conversion_goal_details: [
        ['a goal in a number', compared(40, 2.5), compared('40', '2.5')],
        ['a goal in a truth value', compared('true'), compared(true)],
      ],
      trigger_condition: [['a filter in an action without its type', bought('user_attributes'), bought()]],
      segmentation_details: [['by its older type', bought('event_attributes'), bought('user_attributes')]],
      advanced: [['Time sensitive', priority('Time sensitive'), priority('TIME_SENSITIVE')]],
    }),
  )('%s', (_, name, file, answered) => {
    const four = { name, desired: file, live: answered };
    expect(verdictOn({ ...four, applied: file, observed: answered })).toBe('in sync, nothing');
    expect(verdictOn({ ...four, applied: file, observed: file })).toBe('in sync, nothing');
    expect(verdictOn({ ...four, applied: answered, observed: answered })).toBe('in sync, nothing');
    const first = verdictOn({ ...four, applied: undefined, observed: undefined });
    expect(first).toBe('in sync, nothing, recorded');
  });
});

describe('two meanings are a difference, however similar they look', () => {
  const at = { start_time: '2031-05-01T09:00:00', timezone: 'Europe/Berlin' };
  const fixed = { delivery_type: 'AT_FIXED_TIME', ...at };
  const expires = (time: string, zone = fixed.timezone) => ({
    ...{ ...fixed, timezone: zone, expiry_time: `2031-${time}` },
  });
  const mars = (time: string) => expires(time, 'Mars/Olympus');
  const one = { no_of_variations: 1 };
  const keyed = (variation: string) => ({ content: { default: { [variation]: email } } });
  const filters = (...names: string[]) => ({ included_filters: { filters: names } });
  const email = { email: { subject: 'Hello' } };
  const age = (value: JsonValue, ...types: (string | undefined)[]) => {
    const [filter_type] = types.length === 0 ? ['user_attributes'] : types;
    const compared = { name: 'Age', operator: 'lessThan', value };
    const filter = { ...compared, ...(filter_type !== undefined && { filter_type }) };
    return { included_filters: { filter_operator: 'and', filters: [filter] } };
  };

  it.each(
    rows({
      scheduling_details: [
        ['another minute', fixed, { ...fixed, start_time: '2031-05-01T09:01:00' }],
        ['a local time and another instant', expires('06-01T00:00:00'), expires('06-01T00:00:00Z')],
        ['the hour that Berlin has twice', expires('10-26T01:30:00Z'), expires('10-26T02:30:00')],
        ['an offset in an unknown zone', mars('06-01T00:00:00Z'), mars('06-01T00:00:00')],
        ['another zone, though the offset is the same', fixed, { ...fixed, timezone: 'Europe/Paris' }],
        [
          'a read view of another kind',
          { ...fixed, delivery_type: 'SEND_IN_BTS', bts_details: {} },
          { delivery_type: 'SCHEDULED', schedule_time: fixed.start_time, time_zone: fixed.timezone },
        ],
      ],
      utm_params: [
        ['a number and its text', { utm_source: '1' }, { utm_source: 1 }],
        ['blanks', { utm_source: 'a' }, { utm_source: 'a ' }],
      ],
      delivery_controls: [
        ['false and absent', { bypass_dnd: false }, {}],
        ['another enumeration in two spellings', { mode: 'Passive' }, { mode: 'PASSIVE' }],
      ],
      segmentation_details: [
        ['the order of filters', filters('a', 'b'), filters('b', 'a')],
        ['a filter that compares with a number', age(40), age('40')],
        ['a filter without its type', age(40), age(40, undefined)],
      ],
      campaign_content: [
        [
          'flat and keyed content with variations',
          { content: email, variation_details: one },
          { ...keyed('variation_1'), variation_details: one },
        ],
        ['flat content and a second variation', { content: email }, keyed('variation_2')],
      ],
    }),
  )('%s', (_, name, file, answered) => {
    const four = { name, desired: file, live: answered };
    expect(verdictOn({ ...four, applied: answered, observed: answered })).toBe('edited, sent');
    expect(verdictOn({ ...four, applied: file, observed: file })).toBe('drifted, sent');
  });
});

describe("what a read view can't show", () => {
  const at = { start_time: '2031-05-01T09:00:00', timezone: 'Europe/Berlin' };
  const view = { delivery_type: 'SCHEDULED', schedule_time: at.start_time, time_zone: at.timezone };
  const bts = { ...at, delivery_type: 'SEND_IN_BTS', bts_details: { send_in_bts: true } };
  const user_timezone_details = { send_in_user_timezone: true };
  const zoned = { ...at, delivery_type: 'SEND_IN_USER_TIMEZONE', user_timezone_details };
  const periodic_details = { sending_frequency: 'WEEKLY', repeat_on_days_of_week: ['MONDAY'] };
  const weekly = { ...at, delivery_type: 'AT_FIXED_TIME', periodic_details };
  const rhythm = { ...view, delivery_type: 'PERIODIC', frequency: 'WEEKLY' };

  it.each<readonly [what: string, file: JsonObject, live: JsonObject, paths: readonly string[]]>([
    ['a best time', bts, view, ['/bts_details/send_in_bts', '/delivery_type']],
    ['a time by zone', zoned, view, ['/delivery_type', '/user_timezone_details/send_in_user_timezone']],
    ['the days of a rhythm', weekly, rhythm, ['/periodic_details/repeat_on_days_of_week']],
  ])('is noted and is no difference: %s', (_, file, live, paths) => {
    const four = { name: 'scheduling_details' as const, desired: file, live };
    const note = { kind: 'not-verifiable', component: 'scheduling_details', paths };
    const recorded = plannedWith({ ...four, applied: file, observed: live });
    const adopted = plannedWith({ ...four, applied: undefined, observed: undefined });
    for (const { verdict, notes } of [recorded, adopted]) {
      expect(verdict).toBe('in-sync');
      expect(notes).toEqual([note]);
    }
    expect(adopted.record?.applied.scheduling_details).toEqual(file);
  });

  it.each<readonly [what: string, file: JsonObject, live: JsonObject]>([
    ['another start', bts, { ...view, schedule_time: '2031-05-01T10:00:00' }],
    ['another rhythm', weekly, { ...rhythm, frequency: 'DAILY' }],
    ['days that it shows', weekly, { ...rhythm, periodic_details: { repeat_on_days_of_week: ['FRIDAY'] } }],
    ['details of another kind', bts, { ...view, user_timezone_details }],
    ['a schedule as it was written', bts, { ...at, delivery_type: 'AT_FIXED_TIME' }],
  ])('but what it does show is a difference: %s', (_, file, live) => {
    const four = { name: 'scheduling_details' as const, desired: file, live };
    expect(verdictOn({ ...four, applied: undefined, observed: undefined })).toBe('adopted, sent');
  });
});
