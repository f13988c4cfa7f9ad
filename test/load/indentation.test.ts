import { expect, it } from 'vitest';
import { load, placeAndCode, unmark } from '../support/load/marked.ts';

// Lines that begin at the wrong column. The parser often blames the line before, or a second colon.

const PUSH = 'channel: PUSH\ncampaign_delivery_type: ONE_TIME\nbasic_details: { name: A }\n';
const PAIRS = `${PUSH}campaign_content:
  content:
    push:
      android:
        key_value_pairs:
`;

function first(marked: string) {
  const { text, places } = unmark(marked);
  const [found] = load({ 'a.yaml': text }).diagnostics;
  return { places, found };
}

it.each([
  ['one too far', `${PUSH}scheduling_details:\n  delivery_type: ASAP\n   »timezone: UTC\n`, 'line 6 needs 2 spaces at its start, like the lines around it'],
  ['one too few', `${PUSH}scheduling_details:\n  delivery_type: ASAP\n »timezone: UTC\n`, 'line 6 needs 2 spaces at its start, like the lines around it'],
  ['between two levels', `${PUSH}utm_params:\n    utm_source: a\n  »utm_medium: b\n`, 'line 6 needs 4 spaces at its start, like the lines around it'],
  ['too far below a plain value', 'channel: PUSH\n  »campaign_delivery_type: ONE_TIME\n', 'line 2 belongs at the left margin'],
  ['the first line', ' »channel: PUSH\ncampaign_delivery_type: ONE_TIME\n', 'line 1 belongs at the left margin'],
  ['deep inside', `${PUSH}campaign_content:\n  content:\n    push:\n      android:\n        template_type: BASIC\n         »basic_details: { title: a, message: b }\n`, 'line 9 needs 8 spaces at its start, like the lines around it'],
  ['in a list', `${PUSH}segmentation_details:\n  included_filters:\n    filters:\n      - name: b\n        id: c\n       »filter_type: custom_segments\n`, 'line 9 needs 8 spaces at its start, like the lines around it'],
  ['after a block of text', `${PUSH}campaign_content:\n  content:\n    email:\n      html_content: |\n        a: b\n          c: d\n     »subject: Hi\n`, 'line 10 needs 6 spaces at its start, like the lines around it'],
  ['fields of a list entry, at its dash', `${PUSH}segmentation_details:\n  included_filters:\n    filters:\n      - filter_type: custom_segments\n      »name: b\n      id: c\n`, 'line 8 needs 8 spaces at its start, like the lines around it'],
  ['a field after a list, at its dashes', `channel: PUSH\nbasic_details:\n  tags:\n    - a\n    »name: A\n`, 'line 5 needs 2 spaces at its start, like the lines around it'],
  ['an entry of a list, at its key', `channel: PUSH\nbasic_details:\n  tags:\n    - a\n  »- b\n`, 'line 5 needs 4 spaces at its start, like the lines around it'],
  ['a line of a text, at its key', `${PUSH}campaign_content:\n  content:\n    email:\n      html_content: |\n        <p>a\n      »<p>b\n        <p>c\n      subject: d\n`, 'line 9 needs 8 spaces at its start, like the lines around it'],
  ['a line of a text, less than its first', `${PUSH}campaign_content:\n  content:\n    email:\n      html_content: >-\n          <p>a\n        »<p>b\n      subject: d\n`, 'line 9 needs 10 spaces at its start, like the lines around it'],
  ['a line of a text with an indicator', `${PUSH}campaign_content:\n  content:\n    email:\n      html_content: |4\n            <p>a\n        »<p>b\n      subject: d\n`, 'line 9 needs 10 spaces at its start, like the lines around it'],
  ['a line of a text, at the left margin', `${PUSH}campaign_content:\n  content:\n    email:\n      html_content: |\n        <p>a\n»<p>b\n`, 'line 9 needs 8 spaces at its start, like the lines around it'],
  ['without any, in a group', `${PUSH}segmentation_details:\n  included_filters:\n»filter_operator: and\n    filters: []\n`, 'line 6 needs 4 spaces at its start, like the lines around it'],
  ['without any, a field', `${PUSH}utm_params:\n  utm_source: a\n»utm_medium: b\n  utm_campaign: c\n`, 'line 6 needs 2 spaces at its start, like the lines around it'],
  ['without any, an entry of a list', `${PUSH}segmentation_details:\n  included_filters:\n    filter_operator: and\n    filters:\n»- filter_type: custom_segments\n        name: b\n        id: c\n`, 'line 8 needs 6 spaces at its start, like the lines below it'],
  ['without any, an entry with one more field', `${PUSH}segmentation_details:\n  included_filters:\n    filter_operator: and\n    filters:\n»- filter_type: custom_segments\n        name: b\n`, 'line 8 needs 6 spaces at its start, like the lines around it'],
  ['without any, a key above its value', `${PAIRS}        -\n»key: a\n          value: b\n`, 'line 10 needs 10 spaces at its start, like the lines around it'],
  ['without any, a key below its value', `${PAIRS}        - value: b\n»key: a\n      summary: c\n`, 'line 10 needs 10 spaces at its start, like the lines around it'],
  ['without any, a key above the next pair', `${PAIRS}        - value: b\n»key: a\n        - key: c\n          value: d\n`, 'line 10 needs 10 spaces at its start, like the lines around it'],
  ['after comments and blank lines', `${PUSH}# note\n\nutm_params:\n  utm_source: a # b: c\n\n      # deep\n   »utm_medium: b\n`, 'line 10 needs 2 spaces at its start, like the lines around it'],
])('%s: reported as such, at the indented line', (_, marked, message) => {
  const { places, found } = first(marked);
  expect(found && placeAndCode(found)).toBe(`${places.join()} E_YAML`);
  expect(found?.message).toBe(message);
}); // prettier-ignore

