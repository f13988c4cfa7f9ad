import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { inPreferredWords } from '../../src/load/preferred-spelling.ts';
import type { JsonValue } from '../../src/model/json.ts';

const level = (text: string) =>
  `advanced: { platform_level_priority: { ios_specific_priority: { interruption_level: ${text} } } } # loud\n`;
const ROWS: readonly (readonly [what: string, before: string, after: string])[] = [
  ['a level', level('Passive'), level('PASSIVE')],
  ['a level of two words', level('Time sensitive'), level('TIME_SENSITIVE')],
  ['a level in quotes', level("'Critical'"), level('CRITICAL')],
  [
    'a level in an override',
    `overrides:\n  staging:\n    ${level('Active')}`,
    `overrides:\n  staging:\n    ${level('ACTIVE')}`,
  ],
  [
    'a carousel, in every language',
    'campaign_content: { content: { default: { variation_1: { push: { ios: { basic_details: { carousel_content: { slider_transition: Manual } } } } } }, de: { variation_1: { push: { android: { basic_details: { carousel_content: { slider_transition: automatic } } } } } } } }\n',
    'campaign_content: { content: { default: { variation_1: { push: { ios: { basic_details: { carousel_content: { slider_transition: MANUAL } } } } } }, de: { variation_1: { push: { android: { basic_details: { carousel_content: { slider_transition: AUTOMATIC } } } } } } } }\n',
  ],
  [
    'a duration',
    'campaign_content:\n  variation_details: { sherpa_campaign_duration: "24", no_of_variations: 2 }\n',
    'campaign_content:\n  variation_details: { sherpa_campaign_duration: 24, no_of_variations: 2 }\n',
  ],
]; // prettier-ignore

describe('the preferred spelling', () => {
  it.each(ROWS)('of %s is written, and nothing else', (_, before, after) => {
    expect(preferred(before)).toEqual(parse(after));
    expect(preferred(after)).toEqual(parse(after));
  });

  it.each([
    ['a text elsewhere', 'basic_details: { tags: [Passive, manual, "24"], interruption_level: Passive }\n'],
    ['a level that is none', level('Loud')],
    ['a level that is written well', level('"PASSIVE"')],
    ['a level by reference', level('{ $var: level }')],
    ['a duration that is no number', 'campaign_content: { variation_details: { sherpa_campaign_duration: one day } }\n'],
  ])('does not change %s', (_, text) => {
    expect(preferred(text)).toEqual(parse(text));
  }); // prettier-ignore
});

function preferred(text: string): JsonValue {
  return inPreferredWords(parse(text) as JsonValue, []);
}
