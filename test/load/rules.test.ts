import { describe, expect, it } from 'vitest';
import { check, type Rule } from '../../src/load/check.ts';
import type { CampaignKey } from '../../src/model/campaign.ts';
import type { Path } from '../../src/model/json.ts';
import { load, placeAndCode, unmark, workspace } from '../support/load/marked.ts';
import { MORE_RULE_ROWS } from '../support/load/more-rule-rows.ts';
import { RULE_ROWS, type RuleRow } from '../support/load/rule-rows.ts';

const usual = ['queuing', 'audience_limit'];
const both = [workspace({ features: usual }), workspace({ name: 'staging', features: usual })];

function diagnose({ features }: RuleRow, text: string): string[] {
  const workspaces = features ? [workspace({ features })] : both;
  return load({ 'a.yaml': text }, { workspaces }).diagnostics.map(placeAndCode);
}

const TABLES = { ...RULE_ROWS, ...MORE_RULE_ROWS };

describe.each(Object.entries(TABLES))('a rule of %s', (_, table) => {
  const built = table.map((row) => [row.rule, row.code, row] as const);

  it.each(built)('%s: broken, it is %s at its place', (_rule, code, row) => {
    const { text, places } = unmark(row.around(row.wrong));
    expect(places).toHaveLength(1);
    expect(diagnose(row, text)).toEqual(places.map((place) => `${place} ${code}`));
  });

  it.each(built)('%s: followed, nothing is reported', (_rule, _code, row) => {
    expect(diagnose(row, row.around(row.right))).toEqual([]);
  });
});

it('every cross-cutting rule, and every open point on validation, has a row', () => {
  const built = Object.entries(TABLES).flatMap(([name, table]) => table.map(({ rule }) => `${name} ${rule}`));
  const cited = new Set(built.flatMap((words) => words.match(/\brule \d|\bV\d+/g) ?? []));
  // V2 and V15 are about publishing, V7 about comparing, V24 about existing campaigns: loading a file breaks none
  // of them.
  const open = [1, 3, 4, 5, 6, 8, 9, 10, 11, 12, 13, 14, 16, 17, 18, 19, 20, 21, 22, 23, 25];
  const wanted = [
    ...[1, 2, 3, 4, 5, 6, 7].map((rule) => `rule ${rule}`),
    ...open.map((point) => `V${point}`),
  ];
  expect(wanted.filter((one) => !cited.has(one))).toEqual([]);
});

const CHECKED = {
  key: 'a' as CampaignKey,
  body: {},
  status: undefined,
  workspace: workspace(),
  rules: {},
  texts: [],
  filters: [],
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