const EMAIL =
  'channel: EMAIL\ncampaign_delivery_type: ONE_TIME\nbasic_details: { name: A }\ncampaign_content:\n  content:\n    email:\n';
const REST =
  '      preview_text: b\n      sender_name: c\n      html_content: { $file: ./body.html }\nutm_params:\n  utm_source: a\n';

// The first field of a map seems to be right until the second doesn't fit it. Most of the fields are right.
it.each([
  ['the first field, too deep', `${EMAIL}        »subject: Hi\n${REST}`, 'line 7 needs 6 spaces at its start, like the lines below it', 'remove 2 spaces'],
  ['the first field, by one', `${EMAIL}     »subject: Hi\n${REST}`, 'line 7 needs 6 spaces at its start, like the lines below it', 'add 1 space'],
  ['the first field, at the column of its key', `${EMAIL}    »subject: Hi\n${REST}`, 'line 7 needs 6 spaces at its start, like the lines below it', 'add 2 spaces'],
  ['the first field, between two levels further out', `${EMAIL}   »subject: Hi\n${REST}`, 'line 7 needs 6 spaces at its start, like the lines below it', 'add 3 spaces'],
  ['the first field, far out', `${EMAIL}  »subject: Hi\n${REST}`, 'line 7 needs 6 spaces at its start, like the lines below it', 'add 4 spaces'],
  ['the first field, at the margin', `${EMAIL}»subject: Hi\n${REST}`, 'line 7 needs 6 spaces at its start, like the lines below it', 'add 6 spaces'],
  ['the first two fields', `${EMAIL}        »subject: Hi\n        from_address: a@example.com\n${REST}`, 'line 7 needs 6 spaces at its start, like the lines below it', 'remove 2 spaces'],
  ['a field among others', `${EMAIL}${REST.replace('      sender', '  »sender')}`, 'line 8 needs 6 spaces at its start, like the lines around it', 'add 4 spaces'],
  ['the first field, before maps', `${PUSH}segmentation_details:\n    »is_all_user_campaign: false\n  included_filters:\n    filter_operator: and\n    filters: []\n  excluded_filters:\n    filters: []\n`, 'line 5 needs 2 spaces at its start, like the lines below it', 'remove 2 spaces'],
  ['the first entry of a list', `channel: PUSH\nbasic_details:\n  tags:\n      »- a: b\n        c: d\n    - e\n    - f\n`, 'line 4 needs 4 spaces at its start, like the lines below it', 'remove 2 spaces'],
])('%s: most of the lines around it are right', (_, marked, message, hint) => {
  const { places, found } = first(marked);
  expect(found && placeAndCode(found)).toBe(`${places.join()} E_YAML`);
  expect(found).toMatchObject({ message, hint });
}); // prettier-ignore

