import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { welcome } from '../support/e2e/campaign-texts.ts';
import { startLiveService } from '../support/e2e/live-service.ts';
import { openRepo } from '../support/e2e/test-repository.ts';

const DASHBOARD = 'https://console.example.com/campaigns';
const WORKSPACE = `limits: off\n    dashboard_url: ${DASHBOARD}/{campaign_id}`;

test('status and state list on a terminal and a plan as HTML have links, and piped output has none', async () => {
  const service = await startLiveService();
  const repo = openRepo({ url: service.url, campaigns: { 'welcome.yaml': welcome() }, workspace: WORKSPACE });
  expect(await repo.campaigns('apply')).toMatchObject({ status: 0 });
  const { id } = await service.only('Welcome');
  const onTerminal = await repo.startWith({ person: null }, 'status').ended;
  expect(onTerminal.stdout).toContain(`\u001b]8;;${DASHBOARD}/${id}\u001b\\${id}\u001b]8;;\u001b\\`);
  const list = await repo.startWith({ person: null }, 'state', 'list').ended;
  expect(list.stdout).toContain(`\u001b]8;;${DASHBOARD}/${id}\u001b\\${id}\u001b]8;;\u001b\\`);
  const inPipe = await repo.startWith({ env: { FORCE_COLOR: '1' } }, 'status').ended;
  expect(inPipe.stdout).toContain(id);
  expect(inPipe.stdout).not.toContain(DASHBOARD);
  // A link doesn't change the visible text.
  const seen = onTerminal.stdout.replaceAll(/\u001b\]8;;.*?\u001b\\/g, '');
  expect(seen).toBe((await repo.campaigns('status')).stdout);

  repo.change({ 'welcome.yaml': welcome({ utm: 'app' }) });
  expect(await repo.campaigns('plan', '--html', 'plan.html')).toMatchObject({ status: 0 });
  const page = readFileSync(join(repo.directory, 'plan.html'), 'utf8');
  expect(page).toContain(`<a href="${DASHBOARD}/${id}" rel="noreferrer">DRAFT</a>`);
});
