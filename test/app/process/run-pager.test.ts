import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runPager } from '../../../src/app/process/run-pager.ts';
import { temporaryFolder } from '../../support/cleanup.ts';

const signals = { on: () => undefined, off: () => undefined, exit: () => undefined };
const { PATH } = process.env;

test('the pager is run by the shell, reads the text, and less gets its options', async () => {
  const file = join(temporaryFolder(), 'read');
  const environment = { PATH, TO: file };
  const text = 'a line\n'.repeat(50_000);
  expect(await runPager('(echo "$LESS"; cat) > "$TO"', text, { environment, signals })).toBe(true);
  expect(readFileSync(file, 'utf8')).toBe(`FRX\n${text}`);
});

test('users may stop reading, and keep their own settings of less', async () => {
  const file = join(temporaryFolder(), 'read');
  const environment = { PATH, TO: file, LESS: 'S' };
  const text = 'a line\n'.repeat(50_000);
  expect(await runPager('(echo "$LESS"; head -n 1) > "$TO"', text, { environment, signals })).toBe(true);
  expect(readFileSync(file, 'utf8')).toBe('S\na line\n');
});

test("a program that doesn't exist has shown nothing", async () => {
  const environment = { PATH };
  expect(await runPager('no-such-pager-anywhere 2>/dev/null', 'text', { environment, signals })).toBe(false);
});
