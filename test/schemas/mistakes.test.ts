import { describe, expect, test } from 'vitest';
import { ACCEPTED, MISTAKES } from './mistakes.ts';
import { checker, merge } from './schemas.ts';

const asFile = checker('campaign');
const asCampaign = checker('components');

describe.each(MISTAKES)('%s', (_, base, patch, error) => {
  test('is one error in a campaign', () => {
    expect(asCampaign(merge(base, patch))).toEqual([error]);
  });

  test('is one error in a campaign file', () => {
    expect(asFile(merge(base, patch))).toEqual([error]);
  });
});

test.each(ACCEPTED)('%s is accepted', (_, base, patch) => {
  expect(asCampaign(merge(base, patch))).toEqual([]);
  expect(asFile(merge(base, patch))).toEqual([]);
});
