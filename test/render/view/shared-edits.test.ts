import { describe, expect, it } from 'vitest';
import type { PlannedCampaign } from '../../../src/model/plan.ts';
import { planText } from '../../../src/render/text/plan-text.ts';
import { planMarkdown } from '../../support/report/plan-markdown.ts';
import { planHtml } from '../../../src/render/html/plan-html.ts';
import { describePlan } from '../../../src/render/view/plan-view.ts';
import { sharedEdits } from '../../../src/render/view/shared-edits.ts';
import { heldBy } from '../../../src/model/held.ts';
import { HELD_EXAMPLES } from '../../support/held-examples.ts';
import { PLAIN } from '../../../src/render/text/paint.ts';
import { planCase } from '../../support/golden/plan-case.ts';
import { readCase } from '../../support/golden/read-case.ts';

// The edit of a snippet in five emails, one of which has another edit, too.

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

it('of two campaigns leaves each its own line', () => {
  const two = plan.campaigns.filter(({ key }) => /boots|maps/.test(key));
  expect(groups(two)).toEqual(['boots', 'maps']);
});

it('is shown in full once, also for campaigns that reach other users', () => {
  const two = changed('newsletter/maps', (one) => ({
    ...one,
    desired: one.desired && {
      ...one.desired,
      components: { ...one.desired.components, segmentation_details: {} },
    },
  })).filter(({ key }) => /boots|maps/.test(key));
  const view = { ...plan, campaigns: two };
  for (const text of [
    planText(view, { paint: PLAIN, columns: 80 }),
    planMarkdown(view, { subject: 'Merging this', addressOf: ({ file }) => file, footnotes: [] }),
    planHtml(view, { subject: 'Applying this' }),
  ]) {
    expect(text.match(/Talweg/g)).toHaveLength(1);
    expect(text.match(/to: all users/g)).toHaveLength(1);
    expect(text).toContain('also in: newsletter/maps');
    expect(text).toContain('the same edit as in newsletter/boots (see there)');
  }
});

it('is shown in full once, also for campaigns whose edits are blocked', () => {
  const blocked = plan.campaigns
    .filter(({ key }) => /boots|huts/.test(key))
    .map((one): PlannedCampaign => ({
      ...one,
      ...{ verdict: 'held', steps: [] },
      held: [
        heldBy('locked', HELD_EXAMPLES['drafts-only'], {
          components: one.components.map(({ name }) => name),
        }),
      ],
    }));
  const view = { ...plan, campaigns: blocked };
  for (const text of [
    planText(view, { paint: PLAIN, columns: 80 }),
    planMarkdown(view, { subject: 'Merging this', addressOf: ({ file }) => file, footnotes: [] }),
    planHtml(view, { subject: 'Applying this' }),
  ]) {
    expect(text.match(/Talweg/g)).toHaveLength(1);
    expect(text).toContain('also in: newsletter/huts');
    expect(text).toContain('the same edit as in newsletter/boots (see there)');
    expect(text).toContain('Our huts in spring');
  }
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

/** Campaigns with their own bodies, which share no file and no variable. */
function copies(edits: readonly { readonly was: string; readonly now: string }[]): PlannedCampaign[] {
  const [model] = plan.campaigns as [PlannedCampaign];
  const contentOf = (html_content: string) => ({
    content: { email: { default: { variation_1: { html_content } } } },
  });
  return edits.map(({ was, now }, at) => {
    const [before, after] = [contentOf(was), contentOf(now)];
    return {
      ...model,
      key: `newsletter/n${at}` as PlannedCampaign['key'],
      desired: model.desired && { ...model.desired, sources: [model.desired.file], variables: [] },
      components: model.components.map((one) => ({ ...one, before, after })),
    };
  });
}

const FOOTER = { was: '<p>Bergstr. 1</p>', now: '<p>Talweg 12</p>' };

describe('the same edit of texts that share nothing', () => {
  const alike = copies(
    Array.from({ length: 23 }, (_, at) => ({
      was: `<h1>Offer ${at}</h1>\n${FOOTER.was}\n<p>Bye</p>`,
      now: `<h1>Offer ${at}</h1>\n${FOOTER.now}\n<p>Bye</p>`,
    })),
  );
  const whole = { ...plan, campaigns: alike };

  it.each([
    ['a terminal', planText(whole, { paint: PLAIN, columns: 80 })],
    [
      'Markdown',
      planMarkdown(whole, { subject: 'Merging this', addressOf: ({ file }) => file, footnotes: [] }),
    ],
    ['HTML', planHtml(whole, { subject: 'Applying this' })],
  ])('is shown once in %s, without the lines that differ', (_, text) => {
    expect(text).toContain('One edit in 23 campaigns');
    expect(text.match(/Talweg 12/g)).toHaveLength(1);
    expect(text).not.toContain('Offer');
    expect(text).toContain('newsletter/n22');
    expect(text).toContain('They use no common file or variable.');
  });

  it('is compared in full, not as it is cut', () => {
    const long = 'x '.repeat(400);
    const hidden = copies(
      ['a', 'b', 'c'].map((end) => ({ was: `<p>${long}</p>\n`, now: `<p>y${long}${end}</p>\n` })),
    );
    expect(groups(hidden)).toEqual(['n0', 'n1', 'n2']);
  });

  it('is another one if lines are between the removed and the added one', () => {
    const [replaced, moved] = [
      { was: 'a\nk\nl', now: 'b\nk\nl' },
      { was: 'a\nk\nl', now: 'k\nb\nl' },
    ];
    expect(groups(copies([replaced, replaced, replaced, moved]))).toEqual(['n0 n1 n2', 'n3']);
  });

  it('is not found in short values, each of which was edited on its own', () => {
    const subject = { was: 'Old', now: 'New' };
    expect(groups(copies([subject, subject, subject]))).toEqual(['n0', 'n1', 'n2']);
  });
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
