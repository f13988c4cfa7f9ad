import { expect, test } from 'vitest';
import { several } from '../support/e2e/campaign-texts.ts';
import type { GitHubEnvironment } from '../support/e2e/program.ts';
import { openRepo } from '../support/e2e/test-repository.ts';

/** A plan on standard output, and a diagnostic on standard error. */
async function shown(how: Omit<GitHubEnvironment, 'cwd'>, ...more: string[]) {
  const repo = openRepo({ url: 'http://127.0.0.1:9/', campaigns: several(1) });
  repo.edit('campaigns/c01.yaml', /^/, 'sttaus: DRAFT\n');
  const invalid = await repo.startWith(how, 'plan', '--offline', ...more).ended;
  repo.edit('campaigns/c01.yaml', /^sttaus: DRAFT\n/, '');
  const plan = await repo.startWith(how, 'plan', '--offline', ...more).ended;
  expect([invalid.status, plan.status]).toEqual([5, 0]);
  return { stdout: hasColors(plan.stdout), stderr: hasColors(invalid.stderr) };
}

const hasColors = (text: string) => text.includes('\u001b[');
const BOTH = { stdout: true, stderr: true };
const NONE = { stdout: false, stderr: false };
const TERMINAL = { person: null };

test.each<[string, Omit<GitHubEnvironment, 'cwd'>, typeof BOTH]>([
  ['a terminal', TERMINAL, BOTH],
  ['pipes', {}, NONE],
  ['pipes in CI', { env: { CI: 'true' } }, NONE],
  ['pipes of a terminal that says what it is', { env: { TERM: 'xterm-256color', COLORTERM: '24bit' } }, NONE],
  ['plan | cat', { ...TERMINAL, pipes: ['stdout'] }, { stdout: false, stderr: true }],
  ['plan 2> errors', { ...TERMINAL, pipes: ['stderr'] }, { stdout: true, stderr: false }],
  ['a terminal that is dumb', { ...TERMINAL, env: { TERM: 'dumb' } }, NONE],
  ['NO_COLOR', { ...TERMINAL, env: { NO_COLOR: '1' } }, NONE],
  ['NO_COLOR that is empty', { ...TERMINAL, env: { NO_COLOR: '' } }, BOTH],
  ['FORCE_COLOR', { env: { FORCE_COLOR: '1' } }, BOTH],
  ['FORCE_COLOR=0', { ...TERMINAL, env: { FORCE_COLOR: '0' } }, NONE],
  ['FORCE_COLOR=false', { ...TERMINAL, env: { FORCE_COLOR: 'false' } }, NONE],
  ['FORCE_COLOR that is empty', { env: { FORCE_COLOR: '' } }, NONE],
  ['NO_COLOR and FORCE_COLOR', { env: { NO_COLOR: '1', FORCE_COLOR: '1' } }, NONE],
])('%s', async (_, how, colors) => {
  expect(await shown(how)).toEqual(colors);
});

test('--no-color takes precedence over FORCE_COLOR', async () => {
  expect(await shown({ env: { FORCE_COLOR: '1' } }, '--no-color')).toEqual(NONE);
});

test('JSON has no colors', async () => {
  const repo = openRepo({ url: 'http://127.0.0.1:9/', campaigns: several(1) });
  const how = { ...TERMINAL, env: { FORCE_COLOR: '3' } };
  const { stdout } = await repo.startWith(how, 'plan', '--offline', '--json').ended;
  expect(hasColors(stdout)).toBe(false);
});
