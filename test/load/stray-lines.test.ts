import { describe, expect, it } from 'vitest';
import { load, placeAndCode, unmark } from '../support/load/marked.ts';

// Lines that belong to something other than YAML, or lack a colon. Each row has a file with the mark » before the mistake,
// what is said about it, and a part of the file with what the hint says to write in place of it.

const HEAD = 'channel: EMAIL\ncampaign_delivery_type: ONE_TIME\n';
const NAME = 'basic_details:\n  name: A\n';
const MAIL = `${HEAD}${NAME}`;
const list = (entries: string) => `${MAIL}  tags: ${entries}\n`;
const mail = (field: string) =>
  `${MAIL}campaign_content:\n  content:\n    email:\n${field}\n      sender_name: Shop\n`;
const push = (channel: string, field: string) =>
  `channel: PUSH\ncampaign_delivery_type: ONE_TIME\n${NAME}campaign_content:\n  content:\n    push:\n      android:\n        template_type: BASIC\n        basic_details:\n          notification_channel: ${channel}\n          ${field}\n          message: Hi\n`;
const filters = (entries: string) =>
  `${MAIL}segmentation_details:\n  included_filters:\n    filter_operator: and\n    filters:\n${entries}\n`;
const bought = (execution: string) =>
  filters(
    `      - filter_type: actions\n        action_name: Bought\n        executed: true\n        execution: ${execution}`,
  );

type Row = readonly [what: string, marked: string, message: string, hint: string, was: string, put: string];

const CONFLICT = ['this line is left over from a merge conflict', 'delete it, and keep only one version of the lines around it'] as const; // prettier-ignore
const CODE_BLOCK = ['this line belongs to a Markdown code block', 'delete it, and the other line with ``` if there is one'] as const; // prettier-ignore
const NO_BAR = 'the text of html_content has several lines, but no | before them';
const BAR = 'put the HTML into a file, and write html_content: { $file: ./body.html }; or write html_content: | with the HTML below it, each line indented by 2 more spaces than html_content'; // prettier-ignore
const NO_FORM = 'this line does not have the form name: value';

