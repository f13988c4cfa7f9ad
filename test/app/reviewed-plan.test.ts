import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { planReviewer, readReviewedPlan } from '../../src/app/plan-file.ts';
import type { Components, Desired, Live } from '../../src/model/campaign.ts';
import type { Plan } from '../../src/model/plan.ts';
import type { PlannerInputs } from '../../src/plan/make-plan.ts';
import { planDocument } from '../../src/render/documents/plan-document.ts';
import { bindingOf, desired, live, planFor, stateOf, WORKSPACE } from '../support/builders.ts';

const utm = (source: string): Components => ({ utm_params: { utm_source: source } });
const file = (source: string, status?: Desired['status']) =>
  desired({ type: 'PERIODIC', components: utm(source), status });
const shown = (source: string, status: Live['status']) =>
  live({ type: 'PERIODIC', components: utm(source), status });

/** A plan for one file and, if there is one, one live campaign, which was last seen as `recorded`. */
function planOf(
  wanted: Desired,
  now?: Live,
  { recorded = now, ...more }: { recorded?: Live | undefined } & Partial<PlannerInputs> = {},
): Plan {
  const state = stateOf(recorded ? [bindingOf(recorded)] : []);
  return planFor({ desired: [wanted], live: now ? [now] : [], state }, more);
}

/** What is sent of the current plan according to the reviewed one, and whether the rest is stale. */
async function matched(reviewed: Plan, today: Plan) {
  const path = join(mkdtempSync(join(tmpdir(), 'reviewed-')), 'plan.json');
  writeFileSync(path, planDocument(reviewed));
  const reviewer = planReviewer(readReviewedPlan(path, reviewed.workspace), { only: undefined });
  const review = await reviewer.approve(today, null as never, 'plan');
  if (typeof review !== 'object') throw new Error('a plan file allows what it shows');
  const [part] = review.parts.values();
  const amount = part?.steps.length === today.campaigns[0]?.steps.length ? 'whole' : 'part';
  return [part ? amount : 'nothing', review.moved.length > 0 ? 'stale' : 'not stale'].join(', ');
}

const OFF = { workspace: { ...WORKSPACE, publish: 'never' as const } };
const SENDING = shown('a', 'ACTIVE');
const EDITED = planOf(file('b'), SENDING);
const PUBLISHED = file('b', 'ACTIVE');
const DRAFT = shown('b', 'DRAFT');

describe('a reviewed change, and the current plan', () => {
  it.each<readonly [what: string, reviewed: Plan, today: Plan, fate: string]>([
    ['that is the same is sent', EDITED, planOf(file('b'), SENDING), 'whole, not stale'],
    ['whose file changed is stale', EDITED, planOf(file('c'), SENDING), 'nothing, stale'],
    ['that was done is done', EDITED, planOf(file('b'), shown('b', 'ACTIVE')), 'nothing, not stale'],
    [
      'that was done as far as possible is done',
      planOf(PUBLISHED, undefined, OFF),
      planOf(PUBLISHED, DRAFT, OFF),
      'nothing, not stale',
    ],
    [
      'whose pause was reviewed is paused, whatever else changed',
      planOf(file('b', 'PAUSED'), SENDING),
      planOf(file('b', 'PAUSED'), shown('x', 'ACTIVE'), { recorded: SENDING }),
      'whole, stale',
    ],
    [
      'that never said pause is not sent beside one',
      EDITED,
      planOf(file('b', 'PAUSED'), SENDING),
      'nothing, stale',
    ],
    [
      'of which only the publishing is left continues',
      planOf(PUBLISHED),
      planOf(PUBLISHED, DRAFT),
      'whole, not stale',
    ],
    [
      'of which only the publishing is left, with other content, is stale',
      planOf(PUBLISHED),
      planOf(file('c', 'ACTIVE'), shown('c', 'DRAFT')),
      'nothing, stale',
    ],
    [
      'of a campaign that is gone is stale',
      EDITED,
      planOf(file('b'), undefined, { recorded: SENDING }),
      'nothing, stale',
    ],
  ])('%s', async (_, reviewed, today, fate) => {
    expect(await matched(reviewed, today)).toBe(fate);
  });
});
