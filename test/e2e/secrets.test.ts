import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { welcome } from '../support/e2e/campaign-texts.ts';
import { startServiceProxy } from '../support/e2e/service-proxy.ts';
import { startLiveService } from '../support/e2e/live-service.ts';
import { startCampaigns } from '../support/e2e/program.ts';
import { openRepo } from '../support/e2e/test-repository.ts';

const KEY = 'sk-9f3b2c71d4e5';
const NOBODY = 'http://127.0.0.1:9/';

function validated(text: string, env: Record<string, string>) {
  const repo = openRepo({ url: NOBODY, campaigns: { 'welcome.yaml': text }, origin: false });
  return startCampaigns(['validate'], { cwd: repo.directory, env }).ended;
}

test('an API key in a campaign is an error at its line, and no output shows it', async () => {
  const { status, stdout, stderr } = await validated(welcome({ subject: `Use ${KEY}` }), {
    CAMPAIGNS_API_KEY: KEY,
  });
  expect(status).toBe(5);
  expect(stdout).toMatch(/^campaigns\/welcome\.yaml:\d+:\d+ E_SECRET campaign_content contains the API key/m);
  expect(stdout + stderr).not.toContain(KEY);
});

/** What the program reports about a service that answers each request like this. */
async function saidOf(answer: { readonly status: number; readonly body: string }, key: string) {
  const proxy = await startServiceProxy(NOBODY, () => ({ ...answer, type: 'text/html' }));
  const repo = openRepo({ url: proxy.url, campaigns: { 'welcome.yaml': welcome() }, origin: false });
  const env = { CAMPAIGNS_API_KEY: key };
  const { stdout, stderr } = await startCampaigns(['plan'], { cwd: repo.directory, env }).ended;
  return stdout + stderr;
}

const ODD_KEY = 'pa$$w*rd@h&co<%41"\\x';

test.each([
  ['as it is', ODD_KEY],
  ['in an address', encodeURIComponent(ODD_KEY)],
  ['in Base64', Buffer.from(`local:${ODD_KEY}`).toString('base64')],
  ['in HTML', ODD_KEY.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')],
])('quotes a service that shows the key %s without it', async (_, spelled) => {
  const said = await saidOf({ status: 400, body: `<p>bad credential ${spelled}` }, ODD_KEY);
  expect(said).toContain('bad credential ***');
  expect(said).not.toContain(spelled);
});

test('reports what a git server says about the key without the key', async () => {
  const service = await startLiveService();
  const repo = openRepo({ url: service.url, campaigns: { 'welcome.yaml': welcome() } });
  const hook = join(repo.origin, 'hooks', 'pre-receive');
  mkdirSync(dirname(hook), { recursive: true });
  writeFileSync(hook, `#!/bin/sh\necho "fatal: no room for ${KEY}" >&2\nexit 1\n`, { mode: 0o755 });
  const env = { CAMPAIGNS_API_KEY: KEY };
  const { stderr } = await startCampaigns(['apply', '--yes'], { cwd: repo.directory, env }).ended;
  expect(stderr).not.toContain(KEY);
});
