import { describe, expect, it } from 'vitest';
import { FAILURES } from '../../../src/messages/catalog/failures.ts';
import { plainText } from '../../../src/messages/phrase.ts';
import type { FailureCause } from '../../../src/model/failure.ts';
import { heldBy, type HeldCause } from '../../../src/model/held.ts';
import type { PlannedCampaign } from '../../../src/model/plan.ts';
import { emptyResult } from '../../../src/model/result.ts';
import { byValues, groupRows } from '../../../src/render/rows/group.ts';
import { planRows } from '../../../src/render/rows/plan-rows.ts';
import { resultRows } from '../../../src/render/rows/result-rows.ts';
import type { Row } from '../../../src/render/rows/row.ts';
import { campaignId, desired, key, planFor } from '../../support/builders.ts';
import { exampleOf, HELD_EXAMPLES } from '../../support/catalogs.ts';
import { planCase } from '../../support/golden/plan-case.ts';
import { readCase } from '../../support/golden/read-case.ts';

// A cause that many campaigns share is reported once, with all their keys, in every medium.

const NAMES = ['alpha', 'beta', 'gamma'];

/** The same cause for another campaign. */
function ownCause(cause: HeldCause, name: string): HeldCause {
  const id = `id-${name}`;
  const names = { key: name, file: `campaigns/${name}.yaml`, orphan: `old-${name}`, campaignId: id };
  const own = Object.entries(names).filter(([field]) => field in cause && !(cause.code === 'type-changed'));
  const found = 'found' in cause ? { found: [{ id, status: 'DRAFT' }] } : {};
  return { ...cause, ...Object.fromEntries(own), ...found } as HeldCause;
}

/** The only group of some rows, whose words name none of the campaigns. */
function expectOnce(rows: readonly Row[]): void {
  const [group, ...others] = groupRows(rows);
  expect(others).toEqual([]);
  expect(group?.rows.map(({ subject }) => subject)).toEqual(NAMES);
  expect(plainText(group?.why ?? [])).not.toMatch(new RegExp(NAMES.join('|')));
}

/** Every reason, except the guard, which has its own sentence. */
describe.each(Object.values(HELD_EXAMPLES).filter(({ code }) => code !== 'guard'))('$code', (cause) => {
  const blocked = (name: string) => heldBy('locked', ownCause(cause, name));

  it('is reported once in a plan', () => {
    const plan = planFor({ desired: NAMES.map((name) => desired({ key: name })) });
    const campaigns = plan.campaigns
      .map((one): PlannedCampaign => ({
        ...one,
        ...{ verdict: 'held', steps: [], components: [], held: [blocked(one.key)] },
        campaignId: campaignId(`id-${one.key}`),
      }))
      .toSorted((one, other) => NAMES.indexOf(one.key) - NAMES.indexOf(other.key));
    expectOnce(planRows({ ...plan, campaigns }));
  });

  it('is reported once in a result', () => {
    const held = NAMES.map((name) => ({ key: key(name), ...blocked(name) }));
    expectOnce(resultRows({ ...emptyResult('local', { refused: undefined }), held }, { plan: undefined }));
  });
});

it.each(Object.keys(FAILURES))('a failure of several campaigns is reported once: %s', (code) => {
  const failed = NAMES.map((name) => ({
    ...{ key: key(name), responseId: null },
    cause: { code, ...exampleOf('failures', code) } as FailureCause,
  }));
  expectOnce(resultRows({ ...emptyResult('local', { refused: undefined }), failed }, { plan: undefined }));
});

describe('one edit of a snippet in five emails, one of which has another edit, too', () => {
  const { plan } = planCase(readCase('104-one-snippet-in-many'));
  const groups = (campaigns: readonly PlannedCampaign[]) =>
    groupRows(planRows({ ...plan, campaigns })).map(({ rows }) =>
      rows.map(({ subject }) => subject.replace('newsletter/', '')).join(' '),
    );
  /** Copies of one campaign, each with its own body. */
  const copies = (edits: readonly { readonly was: string; readonly now: string }[]) => {
    const [model] = plan.campaigns as [PlannedCampaign];
    const contentOf = (html: string) => ({
      content: { email: { default: { variation_1: { html_content: html } } } },
    });
    return edits.map(({ was, now }, at): PlannedCampaign => ({
      ...model,
      key: key(`n${at}`),
      components: model.components.map((one) => ({ ...one, before: contentOf(was), after: contentOf(now) })),
    }));
  };

  it('is one row, and of two campaigns each has its own', () => {
    expect(groups(plan.campaigns)).toEqual(['boots maps tents rain', 'huts']);
    expect(groups(plan.campaigns.slice(0, 2))).toEqual(['boots', 'huts']);
  });

  it('is without the one that also starts', () => {
    const starts = { action: 'RESUME', from: 'PAUSED', to: 'ACTIVE' } as const;
    const campaigns = plan.campaigns.map((one) =>
      one.key === 'newsletter/maps' ? { ...one, verdict: 'transition' as const, transition: starts } : one,
    );
    expect(groups(campaigns)).toEqual(['boots tents rain', 'maps', 'huts']);
  });

  it('is compared in full, not as it is cut', () => {
    const long = `${'x '.repeat(400)}\n`.repeat(30);
    const edits = ['a', 'b', 'c'].map((end) => ({ was: `<p>${long}</p>\n`, now: `<p>y${long}${end}</p>\n` }));
    expect(groups(copies(edits))).toEqual(['n0', 'n1', 'n2']);
    const [row] = groupRows(planRows({ ...plan, campaigns: copies([...edits, ...edits]) }));
    expect(row && byValues(row)).toHaveLength(1);
  });
});