const entry = (name: string, dash = '      ') =>
  `${dash}- filter_type: custom_segments\n        name: ${name}\n        id: ${name}\n`;
const filtersOf = (...entries: readonly string[]) =>
  `${PUSH}segmentation_details:\n  included_filters:\n    filter_operator: and\n    filters:\n${entries.join('')}`;

// A dash at the wrong column is usually noticed only at the second field of its entry.
it.each([
  ['of the only entry, by one too few', filtersOf(entry('a', '     »')), 'line 8 needs 6 spaces at its start, like the lines below it', 'add 1 space'],
  ['of the first entry, by one too few', filtersOf(entry('a', '     »'), entry('b')), 'line 8 needs 6 spaces at its start, like the lines below it', 'add 1 space'],
  ['of the first entry, by one too many', filtersOf(entry('a', '       »'), entry('b')), 'line 8 needs 6 spaces at its start, like the lines below it', 'remove 1 space'],
  ['of the first entry, by three too many', filtersOf(entry('a', '         »'), entry('b')), 'line 8 needs 6 spaces at its start, like the lines below it', 'remove 3 spaces'],
  ['of the first entry, at the column of its key', filtersOf(entry('a', '    »'), entry('b')), 'line 8 needs 6 spaces at its start, like the lines below it', 'add 2 spaces'],
  ['of a later entry, by one too few', filtersOf(entry('a'), entry('b', '     »'), entry('c')), 'line 11 needs 6 spaces at its start, like the lines around it', 'add 1 space'],
  ['of a later entry, by one too many', filtersOf(entry('a'), entry('b', '       »'), entry('c')), 'line 11 needs 6 spaces at its start, like the lines around it', 'remove 1 space'],
  ['of a later entry, at the column of the fields', filtersOf(entry('a'), entry('b', '        »'), entry('c')), 'line 11 needs 6 spaces at its start, like the lines around it', 'remove 2 spaces'],
  ['of the last entry, far out', filtersOf(entry('a'), entry('b', '   »')), 'line 11 needs 6 spaces at its start, like the lines around it', 'add 3 spaces'],
])('a dash %s: the line of the dash is named', (_, marked, message, hint) => {
  const { places, found } = first(marked);
  expect(found && placeAndCode(found)).toBe(`${places.join()} E_YAML`);
  expect(found).toMatchObject({ message, hint });
}); // prettier-ignore

// A name of the top level that is a bit too deep would fit the lines above it, but it never belongs there.
it.each([
  ['before its fields', `${PUSH}utm_params:\n  utm_source: a\n  utm_medium: b\n »delivery_controls:\n  bypass_dnd: true\n`],
  ['with its value', `${PUSH}utm_params:\n  utm_source: a\n  utm_medium: b\n »status: PAUSED\n`],
  ['below a value in braces', `${EMAIL}      subject: Hi\ndelivery_controls: { bypass_dnd: true }\n  »status: PAUSED\n`],
  ['below a value in braces, before its fields', `${EMAIL}      subject: Hi\ndelivery_controls: { bypass_dnd: true }\n  »utm_params:\n    utm_source: a\n    utm_medium: b\n`],
  ['below a plain value', `${EMAIL}      subject: Hi\nkey: a\n  »status: PAUSED\n  utm_params: { utm_source: a, utm_medium: b }\n`],
  ['in a file with deep levels', `${PUSH}utm_params:\n    utm_source: a\n  »status: PAUSED\n`],
])('a name of the top level that is indented a bit, %s, belongs at the left margin', (_, marked) => {
  const { places, found } = first(marked);
  expect(found && placeAndCode(found)).toBe(`${places.join()} E_YAML`);
  expect(found?.message).toBe(`line ${found?.line ?? 0} belongs at the left margin`);
  expect(found?.hint).toBe(`remove ${(found?.column ?? 0) === 2 ? '1 space' : '2 spaces'}`);
}); // prettier-ignore