const ROWS: readonly Row[] = [
  ['the middle of a conflict', `${MAIL}»=======\nutm_params: { utm_source: a, utm_medium: b }\n`, ...CONFLICT, '=======\n', ''],
  ['the end of a conflict', `${MAIL}»>>>>>>> feature\n`, ...CONFLICT, '>>>>>>> feature\n', ''],
  ['the end of a conflict at the top', `»>>>>>>> feature\n${MAIL}`, ...CONFLICT, '>>>>>>> feature\n', ''],
  ['the beginning of a conflict', `${HEAD}»<<<<<<< HEAD\n${NAME}`, ...CONFLICT, '<<<<<<< HEAD\n', ''],
  ['the base of a conflict', `${HEAD}»||||||| 64a1b2c\n${NAME}`, ...CONFLICT, '||||||| 64a1b2c\n', ''],
  ['a code block', `»\`\`\`yaml\n${MAIL}\`\`\`\n`, ...CODE_BLOCK, '```yaml\n', ''],
  ['the end of a code block', `${MAIL}»\`\`\`\n`, ...CODE_BLOCK, '```\n', ''],
  ['a comment with slashes', `»// our mail\n${MAIL}`, "// doesn't begin a comment here", 'write # our mail', '// our mail', '# our mail'],
  ['such a comment inside', `${HEAD}»/* our mail */\n${NAME}`, "/* doesn't begin a comment here", 'write # our mail', '/* our mail */', '# our mail'],
  ['a comment of HTML', `»<!-- our mail -->\n${MAIL}`, "<!-- doesn't begin a comment here", 'write # our mail', '<!-- our mail -->', '# our mail'],
  ['an equals sign', `»channel = EMAIL\n${MAIL.slice(15)}`, 'a colon is required after channel, not =', 'write channel: EMAIL', 'channel = EMAIL', 'channel: EMAIL'],
  ['an equals sign inside', `${MAIL}  »content_type = PROMOTIONAL\n`, 'a colon is required after content_type, not =', 'write content_type: PROMOTIONAL', 'content_type = PROMOTIONAL', 'content_type: PROMOTIONAL'],
  ['a semicolon', `»channel; EMAIL\n${MAIL.slice(15)}`, 'a colon is required after channel, not ;', 'write channel: EMAIL', 'channel; EMAIL', 'channel: EMAIL'],
  ['a colon lost before a value', `»channel EMAIL\n${MAIL.slice(15)}`, 'the colon after channel is missing', 'write channel: EMAIL', 'channel EMAIL', 'channel: EMAIL'],
  ['a colon lost before a map', `${HEAD}»basic_details\n  name: A\n`, 'the colon after basic_details is missing', 'write basic_details:', 'basic_details\n', 'basic_details:\n'],
  ['a colon lost below another entry', `${MAIL}»utm_params\n  utm_source: a\n  utm_medium: b\n`, 'the colon after utm_params is missing', 'write utm_params:', 'utm_params\n', 'utm_params:\n'],
  ['a full-width colon', mail('      »subject： Hello'), 'the colon after subject is a special character', 'write subject: Hello', 'subject： Hello', 'subject: Hello'],
  ['a text that goes on at the same column', mail('      subject: Hello my friend\n      »and all the others'), NO_FORM, 'if it continues the text of subject, indent it by 2 more spaces', '      and all', '        and all'],
  ['a text that goes on at the left margin', mail('      subject: Hello my friend\n»and all the others'), NO_FORM, 'if it continues the text of subject, indent it by 8 more spaces', 'and all', '        and all'],
  ['two words', `»hello you\n${MAIL}`, NO_FORM, 'write it in that form, or begin it with # if it is a comment', 'hello you', '# hello you'],
  ['a # in brackets', list('[»#promo]'), '# begins a comment here, so the ] after it is part of the comment', 'put the whole text in quotes: "#promo"', '#promo', '"#promo"'],
  ['a # later in brackets', list('[a, »#promo, b]'), '# begins a comment here, so the ] after it is part of the comment', 'put the whole text in quotes: "#promo"', '#promo', '"#promo"'],
  ['a dash lost before the second entry', list('\n    - promo\n    »spring'), 'the dash before spring is missing', 'write - spring', '    spring', '    - spring'],
  ['a dash lost at the column of the key', list('\n  - promo\n  »spring sale'), 'the dash before spring sale is missing', 'write - spring sale', '  spring', '  - spring'],
  ['a long dash', filters('      »– filter_type: custom_segments\n        id: a\n        name: A'), 'this line begins with –, but an entry of a list begins with a hyphen', 'write - filter_type: custom_segments', '–', '-'],
  ['a long dash of a second entry', filters('      - filter_type: custom_segments\n        id: a\n        name: A\n      »– filter_type: custom_segments\n        id: b\n        name: B'), 'this line begins with –, but an entry of a list begins with a hyphen', 'write - filter_type: custom_segments', '–', '-'],
  ['a colon lost beside other entries', `${MAIL}  »team Growth\n`, 'the colon after team is missing', 'write team: Growth', 'team Growth', 'team: Growth'],
  ...['title Thanks', 'title Thanks {{ UserAttribute.name }}', 'title Thanks for all', 'titel Thanks {{ UserAttribute.name }}', 'Title Thanks'].map((line): Row => [`a colon lost below a word: ${line}`, push('orders', `»${line}`), `the colon after ${line.split(' ', 1)[0] ?? ''} is missing`, `write ${line.replace(/^tit(?:el|le)/i, 'title').replace(' ', ': ')}`, line, line.replace(/^tit(?:el|le)/i, 'title').replace(' ', ': ')]),
  ['a colon lost below a word, at the top', `${HEAD}»staus PAUSED\n${NAME}`, 'the colon after staus is missing', 'write status: PAUSED', 'staus PAUSED', 'status: PAUSED'],
  ['a colon lost before an expression', mail('      subject: Hello my friend\n      »preview_text {{ UserAttribute.name }}'), 'the colon after preview_text is missing', 'write preview_text: "{{ UserAttribute.name }}"', 'preview_text {{ UserAttribute.name }}', 'preview_text: "{{ UserAttribute.name }}"'],
  ['a colon lost, or a text that goes on', `${MAIL.replace(': A', ': A sale for')}  »team leaders of the world\n`, NO_FORM, 'write team: leaders of the world; or, if it continues the text of name, indent it by 2 more spaces', 'team l', 'team: l'],
  ['a text that goes on with an expression', mail('      subject: Hello my friend\n      »title holder {{ UserAttribute.name }}'), NO_FORM, 'if it continues the text of subject, indent it by 2 more spaces', '      title', '        title'],
  ['a comma lost in braces', bought('{ type: »atleast count: 1 }'), 'a comma is missing after atleast', 'write a comma before count', 'atleast', 'atleast,'],
  ['a comma lost after a number', bought('{ count: »1 type: atleast }'), 'a comma is missing after 1', 'write a comma before type', ' 1', ' 1,'],
  ['a comma lost after a quote', `${MAIL}utm_params: { utm_source: »"a" utm_medium: b }\n`, 'a comma is missing after "a"', 'write a comma before utm_medium', '"a"', '"a",'],
  ['a comma lost as in JSON', `${MAIL}utm_params: { "utm_source": »"a" "utm_medium": "b" }\n`, 'a comma is missing after "a"', 'write a comma before "utm_medium"', '"a"', '"a",'],
  ['a comma lost at the end of a line', `${MAIL}utm_params: {\n  utm_source: »a # note\n  utm_medium: b\n}\n`, 'a comma is missing after a', 'write a comma before utm_medium', ' a ', ' a, '],
  ['a comma lost after a bracket', `${HEAD}basic_details: { tags: [a, b»] name: A }\n`, 'a comma is missing after ]', 'write a comma before name', ']', '],'],
  ['a comma lost between maps', filters('      [{ filter_type: custom_segments, id: a, name: A »} { filter_type: custom_segments, id: b, name: B }]'), 'a comma is missing after }', 'write a comma before {', '} {', '}, {'],
  ['a comma lost in a list', list('[»"a" "b"]'), 'a comma is missing after "a"', 'write a comma before "b"', '"a"', '"a",'],
  ['a semicolon in place of a comma', `${MAIL}utm_params: { utm_source: »a; utm_medium: b }\n`, 'a comma is missing after a;', 'write a comma before utm_medium, in place of the semicolon', 'a;', 'a,'],
  ['a comma lost, or a second colon', `${HEAD}basic_details: { name: A »sale team: B }\n`, 'a comma is missing after sale', 'write a comma before team; or, if it belongs to the text of name, put the whole text in quotes', 'sale', 'sale,'],
  ['a second colon in braces', `${HEAD}basic_details: { name: Now: »sale: B }\n`, 'there is a second ": " on this line', 'put the text in quotes', 'Now: sale: B', '"Now: sale: B"'],
  ['a second colon in a value in braces', `${HEAD}basic_details: { name: »Now: sale }\n`, 'there is a second ": " on this line', 'put the text in quotes', 'Now: sale', '"Now: sale"'],
  ['a no-break space after a colon', mail('      »subject:\u00a0Hello'), 'a space is missing after the colon', 'write subject: Hello', 'subject:\u00a0Hello', 'subject: Hello'],
  ['HTML at the column of its field', mail('      html_content: |\n      »<p>Hello: you</p>\n      <p>b</p>'), "this is the text of html_content, but it isn't indented more than html_content", 'indent each line of the text by 2 more spaces, or move it to a file of its own', '      <p>Hello: you</p>\n      <p>b</p>', '        <p>Hello: you</p>\n        <p>b</p>'],
  ['HTML at the left margin', mail('      html_content: |\n»<p>Hello</p>\n<p>b</p>'), "this is the text of html_content, but it isn't indented more than html_content", 'indent each line of the text by 8 more spaces, or move it to a file of its own', '<p>Hello</p>\n<p>b</p>', '        <p>Hello</p>\n        <p>b</p>'],
  ['HTML without a bar, at the left margin', mail('      html_content:\n»<p>Hello: you</p>\n<p>b</p>'), NO_BAR, BAR, ':\n<p>Hello: you</p>\n<p>b</p>', ': |\n        <p>Hello: you</p>\n        <p>b</p>'],
  ['HTML without a bar, with a comment first', mail('      html_content:\n»<!-- a -->\n<style>\np { color: red; }\n</style>'), NO_BAR, BAR, '\n<!-- a -->\n<style>\np { color: red; }\n</style>', ' |\n        <!-- a -->\n        <style>\n        p { color: red; }\n        </style>'],
  ['HTML that begins behind its field', mail('      html_content: »<div>\n  <p style="margin: 0">b</p>\n</div>'), NO_BAR, BAR, ' <div>\n  <p style="margin: 0">b</p>\n</div>', ' |\n        <div>\n          <p style="margin: 0">b</p>\n        </div>'],
  ['HTML that is deeper but has a colon', mail('      html_content:\n        »<div>\n        <p>Hello: you</p>\n        </div>'), NO_BAR, BAR, 'html_content:\n', 'html_content: |\n'],
  ['HTML in quotes', mail('      html_content: »"<p>a</p>\n<p class="b">b</p>"'), NO_BAR, BAR, ' "<p>a</p>\n<p class="b">b</p>"', ' |\n        <p>a</p>\n        <p class="b">b</p>'],
  ['two entries on a line', `${MAIL}  »content_type: PROMOTIONAL, subscription_category: Offers\n`, 'content_type and subscription_category are on one line', 'write them on lines of their own, without the comma: content_type: PROMOTIONAL, and below it subscription_category: Offers', 'PROMOTIONAL, ', 'PROMOTIONAL\n  '],
  ['a name around everything', `»campaign:\n${MAIL.replace(/^/gm, '  ').trimEnd()}\n`, '"campaign" is not a key of a campaign file', 'delete this line, and move everything below it to the left margin', `campaign:\n${MAIL.replace(/^/gm, '  ').trimEnd()}\n`, MAIL],
  ['a list of campaigns', `»- channel: EMAIL\n  campaign_delivery_type: ONE_TIME\n  basic_details: { name: A }\n`, 'the file contains a list, but a file describes one campaign', 'write one file per campaign, without a dash, beginning with a line such as channel: EMAIL', '- channel: EMAIL\n  campaign_delivery_type: ONE_TIME\n  basic_details', `${HEAD}basic_details`],
]; // prettier-ignore

