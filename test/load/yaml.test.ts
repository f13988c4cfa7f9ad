import { expect, it } from 'vitest';
import { load, placeAndCode, PUSH, unmark } from '../support/load/marked.ts';

// Texts that are no YAML, or not the YAML that their author meant. The first error is reported where the parser stopped.

const UTM = `${PUSH}utm_params:\n  utm_source: a\n`;
const mail = (subject: string) =>
  `channel: EMAIL\nbasic_details: { name: A }\ncampaign_content:\n  content:\n    email:\n      subject: ${subject}\n      preview_text: b\n`;
const filters = (entries: string) =>
  `${PUSH}segmentation_details:\n  included_filters:\n    filter_operator: and\n    filters:\n${entries}`;
const tags = (list: string) => `channel: PUSH\nbasic_details:\n  name: A\n  tags:${list}\n`;

/** Where the line that is reported begins: ». */
const ROWS: readonly (readonly [what: string, code: string, marked: string])[] = [
  ['a field one space too deep', 'YAML', `${PUSH}utm_params:\n»  utm_source: a\n   utm_medium: b\n`],
  ['a field one space too far out', 'YAML', `${UTM}» utm_medium: b\n`],
  ['the first field too deep', 'YAML', `${PUSH}utm_params:\n    utm_source: a\n»  utm_medium: b\n`],
  ['a component one space too deep', 'YAML', `${UTM}» status: DRAFT\n`],
  ['an entry of a list, at its key', 'YAML', filters('      - name: b\n    »- name: c\n')],
  ['a field at the dash of its entry', 'YAML', filters('      - filter_type: custom_segments\n»      name: b\n')],
  ['a line of a text, at the left margin', 'YAML', mail('|\n        <p>a\n»<p>b')],
  ['a tab', 'YAML', `${PUSH}utm_params:\n»\tutm_source: a\n`],
  ['a bracket that is never closed', 'YAML', `${PUSH}basic: { a: b\n»utm_params: { utm_source: a }\n`],
  ['a list that is never closed', 'YAML', `${PUSH}a: [b\n»c: d\n`],
  ['a quote that is never closed', 'YAML', `${mail('"Hello')}»`],
  ['an apostrophe in single quotes', 'YAML', mail("»'Don't miss it'")],
  ['text after a quote', 'YAML', mail('»"Welcome" to the shop')],
  ['a second colon', 'YAML', mail('»Sale: now')],
  ['an at sign', 'YAML', mail('»@you')],
  ['a dash', 'YAML', mail('»- 20% today')],
  ['an expression', 'YAML', mail('»{{ user.first_name }}')],
  ['an exclamation mark', 'YAML', mail('»!Last chance!')],
  ['a star', 'YAML', mail('»*Sale* now')],
  ['a text that goes on at the left margin', 'YAML', `${UTM}»and more\n`],
  ['a colon that is missing', 'YAML', `»channel PUSH\nstatus: DRAFT\n`],
  ['a colon without a space', 'YAML', `${UTM}»  utm_medium:push\n  utm_term: c\n`],
  ['a comma in braces', 'YAML', `${PUSH}utm_params: { utm_source: a, »and more, utm_medium: b }\n`],
  ['colons without spaces in braces', 'YAML', `${PUSH}utm_params: { »utm_source:a, utm_medium:b }\n`],
  ['names without values', 'YAML', `${PUSH}utm_params: { »utm_source, utm_medium }\n`],
  ['an entry that continues the one above it', 'YAML', tags('\n    - Gold\n        »- Silver')],
  ['the same with CRLF', 'YAML', tags('\n    - Gold\n        »- Silver').replaceAll('\n', '\r\n')],
  ['a list that continues a value', 'YAML', filters('      - name: Tier\n        value: Gold\n          »- Silver\n')],
  ['a list without spaces after its dashes', 'YAML', filters('      - name: Tier\n        value:\n          -Gold\n          »-Silver\n')],
  ['a merge conflict', 'MERGE_CONFLICT', `${PUSH}»<<<<<<< HEAD\nstatus: DRAFT\n=======\nstatus: ACTIVE\n>>>>>>> b\n`],
  ['a code block', 'YAML', `»\`\`\`yaml\n${PUSH}\`\`\`\n`],
  ['a comment with slashes', 'YAML', `»// ours\n${PUSH}`],
  ['a tag before a path', 'YAML', mail('»!include ./welcome.html')],
  ['an at sign before a path', 'YAML', mail('»@welcome.html')],
  ['a reference in a text', 'YAML', mail('»<p>{ $file: ./welcome.html }</p>')],
  ['a reference without braces', 'YAML', mail('»$file: ./welcome.html')],
  ['a reference in two braces', 'YAML', mail('»{{ $file: ./welcome.html }}')],
  ['text after a reference', 'YAML', mail('»{ $var: medium } Team')],
  ['with after a reference', 'YAML', mail('»{ $file: ./welcome.html }, with: { a: b }')],
  ['an equals sign', 'YAML', `»channel = PUSH\nstatus: DRAFT\n`],
  ['a second campaign', 'DUPLICATE_KEY', `${PUSH}»${PUSH}`],
  ['a key twice', 'DUPLICATE_KEY', `${UTM}»  utm_source: b\n`],
]; // prettier-ignore