it('a component of an override keeps the depth of its neighbors', () => {
  const text = `${PUSH}overrides:\n  local:\n    utm_params: { utm_source: a, utm_medium: b }\n   status: PAUSED\n`;
  expect(first(text).found?.message).toBe('line 7 needs 4 spaces at its start, like the lines around it');
});

it.each([
  ['a tab', `${EMAIL}»\tsubject: Welcome, {{ user.name }}\n${REST}`, 'there is a tab where spaces are required'],
  ['a tab after spaces', `${EMAIL}    »\tsubject: Hi\n${REST}`, 'there is a tab where spaces are required'],
  ['a tab before a reference', `channel: EMAIL\nconnector:\n»\tconnector_name: { $var: connector }\n`, 'there is a tab where spaces are required'],
  ['no-break spaces', `${EMAIL}»\u00a0\u00a0subject: Welcome, {{ user.name }}\n${REST}`, 'there is a no-break space where a normal space is required'],
  ['a no-break space after spaces', `${EMAIL}${REST.replace(' sender', '»\u00a0sender')}`, 'there is a no-break space where a normal space is required'],
  ['a no-break space in valid YAML', `channel: EMAIL\n»\u00a0key: a\n`, 'there is a no-break space where a normal space is required'],
  ['an em space', `${EMAIL}»\u2003subject: Hi\n${REST}`, 'there is a special space (U+2003) where a normal space is required'],
])('%s in the indentation is reported first', (_, marked, message) => {
  const { places, found } = first(marked);
  expect(found && placeAndCode(found)).toBe(`${places.join()} E_YAML`);
  expect(found?.message).toBe(message);
}); // prettier-ignore

it('a key that begins with a dash lacks a space, whichever line shows it', () => {
  const list = `${PUSH}segmentation_details:\n  included_filters:\n    filters:\n      »-name: b\n        id: c\n`;
  const { places, found } = first(list);
  expect(found && placeAndCode(found)).toBe(`${places.join()} E_YAML`);
  expect(found?.hint).toBe('put a space after each dash: "- name: b"');
});

it.each([
  ['a bracket', `${PUSH}delivery_controls: { bypass_dnd: true\nutm_params: { utm_source: a, utm_medium: b }\n`, 'the { on line 4 is never closed'],
  ['a bracket of the last line', `${PUSH}utm_params: { utm_source: a\n`, 'the { on line 4 is never closed'],
  ['a list', 'channel: PUSH\nbasic_details:\n  platforms: [ANDROID\n', 'the [ on line 3 is never closed'],
  ['a list of two lines', 'channel: PUSH\nbasic_details:\n  platforms: [ANDROID,\n    IOS\n  name: A\n', 'the [ on line 3 is never closed'],
  ['a list at the end of a list', `${PUSH}segmentation_details:\n  included_filters:\n    filters:\n      - name: Tier\n        value: [Gold\nutm_params:\n  utm_source: a\n`, 'the [ on line 8 is never closed'],
  ['a list in braces', `${PUSH}basic_details: { platforms: [ANDROID }\n`, 'the [ on line 4 is never closed'],
])('%s that is never closed is reported where it opens', (_, text, message) => {
  const { found } = first(text);
  expect(found).toMatchObject({ code: 'E_YAML', message });
  const line = text.split('\n')[(found?.line ?? 0) - 1] ?? '';
  expect(message).toContain(`the ${line.charAt((found?.column ?? 0) - 1)} on line ${found?.line ?? 0} `);
}); // prettier-ignore

const tier = (value: string) =>
  `${PUSH}segmentation_details:\n  included_filters:\n    filter_operator: and\n    filters:\n      - filter_type: user_attributes\n        name: Tier\n        data_type: string\n        operator: in\n        value:${value}\n`;
const tags = (list: string) =>
  `channel: PUSH\ncampaign_delivery_type: ONE_TIME\nbasic_details:\n  name: A\n  tags:${list}\n`;

