import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CHROMIUM, IS_REQUIRED } from './chromium.ts';
import { ROOT } from './e2e/built-program.ts';

/** Runs before the first test of the browser: where there is none, says in one line how many tests are skipped. */
export function setup(): void {
  if (CHROMIUM !== undefined || IS_REQUIRED) return;
  const folder = join(ROOT, 'test/browser');
  const texts = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'));
  const count = texts.join('\n').match(/^ *inBrowser\(/gm)?.length ?? 0;
  console.log(`${count} tests in test/browser are skipped: there is no Chromium (apt-get install chromium).`);
}
