import { expect, it } from 'vitest';
import { BOTH, load, told, unmark } from '../support/load/marked.ts';

// YAML ends an unquoted text at a space followed by #.

const email = (fields: string, more = '') => `channel: EMAIL
campaign_delivery_type: ONE_TIME
basic_details: { name: An e-mail }
campaign_content:
  content:
    email:
      ${fields}
${more}`;

function comments(marked: string, loading: Parameters<typeof load>[1] = {}) {
  const { text, places } = unmark(marked);
  const found = load({ 'a.yaml': text }, loading).diagnostics;
  return {
    places: places.map((place) => `${place} W_COMMENT`),
    found: found.filter(({ code }) => code.endsWith('COMMENT')),
  };
}

it.each([
  ['a subject', email('subject: You are our »#1 customer')],
  ['a subject with a blank after the sign', email('subject: We are »# 1')],
  ['a body of two lines', email('html_content: Join us\n        for the »#hike')],
  ['a text of an override', email('subject: Hi', 'overrides:\n  staging:\n    campaign_content:\n      content:\n        email:\n          subject: Our »#1\n')],
  ['a title of a push', 'channel: PUSH\ncampaign_delivery_type: ONE_TIME\nbasic_details: { name: A }\ncampaign_content:\n  content:\n    push:\n      android:\n        template_type: BASIC\n        basic_details:\n          title: Our »#1 sale\n          message: Now\n'],
])('%s that loses its end is a warning at the comment', (_, marked) => {
  const { places, found } = comments(marked, BOTH);
  expect(found.map(told)).toEqual(places);
}); // prettier-ignore

it('shows the text in quotes', () => {
  const [found] = comments(email('subject: You are our #1 customer  ')).found;
  expect(found).toMatchObject({ width: '#1 customer'.length, message: 'the text ends before #1 customer, which is a comment in YAML' });
  expect(found?.hint).toContain('"You are our #1 customer"');
}); // prettier-ignore

it.each([
  ['quotes', 'subject: "You are our #1 customer"'],
  ['quotes, and then a comment', "subject: 'Welcome' # 7 letters"],
  ['a block', 'html_content: |\n        You are our #1 customer'],
  ['no blank before it', 'subject: Our#1'],
  ['a comment on a line of its own', 'subject: Welcome\n      # 7 letters'],
  ['a comment after what nobody reads', 'from_address: a@example.com # ours'],
  ['a comment after a reference', 'subject: { $var: medium } # by workspace'],
])('%s: nothing is lost', (_, fields) => {
  expect(comments(email(fields), BOTH).found).toEqual([]);
});

it('is reported in workspaces.yaml if a variable loses its end', () => {
  const configuration = 'workspaces:\n  local:\n    vars:\n      medium: Our #1 sale\n      count: 3\n';
  const { found } = comments(email('subject: { $var: medium }'), { ...BOTH, targets: ['local'], configuration });
  expect(found).toMatchObject([{ file: 'campaigns/workspaces.yaml', line: 4, column: 19 }]);
}); // prettier-ignore
