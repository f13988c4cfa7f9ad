import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Components } from '../../../src/model/campaign.ts';
import { sameJson, type JsonObject, type JsonValue } from '../../../src/model/json.ts';
import { differences } from '../../../src/render/rows/differences.ts';
import { foldLines } from '../../../src/render/rows/group.ts';
import { linesOf, lineText } from '../../../src/render/rows/row.ts';
import { planRows } from '../../../src/render/rows/plan-rows.ts';
import { valuesOfMove } from '../../../src/render/rows/values.ts';
import { visibleInline } from '../../../src/render/text-layout.ts';
import { bindingOf, desired, live, planFor, stateOf, managing } from '../../support/builders.ts';

const segment = (name: string): JsonObject => ({ filter_type: 'custom_segments', name, id: name });
const either = (...names: string[]): JsonObject => ({ filter_operator: 'or', filters: names.map(segment) });
const and = (...filters: JsonObject[]): JsonObject => ({ filter_operator: 'and', filters });
const who = (included: JsonObject, more: JsonObject = {}): Components => ({
  segmentation_details: { included_filters: included, ...more },
});
const zone = (timezone: string, more: JsonObject = {}): Components => ({
  scheduling_details: {
    ...{ delivery_type: 'AT_FIXED_TIME', start_time: '2031-05-04T09:00:00', timezone },
    ...more,
  },
});

/** How the difference between two campaigns is shown. */
function placeAndCode(before: Components, after: Components): string[] {
  const was = live({ type: 'EVENT_TRIGGERED', components: before });
  const file = desired({ type: 'EVENT_TRIGGERED', components: after });
  const plan = planFor(managing([file], [was]));
  return planRows(plan).flatMap((row) => foldLines([{ ...row, kind: 'drift' }]).map(lineText));
}

const AUDIENCE = '  audience';

it.each<readonly [what: string, before: Components, after: Components, lines: readonly string[]]>([
  [
    'a short audience, as two sentences',
    who(either('VIP')),
    who(either('VIP', 'Gold')),
    [AUDIENCE, '- users in "VIP"', '+ users in "VIP" or in "Gold"'],
  ],
  [
    'all users in place of some',
    who(either('VIP')),
    { segmentation_details: { is_all_user_campaign: true } },
    [AUDIENCE, '- users in "VIP"', '+ all users'],
  ],
  [
    'a time zone by the name in the file, whatever the main name of that zone is',
    zone('Europe/Berlin'),
    zone('CET'),
    ['  time zone · timezone', '- Europe/Berlin', '+ CET'],
  ],
  [
    'another segment with the same name, although another filter is added',
    who(and(segment('VIP'))),
    who(and({ ...segment('VIP'), id: 'other' }, segment('Gold'))),
    [
      AUDIENCE,
      '- users in "VIP"',
      '+ users in "VIP" and in "Gold"',
      '  id (included_filters, in "VIP")',
      '- VIP',
      '+ other',
    ],
  ],
])('%s', (_, before, after, lines) => {
  expect(placeAndCode(before, after)).toEqual(lines);
});

const anyValue = fc.constantFrom<JsonValue>('a', 'b', 1, 2, true);
const [type, count] = [fc.constantFrom('atleast', 'exactly'), fc.integer({ min: 2, max: 3 })];
const oneOf = (...names: string[]) => fc.constantFrom(...names);
const anyFilter = fc.record(
  {
    ...{ filter_type: oneOf('custom_segments', 'actions', 'user_attributes'), name: oneOf('a', 'b') },
    ...{ action_name: oneOf('a', 'b'), operator: oneOf('is', 'between'), value: anyValue, value1: anyValue },
    ...{ executed: fc.boolean(), execution: fc.record({ type, count }), negate: fc.boolean(), id: anyValue },
    ...{ category: anyValue, case_sensitive: anyValue, weight: anyValue },
  },
  { requiredKeys: ['filter_type', 'name'] },
);
const inner = fc.record({ filter_operator: oneOf('or'), filters: fc.array(anyFilter) });
const anyGroup = fc.record({
  ...{ filter_operator: oneOf('and', 'or'), filters: fc.array(fc.oneof(anyFilter, inner)) },
});

it('any two audiences that differ are shown with what differs', () => {
  fc.assert(
    fc.property(anyGroup, anyGroup, fc.boolean(), (one, other, alone) => {
      const next = alone
        ? { ...one, filters: [...one.filters.slice(1), ...other.filters.slice(0, 1)] }
        : other;
      fc.pre(!sameJson(one, next));
      const { values: shown } = valuesOfMove({
        name: 'segmentation_details',
        before: { included_filters: one as JsonObject },
        after: { included_filters: next as JsonObject },
      });
      expect(shown.length).toBeGreaterThan(0);
      for (const { was, now, lines } of shown) expect(lines ?? was).not.toEqual(now ?? []);
    }),
  );
});

it.each<readonly [field: string, value: JsonValue]>([
  ['value', 'other'],
  ['executed', false],
  ['execution', { type: 'exactly', count: 9 }],
  ['negate', true],
  ['id', 'other'],
  ['category', 'other'],
  ['case_sensitive', true],
  ['primary_time_range', { type: 'inTheLast', value: 30 }],
  ['weight', 9],
])('a change of %s in a filter is shown, whatever else changes', (field, value) => {
  fc.assert(
    fc.property(anyFilter, anyFilter, (filter, added) => {
      const changed = { ...filter, [field]: value } as JsonObject;
      fc.pre(!sameJson((filter as JsonObject)[field], value));
      const shown = (one: JsonObject) =>
        valuesOfMove({
          name: 'segmentation_details',
          before: { included_filters: and(filter) },
          after: { included_filters: and(one, added) },
        }).values;
      expect(shown(changed)).not.toEqual(shown(filter as JsonObject));
    }),
  );
});

