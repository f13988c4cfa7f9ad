import { expect, test } from 'vitest';
import { welcome } from '../support/e2e/campaign-texts.ts';
import { planOf } from '../support/e2e/documents.ts';
import { startLiveService } from '../support/e2e/live-service.ts';
import { openShop, type Shop } from '../support/e2e/shop.ts';

const INVALID = 5;
const OFFLINE = 'http://127.0.0.1:9/';
/** A file that asks to go live and says nothing of its connector. */
const unfinished = () => welcome({ status: 'ACTIVE' }).replace(/^connector:.*\n(?: .*\n)*/m, '');

async function told(shop: Shop, ...args: string[]): Promise<string[]> {
  const { stdout } = await shop.campaigns('validate', '--format', 'json', ...args);
  const { diagnostics } = JSON.parse(stdout) as {
    diagnostics: { file: string; line: number; column: number; code: string }[];
  };
  return diagnostics.map(({ file, line, column, code }) => `${file}:${line}:${column} ${code}`);
}

test('files that are named are checked alone, the configuration always, from any folder', async () => {
  const wrong = welcome().replace('filter_operator: and', 'filter_operator: AND');
  const shop = openShop({
    url: OFFLINE,
    campaigns: { 'a/one.yaml': wrong, 'a/two.yaml': wrong.replace('Welcome', 'B') },
  });
  const [one = '', two = ''] = await told(shop);
  expect([one, two].map((line) => line.split(':')[0])).toEqual([
    'campaigns/a/one.yaml',
    'campaigns/a/two.yaml',
  ]);
  expect(await told(shop, 'campaigns/a/two.yaml')).toEqual([two]);
  expect(await told(shop, '-C', 'campaigns/a', 'one.yaml')).toEqual([one]);
  expect(await shop.campaigns('validate', 'campaigns/workspaces.yaml')).toMatchObject({ status: 0 });
});

test('a mistake in a variable is told in workspaces.yaml, also when only the campaign is named', async () => {
  const shop = openShop({
    url: OFFLINE,
    campaigns: { 'a.yaml': welcome().replace(/from_address: .*/, 'from_address: { $var: sender }') },
    workspace: 'limits: off\n    vars: { sender: nobody }',
  });
  const [line] = await told(shop, 'campaigns/a.yaml');
  expect(line).toMatch(/^campaigns\/workspaces\.yaml:\d+:\d+ E_FORMAT$/);
});

test('what publishing lacks is an error of the file; a plan creates the draft, and holds the publication', async () => {
  const service = await startLiveService();
  const shop = openShop({ url: service.url, campaigns: { 'welcome.yaml': unfinished() } });
  expect(await shop.campaigns('validate')).toMatchObject({ status: INVALID });
  expect(await told(shop)).toEqual(['campaigns/welcome.yaml:1:1 E_PUBLISH']);

  const planned = await shop.campaigns('plan', '--json');
  expect(planned).toMatchObject({ status: 0 });
  const [campaign] = planOf(planned).campaigns;
  expect(campaign?.verdict).toBe('create');
  expect(campaign?.held.map(({ reason }) => reason)).toEqual(['transition-not-possible']);
  expect(await shop.campaigns('apply')).toMatchObject({ status: 0 });
  const requests = await service.requests();
  expect(requests.filter(({ operation }) => operation === 'publish')).toEqual([]);
});

test('a start in the past keeps a file from validating as ACTIVE, and no plan from being made', async () => {
  const service = await startLiveService();
  const past = welcome({ status: 'ACTIVE' })
    .replace('EVENT_TRIGGERED', 'ONE_TIME')
    .replace(/^trigger_condition:.*\n(?: .*\n)*/m, '')
    .replace(
      /^scheduling_details:.*\n(?: .*\n)*/m,
      'scheduling_details: { delivery_type: AT_FIXED_TIME, start_time: 2021-05-01T09:00:00, timezone: UTC }\n',
    );
  const shop = openShop({ url: service.url, campaigns: { 'sale.yaml': past } });
  const [line] = await told(shop);
  expect(line).toMatch(/^campaigns\/sale\.yaml:\d+:\d+ E_START_PAST$/);
  expect(await shop.campaigns('plan')).toMatchObject({ status: 0 });
});
