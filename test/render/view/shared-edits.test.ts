import { expect, it } from 'vitest';
import type { PlannedCampaign } from '../../../src/model/plan.ts';
import { planText } from '../../../src/render/text/plan-text.ts';
import { planHtml } from '../../../src/render/html/plan-html.ts';
import { describePlan } from '../../../src/render/view/plan-view.ts';
import { sharedEdits } from '../../../src/render/view/shared-edits.ts';
import { PLAIN } from '../../../src/render/text/paint.ts';
import { planCase } from '../../support/golden/plan-case.ts';
import { readCase } from '../../support/golden/read-case.ts';

// The edit of a snippet in five e-mails, one of which has another edit, too.

const { plan } = planCase(readCase('104-one-snippet-in-many'));

function groups(campaigns: readonly PlannedCampaign[]): string[] {
  return sharedEdits(describePlan({ ...plan, campaigns }).changes).map(({ changes }) =>
    changes.map(({ campaign }) => campaign.key.replace('newsletter/', '')).join(' '),
  );
}

function changed(key: string, change: (campaign: PlannedCampaign) => PlannedCampaign): PlannedCampaign[] {
  return plan.campaigns.map((one) => (one.key === key ? change(one) : one));
}

it('is shown once for all that have it', () => {
  expect(groups(plan.campaigns)).toEqual(['boots maps rain tents', 'huts']);
});

it('is shown for each of two', () => {
  const two = plan.campaigns.filter(({ key }) => /boots|maps/.test(key));
  expect(groups(two)).toEqual(['boots', 'maps']);
});

it('leaves out campaigns that also start sending', () => {
  const starting = changed('newsletter/maps', (one) => ({
    ...one,
    verdict: 'transition',
    transition: { action: 'RESUME', from: 'PAUSED', to: 'ACTIVE' },
  }));
  expect(groups(starting)).toEqual(['boots rain tents', 'huts', 'maps']);
});

it('leaves out campaigns with another audience', () => {
  const other = changed('newsletter/maps', (one) => ({
    ...one,
    desired: one.desired && {
      ...one.desired,
      components: { ...one.desired.components, segmentation_details: {} },
    },
  }));
  expect(groups(other)).toEqual(['boots rain tents', 'huts', 'maps']);
});

it('is one edit only if the campaigns share a file or variable', () => {
  const apart = plan.campaigns.map((one) => ({
    ...one,
    desired: one.desired && { ...one.desired, sources: [one.desired.file], variables: [] },
  }));
  expect(groups(apart)).toEqual(['boots', 'huts', 'maps', 'rain', 'tents']);
});

it('names every campaign with its status, however many there are', () => {
  const many = Array.from({ length: 60 }, (_, at) => ({
    ...(plan.campaigns[0] as PlannedCampaign),
    key: `newsletter/n${at}` as PlannedCampaign['key'],
    liveStatus: at % 2 === 0 ? ('ACTIVE' as const) : ('DRAFT' as const),
  }));
  const whole = { ...plan, campaigns: many };
  const text = planText(whole, { paint: PLAIN, columns: 80 });
  expect(text).toContain('One edit in 60 campaigns');
  expect(text.match(/Talweg/g)).toHaveLength(1);
  const html = planHtml(whole, { subject: 'Applying this' });
  expect(html.match(/\+ <p>|\+ &lt;p&gt;/g)).toHaveLength(1);
  for (const { key } of many) {
    expect(text).toMatch(new RegExp(`${key}\\b`));
    expect(html).toContain(`${key}<`);
  }
});
