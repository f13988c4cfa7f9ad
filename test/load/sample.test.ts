import { expect, it } from 'vitest';
import { renderSample, type SampleView } from '../../src/load/content/sample.ts';

const ada = { id: 'u-1042', label: 'Ada Byron, new customer' };

const seen = (text: string, view?: SampleView) => {
  const { content, left } = renderSample({ title: text, list: [{ text }] }, view);
  expect(content.list).toEqual([{ text: content.title }]);
  return { text: content.title, left: left.filter(({ path }) => path[0] === 'title') };
};

const FILLED: readonly (readonly [text: string, shown: string, view?: SampleView])[] = [
  ['Hello', 'Hello'],
  ['Hello {{ user.first_name }}!', 'Hello Ada!'],
  ["{{UserAttribute['Last Name']}}", 'Lovelace'],
  ['{{ user.first_name }} {{ user.last_name }} {{ user.id }}', 'Ada Byron u-1042', { user: ada }],
  ['{{ user.favorite_color }}', '[favorite color]'],
  ['{{ event.date | date: "%Y" }} {{ event.price | times: 2 }}', '2031 49.8'],
  ['{{ user.name | upcase }}', 'ADA LOVELACE'],
  ['{{ user.first_name | default("friend") }}', 'Ada'],
  [
    "{{ event.product_name | default: 'x' }} at {{ event.price }}",
    'Boots at 24.90',
    { event: { product_name: 'Boots' } },
  ],
  ['{% if user.tier %}yes{% else %}no{% endif %}', 'yes'],
  ['{% for one in event.items %}{{ one.title }},{% endfor %}', '[title],[title],'],
  ['a{# never sent #}b', 'ab'],
  ['{% raw %}{{ kept }}{% endraw %}', '{{ kept }}'],
];

it.each(FILLED.map(([text, shown, view]) => ({ text, shown, view })))(
  'fills in $text',
  ({ text, shown, view }) => {
    expect(seen(text, view)).toEqual({ text: shown, left: [] });
  },
);

it.each<
  readonly [text: string, shown: string, left: readonly (readonly [expression: string, nth: number])[]]
>([
  [
    "Hi {{ContentBlock['footer']}} {{ user.first_name }}",
    "Hi {{ContentBlock['footer']}} Ada",
    [["{{ContentBlock['footer']}}", 0]],
  ],
  ['{{ user.name | nosuch }}', '{{ user.name | nosuch }}', [['{{ user.name | nosuch }}', 0]]],
  ['{{ a', '{{ a', [['{{', 0]]],
  ['{% if user.a %}open', '{% if user.a %}open', [['{% if user.a %}', 0]]],
  ['{% product_set x %}', '{% product_set x %}', [['{% product_set x %}', 0]]],
  ["{% include 'x' %}", "{% include 'x' %}", [["{% include 'x' %}", 0]]],
  [
    '{{ ProductSet.a }} {{ ProductSet.a }}',
    '{{ ProductSet.a }} {{ ProductSet.a }}',
    [
      ['{{ ProductSet.a }}', 0],
      ['{{ ProductSet.a }}', 1],
    ],
  ],
])('leaves and lists what it cannot fill in: %j', (text, shown, left) => {
  const found = seen(text);
  expect(found.text).toBe(shown);
  expect(found.left).toEqual(left.map(([expression, nth]) => ({ path: ['title'], expression, nth })));
});

it('ends in bounded time, whatever an expression asks for', () => {
  const text = '{% for a in (1..100000) %}{% for b in (1..100000) %}x{% endfor %}{% endfor %}';
  const started = performance.now();
  expect(seen(text).text).toBe(text);
  expect(performance.now() - started).toBeLessThan(20_000);
});