// An unquoted text goes on in a deeper line, even if that line looks like the next entry of the list.
it.each([
  ['an entry too far', tier('\n          - Gold\n              »- Silver'), 'line 14 needs 10 spaces at its start, like the lines around it'],
  ['the same in a short list', tags('\n    - Gold\n        »- Silver\n    - Bronze'), 'line 7 needs 4 spaces at its start, like the lines around it'],
  ['the same with CRLF', tags('\n    - Gold\n        »- Silver').replaceAll('\n', '\r\n'), 'line 7 needs 4 spaces at its start, like the lines around it'],
  ['the same for platforms', tags(' [a]\n  platforms:\n  - ANDROID\n   »- IOS'), 'line 8 needs 2 spaces at its start, like the lines around it'],
  ['each text, at its first line', tags('\n    - a\n      »- b\n       - c\n    - d\n      »- e'), 'line 7 needs 4 spaces at its start, like the lines around it'],
  ['an entry without a space after its dash', tags('\n    - Gold\n      »-Silver'), 'line 7 needs 4 spaces at its start, like the lines around it'],
  ['a list after a value', tier(' Gold\n          »- Silver'), 'this line continues the text above it, so value is text, not a list'],
  ['a list after a value on a line of its own', tier('\n          Gold\n          »- Silver'), 'this line continues the text above it, so value is text, not a list'],
  ['a list without spaces after the dashes', tier('\n          »-Gold\n          -Silver'), 'the spaces after the dashes are missing, so value is text, not a list'],
])('%s would be joined: an error there', (_, marked, message) => {
  const { text, places } = unmark(marked);
  const { diagnostics } = load({ 'a.yaml': text });
  expect(diagnostics.map(placeAndCode)).toEqual(places.map((place) => `${place} E_YAML`));
  expect(diagnostics[0]?.message).toBe(message);
}); // prettier-ignore

const mail = (fields: string) =>
  `channel: EMAIL\ncampaign_delivery_type: ONE_TIME\nbasic_details: { name: A }\ncampaign_content:\n  content:\n    email:\n      html_content: a\n${fields}`;

it.each([
  ['a sentence that goes on after a dash', mail('      subject: Only today\n        - while stocks last\n')],
  ['a line that a program broke', tags(`\n    - ${'a long tag '.repeat(6)}\n      - and its end`)],
  ['texts in brackets', tags(' [a,\n    b\n    -c]')],
  ['a text in quotes', tags('\n    - "a\n      - b"')],
  ['a list in a list', tier('\n          -\n            - a\n            - b')],
  ['a block of text', mail('      subject: |\n        a\n        - b\n')],
  ['one entry that begins with a dash', tier(' -Gold')],
])('%s is not a list that was joined', (_, text) => {
  expect(load({ 'a.yaml': text }).diagnostics.filter(({ code }) => code.startsWith('E_'))).toEqual([]);
}); // prettier-ignore

const push = (part: string) => `${PUSH}campaign_content:\n  content:\n    push:\n${part}`;
const keyed = (part: string) =>
  `channel: EMAIL\ncampaign_delivery_type: ONE_TIME\nbasic_details: { name: A }\ncampaign_content:\n  locales: [de]\n  content:\n    default: { variation_1: { email: { subject: a, html_content: b } } }\n    de:\n      variation_1:\n${part}`;
const WEB = '      web:\n        template_type: BASIC\n';

