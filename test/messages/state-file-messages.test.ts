import { expect, it } from 'vitest';
import { stateFileWords } from '../../src/messages/state-file-messages.ts';
import type { CampaignId } from '../../src/model/campaign.ts';
import type { StateFileFault } from '../../src/model/refusals/state-refusal.ts';

it.each<readonly [fault: StateFileFault, words: string]>([
  [{ code: 'not-json', said: 'Unexpected end of JSON input' }, 'Unexpected end of JSON input'],
  [{ code: 'other-format', expected: 'campaign-ledger/1' }, 'it does not say that it is campaign-ledger/1'],
  [{ code: 'other-shape', at: '/attempts/0', said: 'must be string' }, '/attempts/0 must be string'],
  [{ code: 'other-shape', at: '', said: undefined }, 'it has a different shape'],
  [{ code: 'other-key', key: 'promo/other' }, 'it says it is promo/other'],
  [{ code: 'bound-twice', campaignId: '64a1' as CampaignId }, '64a1 is bound twice'],
])('words %j', (fault, words) => {
  expect(stateFileWords(fault)).toBe(words);
});
