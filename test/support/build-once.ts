import { execFileSync } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { CLI, ROOT } from './e2e/built-program.ts';

/** The inputs of the build. */
const INGREDIENTS = ['src', 'schemas', 'package.json'];

/** Runs before the first test. Builds dist/ if it is missing or older than its inputs, and tests that need it may run. */
export function setup(): void {
  const named = process.argv.filter((one) => one.startsWith('test/'));
  if (named.length > 0 && !named.some((one) => one.startsWith('test/process'))) return;
  const builtAt = statSync(CLI, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  if (builtAt >= Math.max(...INGREDIENTS.map((path) => newestIn(join(ROOT, path))))) return;
  execFileSync(process.execPath, ['scripts/build.mjs'], { cwd: ROOT, stdio: 'inherit' });
}

/** When a file, or the newest file in a folder, was changed, in epoch milliseconds. */
function newestIn(path: string): number {
  const stat = statSync(path);
  if (!stat.isDirectory()) return stat.mtimeMs;
  return Math.max(...readdirSync(path).map((name) => newestIn(join(path, name))));
}
