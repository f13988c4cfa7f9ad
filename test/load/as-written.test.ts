import { expect, it } from 'vitest';
import { parse } from 'yaml';
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
  ['a hashtag on the next line', email('subject: Come to our sale, use\n        »#SUMMER25 to save')],
  ['hashtags on lines of their own', email('subject:\n        Come to our sale, use\n        »#SUMMER25\n        #now')],
  ['a subject in brackets', email('').replace('email:\n      ', 'email: { subject: You are our »#1 customer, sender_name: Shop\n    }')],
  ['the name of a campaign', email('subject: Hi').replace('{ name: An email }', '\n  name: Summer sale »#2')],
  ['a coupon code', 'channel: PUSH\ncampaign_delivery_type: ONE_TIME\nbasic_details: { name: A }\ncampaign_content:\n  content:\n    push:\n      android:\n        template_type: BASIC\n        basic_details: { title: a, message: b }\n        advanced:\n          coupon_code: SAVE »#5\n'],
])('%s that loses its end is a warning at the comment', (_, marked) => {
  const { places, found } = comments(marked, BOTH);
  expect(found.map(placeAndCode)).toEqual(places);
}); // prettier-ignore

it.each([
  ['subject: You are our #1 customer', '"You are our #1 customer"'],
  ['subject: They say "yes" #1', `'They say "yes" #1'`],
  ['subject: C:\\shop #2', "'C:\\shop #2'"],
  [`subject: It's "here" #3`, `'It''s "here" #3'`],
  ['subject: Come to our sale, use\n        #SUMMER25\n        #now', '"Come to our sale, use #SUMMER25 #now"'],
  ['html_content: Join us\n        for the #hike', '"Join us for the #hike"'],
])('%j: what the hint shows can be pasted', (written, shown) => {
  const [found] = comments(email(written)).found;
  expect(found?.hint).toContain(`: ${shown};`);
  const [name = ''] = written.split(':');
  const pasted = comments(email(`${name}: ${shown}`));
  expect(pasted.found).toEqual([]);
  expect((parse(email(`${name}: ${shown}`)) as Mail).campaign_content.content.email[name]).toBe(meantBy(written));
}); // prettier-ignore

it.each([
  ['subject', email('subject: »#1 in hiking'), '"#1 in hiking"'],
  ['a text in brackets', email('').replace('email:\n      ', 'email: { subject: »#1 in hiking\n    }'), '"#1 in hiking"'],
  ['a text on the next line', email('subject:»\n        #1 in hiking'), '"#1 in hiking"'],
])('%s that is only a comment: put it in quotes', (_, marked, shown) => {
  const { text, places } = unmark(marked);
  const found = load({ 'a.yaml': text }, BOTH).diagnostics.filter(({ code }) => code === 'E_TYPE');
  expect(found.map(placeAndCode)).toEqual(places.map((place) => `${place} E_TYPE`));
  expect(found[0]).toMatchObject({
    message: `subject is empty, because ${shown.slice(1, -1)} is a comment in YAML`,
    hint: `put the whole text in quotes: ${shown}`,
  });
}); // prettier-ignore

it('a note beside an empty text stays a note', () => {
  const [found] = load({ 'a.yaml': email('subject: # to be written') }).diagnostics;
  expect(found).toMatchObject({ message: 'subject is empty', hint: 'write text' });
});

it('a text that goes on in the next line is cut by a comment', () => {
  const { text, places } = unmark(email('subject: You are #1\n»        of all'));
  const [found] = load({ 'a.yaml': text }).diagnostics;
  expect(found && placeAndCode(found)).toBe(`${places.join()} E_YAML`);
  expect(found).toMatchObject({
    message: 'the text ends before #1, which is a comment in YAML',
    hint: 'put the whole text in quotes',
  });
});

/** The text without its key, and its lines joined: what a reader sees. */
function meantBy(written: string): string {
  return written.replace(/^\w+: /, '').replace(/\s*\n\s*/g, ' ');
}

interface Mail {
  readonly campaign_content: { readonly content: { readonly email: Readonly<Record<string, string>> } };
}

it('describes a long text instead of a part of it', () => {
  const [found] = comments(email(`subject: ${'a "quoted" word '.repeat(20)}#1`)).found;
  expect(found?.hint).toContain("put the whole text in single quotes, and write '' for each ' in it");
});

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

it.each([
  ['on one line', email('').replace('email:\n      ', 'email: { subject: You are our »#1 customer, sender_name: Shop }'), '"You are our #1 customer"'],
  ['on several lines', email('').replace('email:\n      ', 'email: {\n      subject: You are our »#1 customer,\n      sender_name: Shop,\n      from_address: a@example.com\n    }'), '"You are our #1 customer"'],
  ['in a list', 'channel: PUSH\nbasic_details:\n  tags: [Our »#1, b]\n  name: A\n', '"Our #1"'],
  ['in a list at the end of the file', 'channel: PUSH\nbasic_details: { name: A, tags: [Our »#1, b] }\n', '"Our #1"'],
  ['after an apostrophe', email('').replace('email:\n      ', `email: { subject: It's "our" »#1, sender_name: Shop }`), `'It''s "our" #1'`],
])('a text in brackets %s: the error is at the comment, which hides the rest', (_, marked, shown) => {
  const { text, places } = unmark(marked);
  const { diagnostics } = load({ 'a.yaml': text });
  expect(diagnostics.map(placeAndCode)).toEqual(places.map((place) => `${place} E_YAML`));
  expect(diagnostics[0]?.message).toContain('which is a comment in YAML');
  expect(diagnostics[0]?.hint).toContain(`: ${shown}`);
}); // prettier-ignore

it.each([
  ['an unclosed bracket', email('').replace('email:\n      ', 'email: { subject: Hi # the greeting\n    sender_name: b\n')],
  ['a note between entries', email('').replace('email:\n      ', 'email: {\n      subject: Hi, # short, I think\n      sender_name: "a" b\n    }')],
])('%s is not blamed on a comment', (_, text) => {
  const { diagnostics } = load({ 'a.yaml': text });
  expect(diagnostics).toMatchObject([{ code: 'E_YAML' }]);
  expect(diagnostics[0]?.message).not.toContain('comment');
}); // prettier-ignore

it('is named where a text goes on below it', () => {
  const { text, places } = unmark(
    email('subject: Come to our sale, use\n        #SUMMER25\n»        to save'),
  );
  const { diagnostics } = load({ 'a.yaml': text });
  expect(diagnostics.map(placeAndCode)).toEqual(places.map((place) => `${place} E_YAML`));
  expect(diagnostics[0]?.message).toBe('the text ends before #SUMMER25, which is a comment in YAML');
});

it('is reported in workspaces.yaml if a variable loses its end', () => {
  const configuration = 'workspaces:\n  local:\n    vars:\n      medium: Our #1 sale\n      count: 3\n';
  const { found } = comments(email('subject: { $var: medium }'), { ...BOTH, targets: ['local'], configuration });
  expect(found).toMatchObject([{ file: 'campaigns/workspaces.yaml', line: 4, column: 19 }]);
}); // prettier-ignore
