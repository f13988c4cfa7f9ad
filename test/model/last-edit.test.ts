import { expect, it } from 'vitest';
import type { CampaignStatus, Components } from '../../src/model/campaign.ts';
import { editOfMove } from '../../src/model/last-edit.ts';
import { live } from '../support/builders.ts';

const UTM: Components = { utm_params: { utm_source: 'shop' } };
const EDITED: Components = { utm_params: { utm_source: 'app' } };
const BY_BOB = { updatedBy: 'bob@example.com', updatedAt: '2030-12-24 18:00:00' };
const AT = '2030-12-24T18:00:00.000Z';

it.each<readonly [what: string, from: CampaignStatus, observed: Components, by: string | null]>([
  ['a publication names its user', 'DRAFT', UTM, 'bob@example.com'],
  ['a pause names nobody', 'ACTIVE', UTM, null],
  ['after an edit, its author is not the one who published', 'DRAFT', EDITED, null],
])('%s', (_, from, observed, by) => {
  const shown = { ...live({ components: UTM }), ...BY_BOB };
  expect(editOfMove(from, shown, { observed })).toEqual({ by, at: AT });
});
