import ICAL from 'ical.js';
import { expect, it } from 'vitest';
import { calendarOf } from '../../../src/model/calendar.ts';
import type { Components } from '../../../src/model/campaign.ts';
import { calendarFile } from '../../../src/render/documents/calendar-file.ts';
import { bindingOf, desired, live, NOW, planFor, stateOf, type World } from '../../support/builders.ts';
import { HOSTILE_TEXTS } from '../../support/hostile-texts.ts';

// Read back by a parser of others. Two well-known libraries that write such files put these events at the wrong hour.

const schedule = (zone: string, more: object = {}): Components => ({
  connector: { connector_type: 'SENDGRID', connector_name: 'x' },
  segmentation_details: { is_all_user_campaign: true },
  scheduling_details: {
    ...{ delivery_type: 'AT_FIXED_TIME', start_time: '2031-03-29T02:30:00', timezone: zone },
    ...more,
  },
});
const WEEKLY = {
  periodic_details: { sending_frequency: 'DAILY', repeat_frequency: 1, no_of_occurences: 3 },
};

function eventsOf(world: World, now = NOW) {
  const plan = planFor(world);
  const calendar = calendarOf(plan, { from: '2031-01-01', to: '2031-12-31', now, rule: undefined });
  const text = calendarFile(calendar, { workspace: 'local', now });
  const whole = new ICAL.Component(ICAL.parse(text) as unknown[]);
  const events = whole.getAllSubcomponents('vevent').map((one) => new ICAL.Event(one));
  return { text, calendar, events };
}

it.each(['Europe/Berlin', 'America/New_York', 'Asia/Kathmandu', 'Pacific/Apia', 'UTC'])(
  'each send is an event at its instant, in UTC: %s',
  (zone) => {
    const one = desired({ status: 'ACTIVE', type: 'PERIODIC', components: schedule(zone, WEEKLY) });
    const { calendar, events, text } = eventsOf({ desired: [one] });
    expect(events.map(({ startDate }) => startDate.toJSDate().getTime())).toEqual(
      calendar.sends.map(({ at }) => at),
    );
    expect(events).toHaveLength(3);
    expect(text.match(/^DTSTART:\d{8}T\d{6}Z\r$/gm)).toHaveLength(3);
    expect(new Set(events.map(({ uid }) => uid)).size).toBe(3);
  },
);

it('an event keeps its identity if its send moves, and one that is no longer sent is canceled', () => {
  const at = (time: string, status: 'ACTIVE' | 'STOPPED') => {
    const was = live({ status: 'SCHEDULED', components: schedule('UTC') });
    const file = desired({ status, components: schedule('UTC', { start_time: time }) });
    return eventsOf({ desired: [file], live: [was], state: stateOf([bindingOf(was)]) }).events[0];
  };
  const [stays, moved, stopped] = [
    at('2031-03-29T02:30:00', 'ACTIVE'),
    at('2031-04-02T09:00:00', 'ACTIVE'),
    at('2031-03-29T02:30:00', 'STOPPED'),
  ];
  expect(moved?.uid).toBe(stays?.uid);
  expect([stays, moved, stopped].map((one) => one?.component.getFirstPropertyValue('status'))).toEqual([
    ...['CONFIRMED', 'CONFIRMED', 'CANCELLED'],
  ]);
});

it('what is sent at once is an event now', () => {
  const components = schedule('UTC', { delivery_type: 'ASAP' });
  const { events } = eventsOf({ desired: [desired({ status: 'ACTIVE', components })] });
  expect(events.map(({ startDate }) => startDate.toJSDate().getTime())).toEqual([NOW]);
});

it.each([
  ...Object.entries(HOSTILE_TEXTS),
  ['what has a meaning in a calendar', 'a;b,c\\d:"e"\nEND:VEVENT'] as const,
  ['wide letters', '日本語のとても長い名前'.repeat(30)] as const,
])('texts of campaigns stay texts, in lines of at most 75 octets: %s', (_, text) => {
  const filters = [{ filter_type: 'custom_segments', name: text, id: '1' }];
  const components = {
    ...schedule('UTC'),
    segmentation_details: { included_filters: { filter_operator: 'and', filters } },
  };
  const said = eventsOf({ desired: [desired({ status: 'ACTIVE', components })] });
  expect(said.events).toHaveLength(1);
  expect(said.text.match(/^BEGIN:/gm)).toHaveLength(2);
  expect(said.events[0]?.description).toMatch(/^to: users in "[^\n]*\nwhen: once, [^\n]*$/);
  for (const line of said.text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
  expect(said.text).not.toMatch(/[^\r]\n|\r[^\n]/);
});
