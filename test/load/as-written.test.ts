import { expect, it } from 'vitest';
import { BOTH, load, placeAndCode, unmark } from '../support/load/marked.ts';

// YAML ends an unquoted text at a space followed by #.

const email = (fields: string, more = '') => `channel: EMAIL
campaign_delivery_type: ONE_TIME
basic_details: { name: An email }
campaign_content:
  content:
    email:
      ${fields}
${more}`;

function comments(marked: string, loading: Parameters<typeof load>[1] = {}) {
  const { text, places } = unmark(marked);
  const found = load({ 'a.yaml': text }, loading).diagnostics;
  return {
    places: places.map((place) => `${place} W_UNQUOTED`),
    found: found.filter(({ code }) => code.endsWith('UNQUOTED')),
  };
}

it.each([
  ['a subject', email('subject: You are our »#1 customer')],
  ['a subject with a blank after the sign', email('subject: We are »# 1')],
  ['a body of two lines', email('html_content: Join us\n        for the »#hike')],
  ['a text of an override', email('subject: Hi', 'overrides:\n  staging:\n    campaign_content:\n      content:\n        email:\n          subject: Our »#1\n')],
  ['a title of a push', 'channel: PUSH\ncampaign_delivery_type: ONE_TIME\nbasic_details: { name: A }\ncampaign_content:\n  content:\n    push:\n      android:\n        template_type: BASIC\n        basic_details:\n          title: Our »#1 sale\n          message: Now\n'],
  ['a subject in brackets', email('').replace('email:\n      ', 'email: { subject: You are our »#1 customer, sender_name: Shop\n    }')],
  ['the name of a campaign', email('subject: Hi').replace('{ name: An email }', '\n  name: Summer sale »#2')],
  ['a coupon code', 'channel: PUSH\ncampaign_delivery_type: ONE_TIME\nbasic_details: { name: A }\ncampaign_content:\n  content:\n    push:\n      android:\n        template_type: BASIC\n        basic_details: { title: a, message: b }\n        advanced:\n          coupon_code: SAVE »#5\n'],
])('%s that loses its end is a warning at the comment', (_, marked) => {
  const { places, found } = comments(marked, BOTH);
  expect(found.map(placeAndCode)).toEqual(places);
}); // prettier-ignore

it.each([
  ['quotes', 'subject: "You are our #1 customer"'],
  ['quotes, and then a comment', "subject: 'Welcome' # 7 letters"],
  ['a block', 'html_content: |\n        You are our #1 customer'],
  ['no blank before it', 'subject: Our#1'],
  ['a comment on a line of its own', 'subject: Welcome\n      # 7 letters'],
  ['a comment after what nobody reads', 'from_address: a@example.com # ours'],
  ['a comment below the text', 'subject: Welcome\n        # 7 letters'],
  ['a field that was commented out, below the text', 'subject: Welcome\n        #sender_name: Shop'],
  ['a hashtag at the column of the key', 'subject: Welcome\n      #welcome'],
  ['a hashtag below a text in quotes', 'subject: "Welcome"\n        #welcome'],
  ['a comment in brackets', 'subject: { $var: medium }\n    # by workspace'],
  ['a comment after a reference', 'subject: { $var: medium } # by workspace'],
])('%s: nothing is lost', (_, fields) => {
  expect(comments(email(fields), BOTH).found).toEqual([]);
});

it.each([
  ['the name of a campaign', 'basic_details:\n  name: An email # 2nd try\n'],
  ['the name in brackets', 'basic_details: { name: An email # 2nd try\n  }\n'],
])('%s may be followed by a comment', (_, details) => {
  expect(comments(email('subject: Hi').replace('basic_details: { name: An email }\n', details)).found).toEqual([]);
}); // prettier-ignore

it('is reported in workspaces.yaml if a variable loses its end', () => {
  const configuration = 'workspaces:\n  local:\n    vars:\n      medium: Our #1 sale\n      count: 3\n';
  const { found } = comments(email('subject: { $var: medium }'), { ...BOTH, targets: ['local'], configuration });
  expect(found).toMatchObject([{ file: 'campaigns/workspaces.yaml', line: 4, column: 19 }]);
}); // prettier-ignore

it.each([
  ['text in curly quotes', email('subject: »“Hello”')],
  ['text in escaped quotes', email('subject: »\\"Hello\\"')],
  ['text that begins with an anchor', email('subject: »&Friends only')],
])('%s is a warning', (_, marked) => {
  const { places, found } = comments(marked);
  expect(found.map(placeAndCode)).toEqual(places);
});

it('a text whose anchor is used is meant so', () => {
  expect(comments(email('subject: &hi Hello\n      preview_text: *hi')).found).toEqual([]);
});
