import { expect, it } from 'vitest';
import { check, type Rule } from '../../src/load/check.ts';
import type { CampaignKey } from '../../src/model/campaign.ts';
import type { Path } from '../../src/model/json.ts';
import { workspace } from '../support/load/marked.ts';

const CHECKED = {
  key: 'a' as CampaignKey,
  body: {},
  status: undefined,
  workspace: workspace(),
  rules: {},
};

const finds = (stage: Rule['stage'], ...paths: Path[]): Rule => ({
  stage,
  code: 'SUBJECT' as const,
  check: () => paths.map((path) => ({ path, params: {} })),
});

it.each<[string, Path, Path, number]>([
  ['at the place', ['a', 'b'], ['a', 'b'], 1],
  ['above it', ['a', 'b'], ['a'], 1],
  ['below it', ['a', 'b'], ['a', 'b', 'c'], 1],
  ['beside it', ['a', 'b'], ['a', 'c'], 2],
])('a stage that finds something %s of an earlier finding: %j, %j', (_, first, second, count) => {
  expect(check([finds('advice', second), finds('always', first)], CHECKED, [])).toHaveLength(count);
  expect(check([finds('always', second)], CHECKED, [first])).toHaveLength(count - 1);
});

it('the rules of one stage do not silence each other', () => {
  expect(check([finds('always', ['a']), finds('always', ['a'])], CHECKED, [])).toHaveLength(2);
});
