import { expect, it } from 'vitest';
import type { CampaignId } from '../../../src/model/campaign.ts';
import type { PartName, PullReport } from '../../../src/model/pull.ts';
import { pullText } from '../../../src/render/text/pull-text.ts';
import { PLAIN } from '../../../src/render/text/paint.ts';
import { key } from '../../support/builders.ts';

const ADA = { by: 'ada@example.com', at: '2031-01-01T08:00:00.000Z' };

function pulled(name: PartName, edit: PullReport['pulled'][number]['edit'] = ADA): string {
  const file = 'campaigns/a.yaml';
  const one = { key: key('a'), file, campaignId: 'id-a' as CampaignId, liveStatus: 'PAUSED', edit } as const;
  const parts = [{ name, before: { status: 'ACTIVE' }, after: { status: 'PAUSED' } }];
  const report = { workspace: 'local', pulled: [{ ...one, parts, files: [file], notes: [] }], left: [] };
  return pullText({ ...report, unknown: [], checked: 1, isDone: false }, { paint: PLAIN, columns: 80 });
}

it('names who last edited a campaign, but not for a status, of which the service does not say who changed it', () => {
  expect(pulled('utm_params')).toContain('last edited by ada@example.com on 2031-01-01 08:00 UTC\n');
  expect(pulled('status')).toContain('last edited on 2031-01-01 08:00 UTC\n');
  expect(pulled('status', { ...ADA, at: null })).not.toContain('last edited');
});
