import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from './support/cleanup.ts';
import { ROOT } from './support/e2e/built-program.ts';

const check = (...args: string[]) =>
  spawnSync(process.execPath, ['scripts/budget.mjs', ...args], { cwd: ROOT, encoding: 'utf8' });

it('every folder of src is within its budget', () => {
  expect(check()).toMatchObject({ status: 0, stderr: '' });
});

it.each([
  [{ total: 1000, plan: 103, load: 200 }, ''],
  [{ total: 1000, plan: 104 }, 'plan: 104 lines, 100 are planned. The largest: plan/x.ts 104\n'],
  [{ total: 1000, load: 201 }, 'load: 201 lines, 100 are planned. The largest: load/x.ts 201\n'],
  [{ total: 1000, tools: 1 }, 'tools: 1 lines, 0 are planned. The largest: tools/x.ts 1\n'],
  [{ total: 90, plan: 100 }, 'total: 100 lines, 90 are planned. The largest: plan/x.ts 100\n'],
])(
  'with %j, a folder above its budget and tolerance, one without a budget, and the whole: %j',
  (given, said) => {
    const { total, ...folders } = given;
    const src = temporaryFolder();
    for (const [folder, lines] of Object.entries(folders)) {
      mkdirSync(join(src, folder));
      writeFileSync(join(src, folder, 'x.ts'), '\n'.repeat(lines));
    }
    const budgets = join(temporaryFolder(), 'budgets.json');
    writeFileSync(budgets, JSON.stringify({ total, plan: 100, load: 100, overdue: { load: 200 } }));
    expect(check(src, budgets)).toMatchObject({ status: said === '' ? 0 : 1, stderr: said });
  },
);
