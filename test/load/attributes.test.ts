import { expect, it } from 'vitest';
import { load, workspace } from '../support/load/marked.ts';

// A user attribute that only one file uses, or that the workspace doesn't list: the service sends an empty text in its place.

const mail = (text: string) => `channel: EMAIL
campaign_delivery_type: ONE_TIME
basic_details: { name: "${text.replace(/\W/g, '-')}" }
campaign_content: { content: { email: { subject: 'Hi ${text.replaceAll("'", "''")}' } } }
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
  ['a typo of a single one', '{{ user.first_name }}', '{{ user.frist_name }}', 1],
])('no finding: %s', (_, usual, other, files) => {
  expect(found(usual, other, files)).toEqual([]);
});

it('one file among many has a name of its own', () => {
  expect(found('{{ user.first_name }}', '{{ user.firstname }}', 28)).toMatchObject([
    {
      file: 'campaigns/one.yaml',
      line: 4,
      column: 54,
      message: expect.stringContaining('"first_name"') as string,
    },
  ]);
});

it('a single other file with the same letters is enough, and both are reported', () => {
  const [one, ...others] = found('{{ user.first_name }}', '{{ user.firstname }}', 1);
  expect([one?.file, ...others.map(({ file }) => file)]).toEqual([
    'campaigns/many-0.yaml',
    'campaigns/one.yaml',
  ]);
});

it('a campaign that has both spellings is reported for the one that no other has', () => {
  const texts = {
    'a.yaml': mail('{{ user.first_name }}'),
    'b.yaml': mail('{{ user.first_name }} {{ user.firstname }}'),
  };
  const { diagnostics } = load(texts);
  expect(diagnostics.filter(({ code }) => code === 'W_ATTRIBUTE')).toMatchObject([
    { file: 'campaigns/b.yaml' },
  ]);
});

const LISTED = workspace({ attributes: ['first_name', 'Home City'] });

it.each([
  ['listed', '{{ user.first_name }}', 0],
  ['listed under the name of the service', "{{ user.home_city }}{{ UserAttribute['First Name'] }}", 0],
  ['of every user', '{{ user.id }}{{ user.email }}', 0],
  ['near a listed one', '{{ user.firstname }}', 1],
  ['unlike all', '{% if user.tier == "gold" %}x{% endif %}', 1],
])('with a list in the workspace, an attribute %s: %s', (_, text, count) => {
  const { diagnostics } = load({ 'a.yaml': mail(text), 'b.yaml': mail(text) }, { workspaces: [LISTED] });
  expect(diagnostics.filter(({ code }) => code === 'W_ATTRIBUTE')).toHaveLength(2 * count);
});
