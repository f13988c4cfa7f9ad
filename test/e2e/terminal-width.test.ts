import { join } from 'node:path';
import { expect, test } from 'vitest';
import { digest, sale, several, utmParams, welcome } from '../support/e2e/campaign-texts.ts';
import { ROOT } from '../support/e2e/built-program.ts';
import { appliedRepo, repoWithService } from '../support/e2e/opened.ts';
import { testClock } from '../support/e2e/program.ts';

// What a person at a terminal sees, and is asked.

/** What differs from run to run: IDs, commits, addresses and durations. */
function steady(text: string): string {
  return text
    .replace(/http:\/\/127\.0\.0\.1:\d+\//g, 'http://127.0.0.1:4010/')
    .replace(/\b[0-9a-f]{24}\b/g, '64a1b2c3d4e5f6a7b8c9d0e1')
    .replace(/\b(?!2031)\d{4}-\d\d-\d\d \d\d:\d\d(?::\d\d)?\b/g, '2030-03-04 09:14')
    .replace(/(?<=(?:Plan for|Drift in) local · )[0-9a-f]{7}/, '3f2a91c')
    .replace(/(?<=Plan )[0-9a-f]{6}$/m, '5f3c9a')
    .replace(/\d+\.\d s\b/, '0.4 s');
}

test('a varied repository in 80 columns: drift, validate, plan and result', async () => {
  const { service, repo } = await appliedRepo({
    'onboarding/welcome.yaml': welcome({ status: 'ACTIVE' }),
    'newsletter/weekly.yaml': digest({ status: 'ACTIVE' }),
    'promo/sale.yaml': sale(),
    'promo/quiet.yaml': sale({ name: 'Quiet', audience: 'members' }),
  });
  // The edit comes in a later minute than the apply.
  await testClock.sleep(60_000);
  await service.editByHand((await service.only('Quiet')).id, {
    utm_params: { ...utmParams('by-hand'), utm_campaign: 'spring '.repeat(14).trim() },
  });
  const shown = async (name: string, ...args: string[]) => {
    const { stdout } = await repo.startWith({ env: { COLUMNS: '80' } }, ...args).ended;
    const text = steady(stdout);
    // The first line of a diagnostic isn't wrapped, because scripts read it.
    if (name !== 'validate') expect(text.split('\n').filter((line) => line.length > 80)).toEqual([]);
    await expect(text).toMatchFileSnapshot(join(ROOT, `test/e2e/terminal/${name}-80.txt`));
  };
  await shown('drift', 'drift');

  repo.change({
    'onboarding/welcome.yaml': welcome({ status: 'ACTIVE', audience: 'members', utm: 'spring' }),
    'newsletter/weekly.yaml': digest({ status: 'PAUSED' }),
    'promo/sale.yaml': sale({
      subject: 'Everything for the trail, and a long way to go before the weekend is over',
    }),
    'promo/long.yaml': sale({
      name: 'A name that is as long as names get where several teams, brands and seasons share one',
    }),
  });
  const wrong = sale({ name: 'Wrong' }).replace('channel: EMAIL', 'channel: MAIL');
  repo.write('campaigns/promo/wrong.yaml', wrong);
  await shown('validate', 'validate');
  repo.remove('campaigns/promo/wrong.yaml');
  await shown('plan', 'plan');
  await shown('result', 'apply');
});

test('status and a plan as HTML have links to the dashboard', async () => {
  const dashboard = 'https://console.example.com/campaigns';
  const workspace = `limits: off\n    dashboard_url: ${dashboard}/{campaign_id}`;
  const { service, repo } = await appliedRepo({ 'welcome.yaml': welcome() }, { workspace });
  const { id } = await service.only('Welcome');
  expect((await repo.campaigns('status')).stdout).toContain(`${dashboard}/${id}`);
  repo.change({ 'welcome.yaml': welcome({ utm: 'app' }) });
  expect(await repo.campaigns('plan', '--html', 'plan.html')).toMatchObject({ status: 0 });
  expect(repo.read('plan.html')).toContain(`<a href="${dashboard}/${id}" rel="noreferrer">DRAFT</a>`);
});

test.each([
  ['yes', 0, 'y'],
  ['no', 1, 'n'],
  ['Ctrl-C', 130, null],
])('apply after %s exits %i', async (_, status, person) => {
  const { service, repo } = await repoWithService(several(2));
  const { kill, ended, says } = repo.startWith({ person }, 'apply');
  await says('[y/N]');
  if (person === null) kill('SIGINT');
  expect(await ended).toMatchObject({ status });
  expect(await service.writes()).toHaveLength(status === 0 ? 2 : 0);
});
