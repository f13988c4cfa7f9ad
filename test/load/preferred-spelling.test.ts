import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { inPreferredWords } from '../../src/load/preferred-spelling.ts';
import type { JsonValue } from '../../src/model/json.ts';

const level = (text: string) =>
  `advanced: { platform_level_priority: { ios_specific_priority: { interruption_level: ${text} } } } # loud\n`;
const carousels = (one: string, other: string) => {
  const basics = (transition: string) =>
    `{ basic_details: { carousel_content: { slider_transition: ${transition} } } }`;
  return `campaign_content: { content: { default: { variation_1: { push: { ios: ${basics(one)} } } }, de: { variation_1: { push: { android: ${basics(other)} } } } } }\n`;
};
const duration = (hours: string) =>
  `campaign_content:\n  variation_details: { sherpa_campaign_duration: ${hours}, no_of_variations: 2 }\n`;
const ROWS: readonly (readonly [what: string, before: string, after: string])[] = [
  ['a level', level('Passive'), level('PASSIVE')],
  ['a level of two words', level('Time sensitive'), level('TIME_SENSITIVE')],
  ['a level in quotes', level("'Critical'"), level('CRITICAL')],
  ['a level in an override', `overrides:\n  staging:\n    ${level('Active')}`, `overrides:\n  staging:\n    ${level('ACTIVE')}`],
  ['a carousel, in every language', carousels('Manual', 'automatic'), carousels('MANUAL', 'AUTOMATIC')],
  ['a duration', duration('"24"'), duration('24')],
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