it.each(ROWS)('%s is E_%s at its line', (_, code, marked) => {
  const { text, places } = unmark(marked);
  const { diagnostics } = load({ 'a.yaml': text });
  const lines = (all: readonly string[]) => all.map((one) => one.replace(/:\d+(?= |$)/, ''));
  expect(lines(diagnostics.map(placeAndCode))).toEqual(lines(places).map((line) => `${line} E_${code}`));
});

it.each([
  ['a sentence that goes on after a dash', mail('Only today\n        - while stocks last')],
  ['a line that a program broke', tags(`\n    - ${'a long tag '.repeat(6)}\n      - and its end`)],
  ['texts in brackets', tags(' [a,\n    b\n    -c]')],
  ['a text in quotes', tags('\n    - "a\n      - b"')],
  ['a block of text', mail('|\n        a\n        - b')],
  ['one text that begins with a dash', filters('      - name: Tier\n        value: -Gold\n')],
])('%s is not a list that was joined', (_, text) => {
  expect(load({ 'a.yaml': text }).diagnostics.map(({ code }) => code)).not.toContain('E_YAML');
}); // prettier-ignore

const CONTROLS = `${PUSH}delivery_controls:\n  bypass_dnd: false\n`;

// Without their own line above them, these fields would be sent as a part of another component, where they mean nothing.
it.each([
  ['tracking', `${CONTROLS}  »utm_source: a\n  utm_medium: b\n`, 'W'],
  ['a control group', `${CONTROLS}  »is_campaign_control_group_enabled: true\n  campaign_control_group_percentage: 20\n`, 'E'],
  ['a goal', `${CONTROLS}  »attribution_window_in_hours: 24\n`, 'W'],
  ['an override', `${CONTROLS}  »local:\n    delivery_controls: { bypass_dnd: true }\n`, 'E'],
  ['a frequency cap that is ignored', `${CONTROLS}scheduling_details:\n  delivery_type: ASAP\n  »ignore_frequency_capping: false\n`, 'E'],
  ['the event of a trigger', `channel: PUSH\ncampaign_delivery_type: EVENT_TRIGGERED\nbasic_details:\n  name: A\n  »included_filters: { filter_operator: and, filters: [{ filter_type: actions, action_name: Bought, executed: true }] }\n`, 'E'],
])('%s that lost the line above it is reported', (_, marked, severity) => {
  const { text, places } = unmark(marked);
  const found = load({ 'a.yaml': text }).diagnostics.map(placeAndCode);
  expect(found.map((one) => one.replace(/_.*/, ''))).toContain(`${places.join()} ${severity}`);
}); // prettier-ignore
