import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../support/cleanup.ts';
import { sale } from '../support/e2e/campaign-texts.ts';
import { spawnCampaigns } from '../support/e2e/processes.ts';
import { openRepo } from '../support/e2e/test-repository.ts';

// `--open` hands a page to a browser, which lives on after the program. On a Mac it is `open`, elsewhere `xdg-open`.

const { PATH = '' } = process.env;
const USUAL = process.platform === 'darwin' ? 'open' : 'xdg-open';
const ASKED = ['preview', 'sale', '--offline', '--open'];

/** A browser that says what it was given, and its environment, and stays open until it is closed. */
function browser(name: string) {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'bin'));
  const [said, closed] = [join(folder, 'said'), join(folder, 'closed')];
  execFileSync('mkfifo', [said, closed]);
  const path = join(folder, 'bin', name);
  const script = `#!/bin/sh\n{ echo "$#"; echo "$1"; env; } > '${said}'\nexec cat '${closed}'\n`;
  writeFileSync(path, script, { mode: 0o755 });
  const opened = async () => {
    const [count, address = '', ...variables] = (await readFile(said, 'utf8')).split('\n');
    return { count, page: readFileSync(fileURLToPath(address), 'utf8'), variables };
  };
  const close = () => writeFile(closed, '');
  return { path, env: { PATH: `${join(folder, 'bin')}:${PATH}` }, opened, close };
}

function preview(env: Readonly<Record<string, string>>) {
  const { directory: cwd } = openRepo({ campaigns: { 'sale.yaml': sale({ subject: 'Boots & more' }) } });
  return spawnCampaigns(ASKED, { cwd, env: { CAMPAIGNS_API_KEY: 'secret', ...env } }).ended;
}

test.each([
  ['the usual browser', USUAL, 'usual'],
  ['the one that BROWSER names', 'own-browser', 'named'],
])('a preview opens in %s, which gets no API key and is not waited for', async (_, name, how) => {
  const { path, env, opened, close } = browser(name);
  const [ended, { count, page, variables }] = await Promise.all([
    preview(how === 'named' ? { ...env, BROWSER: path } : env),
    opened(),
  ]);
  await close();
  expect(ended).toMatchObject({ status: 0, stderr: '' });
  expect(count).toBe('1');
  expect(page).toContain('Boots &amp; more');
  expect(variables.filter((one) => one.startsWith('CAMPAIGNS_'))).toEqual([]);
});

test('without a browser, it says where the page lies', async () => {
  const { env } = browser(USUAL);
  const ended = await preview({ ...env, BROWSER: '/no/browser' });
  expect(ended).toMatchObject({ status: 1, stderr: expect.stringContaining('/no/browser') as string });
  const [file = ''] = /\/\S*preview\.html/.exec(ended.stderr) ?? [];
  expect(readFileSync(file, 'utf8')).toContain('Boots &amp; more');
});
