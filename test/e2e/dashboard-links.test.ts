import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { welcome } from '../support/e2e/campaign-texts.ts';
import { startLiveService } from '../support/e2e/live-service.ts';
import { openRepo } from '../support/e2e/test-repository.ts';

const DASHBOARD = 'https://console.example.com/campaigns';
const WORKSPACE = `limits: off\n    dashboard_url: ${DASHBOARD}/{campaign_id}`;

test('status and a plan as HTML have links to the dashboard', async () => {
  const service = await startLiveService();
  const repo = openRepo({ url: service.url, campaigns: { 'welcome.yaml': welcome() }, workspace: WORKSPACE });
  expect(await repo.campaigns('apply')).toMatchObject({ status: 0 });
  const { id } = await service.only('Welcome');
  expect((await repo.campaigns('status')).stdout).toContain(`${DASHBOARD}/${id}`);

  repo.change({ 'welcome.yaml': welcome({ utm: 'app' }) });
  expect(await repo.campaigns('plan', '--html', 'plan.html')).toMatchObject({ status: 0 });
  const page = readFileSync(join(repo.directory, 'plan.html'), 'utf8');
  expect(page).toContain(`<a href="${DASHBOARD}/${id}" rel="noreferrer">DRAFT</a>`);
});