describe.each(ROWS)('%s', (_, marked, message, hint, was, put) => {
  const { text, places } = unmark(marked);

  it('is reported at its place, with what to write', () => {
    const { diagnostics } = load({ 'a.yaml': text });
    expect(diagnostics.map((one) => placeAndCode(one).split(' ')[0])).toEqual(places);
    expect(diagnostics).toMatchObject([{ message, hint }]);
  });

  it('is mended by what the hint says', () => {
    const mended = text.replace(was, put).replace(/^```\n/m, '');
    expect(mended).not.toBe(text);
    expect(load({ 'a.yaml': mended }).diagnostics).toEqual([]);
  });
});

it('a list with bullets of a word processor shows its first entry with a hyphen', () => {
  const { text, places } = unmark(list('»– a\n    – b'));
  const { diagnostics } = load({ 'a.yaml': text });
  expect(diagnostics.map(placeAndCode)).toEqual(places.map((place) => `${place} E_TYPE`));
  expect(diagnostics).toMatchObject([
    { hint: 'write each entry on a line of its own, with a hyphen: "- a"' },
  ]);
});

it.each([
  mail('      subject: "a"\n      html_content: |\n        =======\n        // b\n        ```'),
  mail('      subject: Today, message for you'),
])('%j is valid', (text) => {
  expect(load({ 'a.yaml': text }).diagnostics).toEqual([]);
});

it.each([
  ['a text with a comma and a second colon', mail('      subject: Today, remember: sale'), 'put the whole text in quotes: "Today, remember: sale"'],
  ['a text with the name of a field', mail('      subject: Good news, message: sale'), 'put the whole text in quotes: "Good news, message: sale"'],
])('%s is not two entries', (_, text, hint) => {
  expect(load({ 'a.yaml': text }).diagnostics).toMatchObject([{ hint }]);
}); // prettier-ignore

const PERIODIC = (frequency: string) => `channel: PUSH
campaign_delivery_type: PERIODIC
basic_details: { name: A }
scheduling_details:
  delivery_type: AT_FIXED_TIME
  timezone: UTC
  start_time: 2031-05-04T09:00:00
  periodic_details:
    sending_frequency: ${frequency}
    repeat_on_days_of_week: [SUNDAY]
`;

it.each([
  ['BIWEEKLY', 'to send every other week, write WEEKLY, and below it repeat_frequency: 2'],
  ['bi-weekly', 'to send every other week, write WEEKLY, and below it repeat_frequency: 2'],
  ['FORTNIGHTLY', 'to send every other week, write WEEKLY, and below it repeat_frequency: 2'],
  ['QUARTERLY', 'to send every 3 months, write MONTHLY, and below it repeat_frequency: 3'],
  ['YEARLY', 'to send every 12 months, write MONTHLY, and below it repeat_frequency: 12'],
  ['HOURLY', 'nothing is more frequent than DAILY; allowed: DAILY, WEEKLY, MONTHLY'],
  ['SEMIWEEKLY', 'allowed: DAILY, WEEKLY, MONTHLY'],
  ['Weekly', 'write "WEEKLY"'],
  ['WEKLY', 'write "WEEKLY"'],
])('the rhythm %s: no other rhythm is proposed', (frequency, hint) => {
  expect(load({ 'a.yaml': PERIODIC(frequency) }).diagnostics).toMatchObject([{ code: 'E_VALUE', hint }]);
});

const PUSH = PERIODIC('WEEKLY');
const audience = (fields: string) => `${MAIL}segmentation_details: { included_filters: { ${fields} } }\n`;
const age = (fields: string) =>
  audience(`filter_operator: and, filters: [{ filter_type: user_attributes, name: Age, ${fields} }]`);
const DOUBLE = 'in, between, lessThan, greaterThan, exists';

it.each([
  ['one workspace', `${MAIL}workspaces: local\n`, 'write [local]'],
  ['two workspaces', `${MAIL}workspaces: local, staging\n`, 'write [local, staging]'],
  ['a yes without quotes', `${MAIL}segmentation_details: { is_all_user_campaign: yes }\n`, 'write true'],
  ['a subject at the left margin', `${MAIL}subject: Hi\n`, 'move it below email:, which is below content: in campaign_content, indented by 6 more spaces'],
  ['an or of other programs', audience('filter_operator: "||", filters: []'), 'write "or"'],
  ['not, which no group has', audience('filter_operator: not, filters: []'), 'allowed: and, or; to negate a filter, write negate: true in it'],
  ['no operator', audience('filter_operator: , filters: []'), 'allowed: and, or'],
  ['greater than', age('data_type: double, operator: ">", value: 5'), `write "greaterThan"; allowed: ${DOUBLE}`],
  ['at least', age('data_type: double, operator: ">=", value: 5'), 'no operator means >=; for whole numbers, write operator: greaterThan and value: 4'],
  ['at most', age('data_type: double, operator: "<=", value: 5.5'), `no operator means <=; allowed: ${DOUBLE}`],
  ['equal', age('data_type: double, operator: =, value: 5'), 'write operator: in and value: [5]'],
  ['unequal', age('data_type: double, operator: "!=", value: [5]'), 'write operator: in, negate: true'],
  ['a span', age('data_type: double, operator: between, value: 18-25'), 'write operator: between, and value: [18, 25]'],
  ['a percentage', age('data_type: double, operator: greaterThan, value: 10%'), 'write 10'],
  ['an end', age('data_type: string, operator: is, value: "*@b.example"'), "write operator: endsWithInTheFollowing and value: ['@b.example']"],
  ['a beginning', age('data_type: string, operator: in, value: ["DE*"]'), 'write operator: startWithInTheFollowing and value: [DE]'],
  ['no rhythm', PUSH.replace(/ {2}periodic_details:[^]*/, ''), 'add a line such as periodic_details: { sending_frequency: WEEKLY, repeat_frequency: 1, repeat_on_days_of_week: [SUNDAY] }'],
  ['an empty name', PUSH.replace('name: A', 'name: ""'), 'write some text'],
  ['a segment without its ID', audience('filter_operator: and, filters: [{ filter_type: custom_segments, name: A }]'), 'add id, the ID of the segment in the service'],
])('%s: the hint shows what to write', (_, text, hint) => {
  expect(load({ 'a.yaml': text }).diagnostics).toMatchObject([{ hint }]);
}); // prettier-ignore

it.each([
  ['Xmas-Email.yaml', 'has capital letters', 'rename the file to xmas-email.yaml, or add a key: entry'],
  ['promo/xmas email.yaml', 'has spaces', 'rename the file to promo/xmas-email.yaml, or add a key: entry'],
  ['Xmas Email.yaml', 'has capital letters and spaces', 'rename the file to xmas-email.yaml, or add a key: entry'],
  ['_xmas.yaml', "doesn't begin with a letter or digit", 'rename the file to xmas.yaml, or add a key: entry'],
  ['xmäs.yaml', 'has characters other than a-z, 0-9, ".", "_" and "-"', 'rename the file to xmas.yaml, or add a key: entry'],
])('%s: the hint has a valid name', (below, why, hint) => {
  const segment = below.replace('.yaml', '').split('/').at(-1) ?? '';
  const message = `the path can't be used as a key: "${segment}" ${why}`;
  expect(load({ [below]: MAIL }).diagnostics).toMatchObject([{ code: 'E_KEY', message, hint }]);
}); // prettier-ignore
