import { expect, it } from 'vitest';
import { load, placeAndCode, unmark } from '../support/load/marked.ts';

const push = (platforms: string, content: string, more = '') => `channel: PUSH
campaign_delivery_type: ONE_TIME
basic_details:
  name: A push
  platforms: ${platforms}${more}
campaign_content: { content: { push: ${content} } }
`;
const android = (fields: string) => push('[ANDROID]', `{ android: ${fields} }`);
const ios = (fields: string) =>
  push(
    '[IOS]',
    `{ ios: ${fields} }`,
    '\n  platform_specific_details: { ios: { send_to_all_eligible_device: true } }',
  );
const BACKUP = 'template_backup: { title: a, message: b }';
const CAROUSEL = 'carousel_content: { slider_transition: MANUAL, slide_data: [] }';

const rows: readonly (readonly [what: string, marked: string])[] = [
  ['a stylized layout without backup', android('{ template_type: »STYLIZED_BASIC }')],
  ['a carousel without pictures', android(`{ template_type: »SIMPLE_IMAGE_CAROUSEL, ${BACKUP} }`)],
  ['a carousel on iOS without cover', ios(`{ template_type: »SIMPLE_IMAGE_CAROUSEL, ${BACKUP}, basic_details: { ${CAROUSEL} } }`)],
  ['a banner without picture', android(`{ template_type: »IMAGE_BANNER_WITH_TEXT, ${BACKUP} }`)],
  ['a timer without end', android(`{ template_type: »TIMER, ${BACKUP} }`)],
  ['a template of our own', android('{ template_type: Custom, custom_template_id: a }')],
]; // prettier-ignore

it.each(rows)('everything that a layout shows exists: %s', (_, marked) => {
  const { text, places } = unmark(marked);
  const { diagnostics, desired } = load({ 'a.yaml': text });
  expect(diagnostics.map(placeAndCode)).toEqual(places.map((place) => `${place} W_PUBLISH`));
  expect(desired.get('local')).toHaveLength(1);
});

it.each([
  ['no kind of device is chosen', '»{ name: a, platforms: [IOS] }', 'W_AUDIENCE'],
  ['none is true', devices('IOS', '»{ send_to_all_eligible_device: false }'), 'W_AUDIENCE'],
  [
    'two are chosen',
    devices('IOS, WEB', '»{ send_to_all_eligible_device: true, exclude_provisional_push_devices: true }'),
    'W_AUDIENCE',
  ],
  ['one is chosen', devices('IOS', '{ exclude_provisional_push_devices: true }'), ''],
  ['and without iOS none is asked for', '{ name: a, platforms: [WEB] }', ''],
])('with iOS among the platforms, %s', (_, marked, code) => {
  const { text, places } = unmark(
    `channel: PUSH\ncampaign_delivery_type: ONE_TIME\nbasic_details: ${marked}\n`,
  );
  const found = load({ 'a.yaml': text }).diagnostics;
  expect(found.map(placeAndCode)).toEqual(places.map((place) => `${place} ${code}`));
});

function devices(platforms: string, ios: string): string {
  return `{ name: a, platforms: [${platforms}], platform_specific_details: { ios: ${ios} } }`;
}
