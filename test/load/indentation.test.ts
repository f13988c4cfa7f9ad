import { expect, it } from 'vitest';
import { load, told, unmark } from '../support/load/marked.ts';

// Lines that begin at the wrong column. The parser often blames the line before, or a second colon.

const PUSH = 'channel: PUSH\ncampaign_delivery_type: ONE_TIME\nbasic_details: { name: A }\n';

function first(marked: string) {
  const { text, places } = unmark(marked);
  const [found] = load({ 'a.yaml': text }).diagnostics;
  return { places, found };
}

it.each([
  ['one too far', `${PUSH}scheduling_details:\n  delivery_type: ASAP\n   »timezone: UTC\n`, 'line 6 is indented by 3 spaces, its neighbors by 2'],
  ['one too few', `${PUSH}scheduling_details:\n  delivery_type: ASAP\n »timezone: UTC\n`, 'line 6 is indented by 1 space, its neighbors by 2'],
  ['between two levels', `${PUSH}utm_params:\n    utm_source: a\n  »utm_medium: b\n`, 'line 6 is indented by 2 spaces, its neighbors by 4'],
  ['too far below a plain value', 'channel: PUSH\n  »campaign_delivery_type: ONE_TIME\n', 'line 2 is indented by 2 spaces, its neighbors by 0'],
  ['the first line', ' »channel: PUSH\ncampaign_delivery_type: ONE_TIME\n', 'line 1 is indented by 1 space, its neighbors by 0'],
  ['deep inside', `${PUSH}campaign_content:\n  content:\n    push:\n      android:\n        template_type: BASIC\n         »basic_details: { title: a, message: b }\n`, 'line 9 is indented by 9 spaces, its neighbors by 8'],
  ['in a list', `${PUSH}segmentation_details:\n  included_filters:\n    filters:\n      - name: b\n        id: c\n       »filter_type: custom_segments\n`, 'line 9 is indented by 7 spaces, its neighbors by 8'],
  ['after a block of text', `${PUSH}campaign_content:\n  content:\n    email:\n      html_content: |\n        a: b\n          c: d\n     »subject: Hi\n`, 'line 10 is indented by 5 spaces, its neighbors by 6'],
  ['after comments and blank lines', `${PUSH}# note\n\nutm_params:\n  utm_source: a # b: c\n\n      # deep\n   »utm_medium: b\n`, 'line 10 is indented by 3 spaces, its neighbors by 2'],
])('%s: reported as such, at the indented line', (_, marked, message) => {
  const { places, found } = first(marked);
  expect(found && told(found)).toBe(`${places.join()} E_YAML_SYNTAX`);
  expect(found?.message).toBe(message);
}); // prettier-ignore

it.each([
  ['a bracket', `${PUSH}delivery_controls: { bypass_dnd: true\nutm_params: { utm_source: a, utm_medium: b }\n`, 'the { on line 4 is never closed'],
  ['a bracket of the last line', `${PUSH}utm_params: { utm_source: a\n`, 'the { on line 4 is never closed'],
  ['a list', 'channel: PUSH\nbasic_details:\n  platforms: [ANDROID\n', 'the [ on line 3 is never closed'],
])('%s that is never closed is reported with its line', (_, text, message) => {
  expect(first(text).found).toMatchObject({ code: 'E_YAML_SYNTAX', message });
}); // prettier-ignore

it('does not mention indentation if something else is wrong', () => {
  expect(first(`${PUSH}utm_params:\n  utm_source: a: b\n`).found?.message).toBe(
    'there is a second ": " on this line',
  );
  expect(first(`${PUSH}utm_params:\n  utm_source: "a\n  utm_medium: b\n`).found?.message).not.toContain(
    'neighbors',
  );
});