// Valid YAML, in which a field belongs to a map further out than it was meant to.
it.each([
  ['a part of a platform', push(`${WEB}      »basic_details:\n        title: a\n        message: b\n`), 'line 9 needs 8 spaces at its start, like the lines around it', 'indent lines 9 to 11 by 2 more spaces, so that basic_details belongs to web'],
  ['the same in an override', `${PUSH}overrides:\n  local:\n    campaign_content:\n      content:\n        push:\n          web:\n            template_type: BASIC\n          »basic_details: { title: a, message: b }\n`, 'line 11 needs 12 spaces at its start, like the lines around it', 'indent it by 2 more spaces, so that basic_details belongs to web'],
  ['two fields of an email', mail('    »sender_name: b\n    subject: c\n'), 'line 8 needs 6 spaces at its start, like the lines around it', 'indent lines 8 and 9 by 2 more spaces, so that they belong to email'],
  ['a body before the email ends', mail('    »subject: |\n      Hi\n      there\n'), 'line 8 needs 6 spaces at its start, like the lines around it', 'indent lines 8 to 10 by 2 more spaces, so that subject belongs to email'],
  ['fields of a component', `channel: PUSH\ncampaign_delivery_type: ONE_TIME\nbasic_details:\n»name: A\nplatforms:\n  - ANDROID\n`, 'line 4 is not indented, so basic_details is empty', 'indent lines 4 to 6 by 2 more spaces, so that they belong to basic_details'],
  ['a group of a component', `${PUSH}segmentation_details:\n»included_filters:\n  filter_operator: and\n  filters: []\n`, 'line 5 is not indented, so segmentation_details is empty', 'indent lines 5 to 7 by 2 more spaces, so that included_filters belongs to segmentation_details'],
  ['the last fields of a component', `${PUSH}scheduling_details:\n  delivery_type: AT_FIXED_TIME\n»start_time: 2031-05-01T09:00:00\ntimezone: UTC\n`, 'line 6 needs 2 spaces at its start, like the lines around it', 'indent lines 6 and 7 by 2 more spaces, so that they belong to scheduling_details'],
  ['all of the content', `${PUSH}campaign_content:\n  content:\n  »push: { android: { template_type: BASIC, basic_details: { title: a, message: b } } }\n`, 'line 6 is indented by only 2 spaces, so content is empty', 'indent it by 2 more spaces, so that push belongs to content'],
  ['a field of a filter', `${PUSH}segmentation_details:\n  included_filters:\n    filter_operator: and\n    filters:\n      - filter_type: custom_segments\n    »id: b\n`, 'line 9 needs 8 spaces at its start, like the lines around it', 'indent it by 4 more spaces, so that id belongs to the last entry of filters'],
  ['a workspace of overrides', `${PUSH}overrides:\n»local:\n  status: PAUSED\n`, 'line 5 is not indented, so overrides is empty', 'indent lines 5 and 6 by 2 more spaces, so that local belongs to overrides'],
  ['the fields of a workspace', `${PUSH}overrides:\n  local:\n  »status: PAUSED\n`, 'line 6 is indented by only 2 spaces, so local is empty', 'indent it by 2 more spaces, so that status belongs to local'],
])('%s, too little: one error that says how far', (_, marked, message, hint) => {
  const { text, places } = unmark(marked);
  const { diagnostics } = load({ 'a.yaml': text });
  expect(diagnostics.map(placeAndCode)).toEqual(places.map((place) => `${place} E_UNKNOWN_KEY`));
  expect(diagnostics[0]).toMatchObject({ message, hint });
  expect(diagnostics[0]?.fix).toBeUndefined();
}); // prettier-ignore

it.each([
  ['a picture of a platform', push('      android:\n        template_type: BASIC\n        basic_details:\n          title: a\n          message: b\n        »image_url: https://example.com/a.png\n'), 'image_url belongs to basic_details'],
  ['a body of a variation', keyed('        email:\n          subject: a\n        »html_content: b\n'), 'html_content belongs to email'],
])('%s, too little: a warning, because the service would store it', (_, marked, hint) => {
  const { text, places } = unmark(marked);
  const { diagnostics } = load({ 'a.yaml': text });
  expect(diagnostics.map(placeAndCode)).toEqual(places.map((place) => `${place} W_UNKNOWN_FIELD`));
  expect(diagnostics[0]?.hint).toContain(hint);
}); // prettier-ignore

