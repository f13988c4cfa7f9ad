import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { CLI } from '../support/e2e/built-program.ts';

/**
 * The files that Node reads before the first line of a command runs: an entry and everything that it imports
 * statically.
 */
function loadedWith(entry: string, folder: string, seen = new Set<string>()): ReadonlySet<string> {
  if (seen.has(entry)) return seen;
  seen.add(entry);
  const imports = readFileSync(join(folder, entry), 'utf8').matchAll(/^(?:import|\} from) "\.\/([^"]+)";$/gm);
  for (const [, imported = ''] of imports) loadedWith(imported, folder, seen);
  return seen;
}

test('starting reads neither libraries nor schemas that the command does not need', () => {
  const folder = join(CLI, '..');
  const files = [...loadedWith('cli.js', folder)];
  const bytes = files.reduce((sum, file) => sum + readFileSync(join(folder, file)).length, 0);
  expect(files).toContain('cli.js');
  // The command line parser is the largest part. The validators alone would be two million.
  expect(bytes).toBeLessThan(320_000);
});

test('the library reads neither the command line nor the HTTP client', () => {
  const folder = join(CLI, '..');
  const texts = [...loadedWith('library.js', folder)].map((file) => readFileSync(join(folder, file), 'utf8'));
  const sources = texts.flatMap((text) => [...text.matchAll(/^\/\/ (\S+)$/gm)].map(([, path]) => path ?? ''));
  expect(sources).toEqual(expect.arrayContaining(['src/library.ts', 'src/plan/make-plan.ts']));
  expect(
    sources.filter((path) => /node_modules\/(?:undici|commander)\/|src\/(?:cli|app|service)\//.test(path)),
  ).toEqual([]);
});
