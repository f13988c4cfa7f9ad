import { expect, it } from 'vitest';
import { resolveWithSamples } from '../../src/app/sample-values.ts';

const ADA = { id: 'u-1', label: 'Ada Byron, new customer' };
const shown = (text: string) => resolveWithSamples({ text }, ADA)['text'];

it.each([
  ['Hi {{ user.first_name }}', 'Hi Ada'],
  ["{{UserAttribute['Last Name']}}", 'Byron'],
  ['{{ user.id }}', 'u-1'],
  ['{{ user.first_name | default("friend") | upcase }}', 'ADA'],
  ['{{ user.first_name | default: "friend" }}', 'Ada'],
  ['{{ event.order_total }} for {{ event.product_name }}', '24.90 for (product name)'],
  ['{% for item in event.products %}{{ item }};{% endfor %}', '(products);'],
  ['{% if user.first_name %}Hi{% endif %}', 'Hi'],
  ['{{ user.first_name | of_the_service }}', 'Ada'],
  ['without any', 'without any'],
  // What Liquid can't read, and what would take too long, stays as it is written.
  ['{% product_set x %}', '{% product_set x %}'],
  ['{{ user.first_name', '{{ user.first_name'],
  ['{% for i in (1..999999999) %}x{% endfor %}', '{% for i in (1..999999999) %}x{% endfor %}'],
  ['{% include "/etc/passwd" %}', '{% include "/etc/passwd" %}'],
])('%s → %s', (text, wanted) => {
  expect(shown(text)).toBe(wanted);
});

it('fills texts at any depth, and leaves everything else', () => {
  const content = { list: [{ title: '{{ user.first_name }}' }, 1, null], flag: true };
  expect(resolveWithSamples(content, ADA)).toEqual({ list: [{ title: 'Ada' }, 1, null], flag: true });
});