it('shows in a conflict who has which value', () => {
  const utm = (utm_source: string): Components => ({ utm_params: { utm_source } });
  const was = live({ components: utm('app') });
  const world = { desired: [desired({ components: utm('mail') })], live: [live({ components: utm('new') })] };
  const plan = planFor({ ...world, state: stateOf([bindingOf(was)]) });
  const [value] = planRows(plan).flatMap(({ values }) => values.flatMap((one) => one.values));
  expect(value?.lines?.map(({ text }) => text)).toEqual(['last applied: app', 'live: new', 'the file: mail']);
});

const START = 'The summer sale has begun, and everything that keeps you dry is on the front table: '.repeat(
  4,
);

/** The lines of an edited text, or of a new one. */
function edited(was: JsonValue | undefined, now: JsonValue): readonly string[] {
  const html = (text: JsonValue | undefined) => ({
    content: { email: text === undefined ? {} : { html_content: text } },
  });
  const [one, ...more] = differences(html(was), html(now));
  expect(more).toEqual([]);
  return one ? linesOf(one).map(lineText) : [];
}

it.each<readonly [what: string, was: JsonValue, now: JsonValue]>([
  ['a text', `${START}Boots.`, `${START}Tents.`],
  ['one line among others', `<p>\n${START}Boots.\n</p>`, `<p>\n${START}Tents.\n</p>`],
  ['two lines among others', `a\n${START}Boots.\n${START}1\nb`, `a\n${START}Tents.\n${START}2\nb`],
  ['a list of maps', [{ name: 'a', to: `${START}Boots` }], [{ name: 'a', to: `${START}Tents` }]],
])('a difference far inside %s is seen', (_, was, now) => {
  expect(edited(was, now).join('\n')).toMatch(/^- .*Boots(?:.|\n)*^\+ .*Tents/m);
});

it('an email in one line is split at its tags, and what is left out is counted', () => {
  const tags = Array.from({ length: 40 }, (_, at) => `<p>${at} ${'.'.repeat(at)}</p>`);
  expect(edited(undefined, tags.join(''))).toEqual([
    '  (1,170 characters)',
    ...tags.slice(0, 16).map((tag) => `+ ${tag}`),
    '  … 24 more lines',
  ]);
});

it('an image in an email hides nothing that follows it, and two images of one length differ', () => {
  const mail = (image: string, price: string) =>
    `<h1>Hi</h1>\n<img src="data:image/png;base64,${image.repeat(1100)}"><p>${price}</p>`;
  const shown = edited(mail('AAAA', 'Buy at 10'), mail('AAAB', 'Buy at 12'));
  expect(shown.join('\n')).toMatch(/^- .*Buy at 10(?:.|\n)*^\+ .*Buy at 12/m);
  expect(shown.length).toBeLessThan(8);
  const images = shown.join().match(/#[0-9a-f]+\]/g);
  expect(new Set(images).size).toBe(2);
});

it.each([
  ['empty lines', 'Hello\nBuy now', 'Hello\n\n\nBuy now'],
  ['a line break between tags', `<p>${START}</p><p>x</p>`, `<p>${START}</p>\n<p>x</p>`],
])('a text that differs only in %s is not shown as nothing', (_, was, now) => {
  const isLong = now.length > 300;
  expect(edited(was, now)).toHaveLength(isLong ? 2 : 1);
});

it('a text of which nearly everything changed is compared in bounded time', () => {
  const lines = (count: number, word: string) =>
    Array.from({ length: count }, (_, at) => `<p>${word} ${at * 7919}</p>`).join('\n');
  expect(edited(lines(18_000, 'old'), lines(60_000, 'new'))).toHaveLength(34);
});

it.each(['constructor', '__proto__'])('a member called %s is shown as added', (name) => {
  const member = (value: string) => JSON.parse(`{"a": 1, "${name}": "${value}"}`) as JsonObject;
  expect(differences({ a: 1 }, member('x'))).toMatchObject([{ field: name, was: undefined, now: 'x' }]);
  expect(differences(member('x'), { a: 1 })).toMatchObject([{ field: name, was: 'x', now: undefined }]);
});

it.each([
  ['a blank at its end', 'Hello', 'Hello '],
  ['a blank that does not break', 'Hello you', 'Hello\u00a0you'],
  ['two blanks', 'Hello you', 'Hello  you'],
  ['a character without a width', 'Hello', 'Hel\u200blo'],
  [
    'a long text with a blank at the end of a line',
    `<p>a</p>\n${'b'.repeat(300)}`,
    `<p>a</p> \n${'b'.repeat(300)}`,
  ],
])('an edit of %s is seen', (_, before, after) => {
  const [one] = differences({ title: before }, { title: after });
  const lines = one?.lines?.filter(({ mark }) => mark !== ' ') ?? [];
  const [was, now] = one?.lines
    ? ['-', '+'].map((mark) =>
        lines
          .filter((line) => line.mark === mark)
          .map(({ text }) => text)
          .join('\n'),
      )
    : [one?.was, one?.now];
  expect(visibleInline(was ?? '')).not.toBe(visibleInline(now ?? ''));
});
