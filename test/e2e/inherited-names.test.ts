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

test.each(['toString', 'valueOf', '__proto__', 'hasOwnProperty'])(
  'an unset variable called %s is missing, not an inherited property',
  async (name) => {
    const { repo, text } = await withInheritedNames();
    const settings = repo.read('campaigns/workspaces.yaml').replace(/ {4}vars:.*\n/, '    vars: { a: b }\n');
    repo.write('campaigns/workspaces.yaml', settings);
    repo.write('campaigns/constructor.yaml', text.replace('$var: constructor', `$var: ${name}`));
    const ended = await repo.campaigns('validate');
    expect(ended.status).toBe(5);
    const reported = ended.stdout + ended.stderr;
    expect(reported).toContain(name);
    expect(reported).not.toContain('[native code]');
  },
);

test.each(['toString', 'valueOf', '__proto__', 'constructor'])(
  'a workspace called %s that does not exist is unknown everywhere',
  async (name) => {
    const service = await startLiveService();
    const repo = openRepo({ url: service.url, campaigns: { 'welcome.yaml': welcome() } });
    expect((await repo.campaigns('plan', '-w', name)).status).toBe(5);
    const text = welcome();
    repo.write('campaigns/welcome.yaml', `workspaces: [${name}]\n${text}`);
    expect((await repo.campaigns('validate')).status).toBe(5);
    repo.write(
      'campaigns/welcome.yaml',
      `${text}overrides: { ${name}: { utm_params: { utm_source: x } } }\n`,
    );
    expect((await repo.campaigns('validate')).status).toBe(5);
    repo.write(
      'campaigns/workspaces.yaml',
      `default: ${name}\n${repo.read('campaigns/workspaces.yaml').replace('default: local\n', '')}`,
    );
    expect((await repo.campaigns('validate')).status).toBe(5);
  },
);