it.each([
  ['in brackets', `${PUSH}campaign_content: { content: { push: { web: { template_type: BASIC },\n  »basic_details: { title: a, message: b } } } }\n`, 'move it into android, ios or web'],
  ['before the platforms', push(`      »basic_details:\n        title: a\n        message: b\n${WEB}`), 'move it into android, ios or web'],
  ['that the file lacks', push(`${WEB}      »utm_params: { utm_source: a, utm_medium: b }\n`), 'move it to the top level, at the left margin'],
])('a component inside another one, %s: the hint does not lead to a second mistake', (_, marked, hint) => {
  const { text, places } = unmark(marked);
  const { diagnostics } = load({ 'a.yaml': text });
  expect(diagnostics.map(placeAndCode)).toEqual(places.map((place) => `${place} E_UNKNOWN_KEY`));
  expect(diagnostics[0]?.hint).toBe(hint);
}); // prettier-ignore

const GROUP = '    filter_operator: and\n    filters: []\n';
const HI = `campaign_content:\n  content: { push: { android: { template_type: BASIC, basic_details: { title: a, message: b } } } }\n`;

it.each([
  ['a component', `${PUSH}${HI}  »included_filters:\n${GROUP}`, 'included_filters', 'segmentation_details'],
  ['a component, of a campaign to be sent', `status: ACTIVE\n${PUSH}${HI}  »included_filters:\n${GROUP}scheduling_details: { delivery_type: ASAP }\n`, 'included_filters', 'segmentation_details'],
  ['a group', `${PUSH}${HI}segmentation_details:\n    »filter_operator: and\n    filters: []\n`, 'filter_operator', 'included_filters'],
])('the fields of %s whose own line is lost: one error', (_, marked, field, home) => {
  const { text, places } = unmark(marked);
  const { diagnostics } = load({ 'a.yaml': text }, { publishing: true });
  const found = diagnostics.filter(({ code }) => /AUDIENCE|UNKNOWN/.test(code) || code.endsWith('PUBLISH'));
  expect(found.filter(({ message }) => /filter|segment|audience/.test(message)).map(placeAndCode)).toEqual([`${places.join()} E_UNKNOWN_KEY`]);
  expect(found.find(({ code }) => code === 'E_UNKNOWN_KEY')).toMatchObject({
    message: `${field} belongs to ${home}, which is missing`,
    hint: `write ${home}: on the line above it`,
  });
}); // prettier-ignore

it('does not mention indentation if something else is wrong', () => {
  expect(first(`${PUSH}utm_params:\n  utm_source: a: b\n`).found?.message).toBe(
    'there is a second ": " on this line',
  );
  expect(first(`${PUSH}utm_params:\n  utm_source: "a\n  utm_medium: b\n`).found?.message).not.toContain(
    'at its start',
  );
});

const ON = (spaces: number) => (spaces === 0 ? 'at the left margin' : `with ${spaces} spaces at its start`);

it.each([
  ['basic_details', 0, 'channel: PUSH\ncampaign_delivery_type: ONE_TIME\n  »name: A\n  platforms: [ANDROID]\n'],
  ['filters', 4, `${PUSH}segmentation_details:\n  included_filters:\n    filter_operator: and\n      »- filter_type: custom_segments\n        name: b\n        id: c\n`],
  ['goals', 2, `${PUSH}conversion_goal_details:\n  attribution_window_in_hours: 24\n    »- goal_name: b\n      goal_event_name: c\n`],
  ['basic_details', 8, `${PUSH}campaign_content:\n  content:\n    push:\n      android:\n        template_type: BASIC\n          »title: a\n          notification_channel: c\n          message: b\n        template_backup: { title: a, message: b }\n`],
  ['periodic_details', 2, `${PUSH}scheduling_details:\n  delivery_type: AT_FIXED_TIME\n  start_time: 2031-05-04T09:00:00\n  timezone: UTC\n    »sending_frequency: WEEKLY\n    repeat_on_days_of_week: [SUNDAY]\n`],
])('the line %s: above the marked one is missing: says which, and where it belongs', (name, spaces, marked) => {
  const { places, found } = first(marked);
  expect(found && placeAndCode(found)).toBe(`${places[0] ?? ''} E_YAML`);
  expect(found?.message).toMatch(new RegExp(` belongs to ${name}, which is missing$`));
  expect(found?.hint).toBe(`write ${name}: on the line above it, ${ON(spaces)}`);
}); // prettier-ignore
