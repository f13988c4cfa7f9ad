import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import type { Components } from '../src/model/campaign.ts';
import type { Plan } from '../src/model/plan.ts';
import { PLAIN } from '../src/render/text/paint.ts';
import { planDocument } from '../src/render/documents/plan-document.ts';
import { planMarkdown } from './support/report/plan-markdown.ts';
import { planText } from '../src/render/text/report-texts.ts';
import { checkPlan } from './support/golden/check-plan.ts';
import { planCase, reversed } from './support/golden/plan-case.ts';
import { CASES, caseNames, readCase } from './support/golden/read-case.ts';

const schema = new URL('../schemas/plan.schema.json', import.meta.url);
const validate = new Ajv2020({ allErrors: true, allowUnionTypes: true }).compile(
  JSON.parse(readFileSync(schema, 'utf8')) as object,
);

describe.each(caseNames())('case %s', (name) => {
  const given = readCase(name);
  const planned = once(() => planCase(given));

  it(given.about, async () => {
    const { plan } = planned();
    await expect(text(plan)).toMatchFileSnapshot(join(CASES, name, 'plan.txt'));
    await expect(markdown(plan)).toMatchFileSnapshot(join(CASES, name, 'plan.md'));
    await expect(planDocument(plan)).toMatchFileSnapshot(join(CASES, name, 'plan.json'));
  });

  it('matches the schema of plans', () => {
    const { plan } = planned();
    validate(JSON.parse(planDocument(plan)));
    expect(validate.errors ?? []).toEqual([]);
  });

  it('satisfies what every plan must satisfy', () => {
    const { plan, ...inputs } = planned();
    const problems = checkPlan(planDocument(plan), { ...inputs, offline: plan.offline !== undefined });
    expect(problems).toEqual([]);
  });

  it('is identical to the byte whatever the order of its inputs', () => {
    const { plan } = planned();
    const again = planCase(reversed(given)).plan;
    expect(text(again)).toBe(text(plan));
    expect(markdown(again)).toBe(markdown(plan));
    expect(planDocument(again)).toBe(planDocument(plan));
  });

  it('fits into 80 columns', () => {
    const { plan } = planned();
    expect(text(plan)).not.toMatch(/^.{81}/m);
  });
});

describe('the check that every plan passes', () => {
  const given = readCase('001-readme');
  const [blackFriday, spring] = [campaignId('promo/black-friday-push'), campaignId('promo/spring-sale')];

  it.each<readonly [what: string, from: string, to: string, found: string]>([
    ['a patch of another campaign', `ns/${blackFriday}"`, `ns/${spring}"`, 'not for the bound campaign'],
    ['a lost change ID', '"change_id": "', '"change_id": null, "old": "', 'change ID'],
    ['a count that is off', '"in_sync": 2', '"in_sync": 3', 'summary'],
    ['a status in a body', '"updated_by":', '"status": "ACTIVE", "updated_by":', 'status is not'],
    ['half a component', '"utm_campaign": "bf-31"', '"utm_term": "bf-31"', 'not exactly what the file has'],
    ['a key twice', '"key": "promo/black-friday-push"', '"key": "onboarding/welcome-email"', 'twice'],
    ['a stranger', '"key": "cart/abandoned-cart-push"', '"key": "a"', 'neither'],
  ])('finds %s', (_, from, to, found) => {
    const { plan, ...inputs } = planCase(given);
    const document = planDocument(plan);
    expect(document).toContain(from);
    const problems = checkPlan(document.replaceAll(from, to), inputs);
    expect(problems.join('\n')).toContain(found);
  });

  it('finds a locked component in the patch of an active campaign', () => {
    const { plan, ...inputs } = planCase(given);
    const live = inputs.live.map((one) => ({ ...one, status: 'ACTIVE' as const }));
    const segmentation_details = { is_all_user_campaign: true };
    const locked = (one: Components) => ({ ...one, segmentation_details });
    const desired = inputs.desired.map((one) => ({ ...one, components: locked(one.components) }));
    const added = `"segmentation_details": ${JSON.stringify(segmentation_details)}`;
    const document = planDocument(plan).replaceAll('"utm_params": {', `${added}, "utm_params": {`);
    expect(checkPlan(document, { ...inputs, live, desired }).join('\n')).toContain('while ACTIVE');
  });

  function campaignId(key: string): string {
    const binding = JSON.parse(given.state.get(`campaigns/${key}.json`) ?? '{}') as { campaign_id?: string };
    return binding.campaign_id ?? '';
  }
});

function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}

function text(plan: Plan): string {
  return planText(plan, { paint: PLAIN, columns: 80 });
}

function markdown(plan: Plan): string {
  return planMarkdown(plan, {
    subject: 'Merging this',
    proposal: 'this pull request',
    addressOf: ({ file, line }) => `../blob/${plan.commit ?? ''}/${file}${line ? `#L${line}` : ''}`,
    footnotes: plan.offline ? [] : ['only what this comment shows will be applied'],
  });
}
