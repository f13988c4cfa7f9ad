import { expect, it } from 'vitest';
import { load } from '../support/load/marked.ts';

// A user attribute that one file spells otherwise than many: the service sends an empty text in its place.

const mail = (text: string) => `channel: EMAIL
campaign_delivery_type: ONE_TIME
basic_details: { name: "${text.replace(/\W/g, '-')}" }
campaign_content: { content: { email: { subject: "Hi ${text}" } } }
`;

const found = (usual: string, other: string, files = 3) => {
  const many = Array.from({ length: files }, (_, at) => [`many-${at}.yaml`, mail(usual)]);
  const texts = Object.fromEntries([...many, ['one.yaml', mail(other)]]) as Record<string, string>;
  return load(texts).diagnostics.filter(({ code }) => code === 'W_ATTRIBUTE');
};

it.each([
  ['{{ user.first_name }}', '{{ user.firstname }}'],
  ['{{ user.first_name }}', '{{ user.First_Name }}'],
  ['{{ user.first_name }}', '{{ user.frist_name }}'],
  ['{{ user.first_name }}', "{% if user['firstname'] %}x{% endif %}"],
  ["{{ UserAttribute['First Name'] }}", "{{ UserAttribute['Frist Name'] }}"],
])('many have %s: %s', (usual, other) => {
  expect(found(usual, other)).toMatchObject([{ file: 'campaigns/one.yaml', line: 4 }]);
});

it.each([
  ['the same', '{{ user.first_name }}', '{{ user.first_name }}', 3],
  ['its own name', '{{ user.first_name }}', "{{ UserAttribute['First Name'] }}", 3],
  ['another word', '{{ user.first_name }}', '{{ user.last_name }}', 3],
  ['a number', '{{ user.street_1 }}', '{{ user.street_2 }}', 3],
  ['a short name', '{{ user.age }}', '{{ user.ago }}', 3],
  ['few others', '{{ user.first_name }}', '{{ user.firstname }}', 2],
])('no finding: %s', (_, usual, other, files) => {
  expect(found(usual, other, files)).toEqual([]);
});
