import { expect, it } from 'vitest';
import { describeCandidates } from '../../../src/app/importing/describe-candidates.ts';
import type { CampaignId } from '../../../src/model/campaign.ts';
import { adoptionText } from '../../../src/render/text/adoption-text.ts';
import { PLAIN } from '../../../src/render/text/paint.ts';
import { desired, live } from '../../support/builders.ts';

it.each([40, 80])('cuts no value by which candidates differ, in %i columns', (columns) => {
  const values = ['a', 'b'].map((end) => `spring-sale-for-everybody-in-the-north-${end}`);
  const [file = {}] = values.map((value) => ({ utm_params: { utm_campaign: value } }));
  const lives = values.map((value, at) => ({
    ...live({ components: { utm_params: { utm_campaign: value } } }),
    id: `64a1b2c3d4e5f6a7b8aaaaa${at}` as CampaignId,
  }));
  const doubtful = [describeCandidates(desired({ key: 'sale', components: file }), lives)];
  const report = { workspace: 'local', certain: [], doubtful, fresh: [], isDone: false };
  const words = adoptionText(report, { paint: PLAIN, columns }).replace(/\s+/g, '');
  for (const value of values) expect(words).toContain(value);
});
