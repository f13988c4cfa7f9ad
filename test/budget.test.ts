import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { measure, overBudget } from '../scripts/budget.mjs';
import { ROOT } from './support/e2e/built-program.ts';

const lines = (folder: string, count: number) => ({ path: `${folder}/x.ts`, folder, lines: count });

it('every folder of src is within its budget', () => {
  const budgets = JSON.parse(readFileSync(join(ROOT, 'budgets.json'), 'utf8')) as Parameters<
    typeof overBudget
  >[1];
  const files = measure(join(ROOT, 'src'));
  expect(files.length).toBeGreaterThan(100);
  expect(overBudget(files, budgets)).toEqual([]);
});

it('reports a folder above its budget and tolerance, one without a budget, and the whole', () => {
  const budgets = { total: 1000, plan: 100, load: 100, overdue: { load: 200 } };
  expect(overBudget([lines('plan', 103), lines('load', 200)], budgets)).toEqual([]);
  expect(overBudget([lines('plan', 104)], budgets)).toEqual([expect.stringContaining('plan/x.ts 104')]);
  expect(overBudget([lines('load', 201)], budgets)).toEqual([expect.stringMatching(/^load: /)]);
  expect(overBudget([lines('tools', 1)], budgets)).toEqual([expect.stringMatching(/^tools: /)]);
  expect(overBudget([lines('plan', 100)], { ...budgets, total: 90 })).toEqual([
    expect.stringMatching(/^total: /),
  ]);
});
