import { expect, test } from 'vitest';
import { temporaryFolder } from '../support/cleanup.ts';
import { utmParams, welcome } from '../support/e2e/campaign-texts.ts';
import { planOf, resultOf } from '../support/e2e/documents.ts';
import { startLiveService } from '../support/e2e/live-service.ts';
import { openRepo } from '../support/e2e/test-repository.ts';

/** A workspace, variables and a campaign with the names of properties that every object has. */
async function withInheritedNames() {
  const service = await startLiveService();
  const text = welcome({ utm: 'VAR' }).replace('utm_source: VAR', 'utm_source: { $var: constructor }');
  const repo = openRepo({ url: service.url, campaigns: { 'constructor.yaml': text } });
  repo.write(
    'campaigns/workspaces.yaml',
    `workspaces:
  constructor:
    base_url: ${service.url}
    app_key: local
    api_key_env: CAMPAIGNS_API_KEY
    actor: growth@example.com
    limits: off
    vars: { constructor: own, toString: two }
`,
  );
  repo.commit('Odd names');
  return { service, repo, text };
}

test('a workspace, a variable and a campaign called constructor work like any other', async () => {
  const { service, repo } = await withInheritedNames();
  const planFile = `${temporaryFolder()}/plan.json`;
  const planned = await repo.campaigns('plan', '--json', '--out', planFile, '--only', 'constructor');
  expect(planned.status).toBe(0);
  expect(planOf(planned).campaigns.map(({ key, verdict }) => [key, verdict])).toEqual([
    ['constructor', 'create'],
  ]);
  const applied = await repo.campaigns('apply', '--json', '--plan', planFile);
  expect(resultOf(applied).applied.map(({ key, change }) => [key, change])).toEqual([
    ['constructor', 'create'],
  ]);
  expect(await service.only('Welcome')).toMatchObject({ utm_params: utmParams('own') });
  repo.edit('campaigns/constructor.yaml', /\$var: constructor/, '$var: toString');
  repo.commit('Another variable');
  expect(await repo.campaigns('apply', '-w', 'constructor')).toMatchObject({ status: 0 });
  expect(await service.only('Welcome')).toMatchObject({ utm_params: utmParams('two') });
  for (const command of [['status'], ['drift'], ['log', 'constructor'], ['state', 'list'], ['validate']])
    expect(await repo.campaigns(...command), command.join(' ')).toMatchObject({ status: 0 });
  expect((await repo.campaigns('plan', '--offline')).status).toBe(0);
  expect(await repo.campaigns('state', 'forget', 'constructor', '--yes')).toMatchObject({ status: 0 });
});
