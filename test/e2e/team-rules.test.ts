import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { sale } from '../support/e2e/campaign-texts.ts';
import { resultOf } from '../support/e2e/documents.ts';
import { startLiveService } from '../support/e2e/live-service.ts';
import { openRepo } from '../support/e2e/test-repository.ts';

// policy.rules, from the file to what is sent.

async function withRules(rules: string, text: string) {
  const service = await startLiveService();
  const repo = openRepo({ url: service.url, campaigns: { 'sale.yaml': text } });
  const file = 'campaigns/workspaces.yaml';
  repo.write(file, `${repo.read(file).trimEnd()}\npolicy:\n  rules:\n${rules}`);
  repo.commit('rules');
  return { service, repo };
}

test("a name that the team's rules forbid is an error at its line, and nothing is sent", async () => {
  const { service, repo } = await withRules("    name_pattern: '(DE|AT) - .+'\n", sale());
  const line =
    sale()
      .split('\n')
      .findIndex((text) => text.includes('Sale')) + 1;
  for (const command of ['validate', 'apply']) {
    const ended = await repo.campaigns(command);
    expect(ended.status).toBe(5);
    expect(ended.stdout + ended.stderr).toContain(`campaigns/sale.yaml:${line}:`);
  }
  expect(await service.writes()).toEqual([]);
});

test('a blackout creates the campaign and blocks its publishing, in the plan and in apply', async () => {
  const blackout = '    blackout: [2031-05-08/2031-05-10]\n';
  const { service, repo } = await withRules(blackout, sale({ status: 'ACTIVE' }));
  expect((await repo.campaigns('plan')).stdout).toContain('2031-05-09');
  const applied = await repo.campaigns('apply', '--json');
  expect(resultOf(applied).held).toMatchObject([{ key: 'sale' }]);
  expect(await service.writes()).toEqual(['create']);
  expect(await service.only('Sale')).toMatchObject({ status: 'DRAFT' });
});

test('sends of drafts do not count, but those of campaigns that were published in the service do', async () => {
  const day = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);
  const draft = (name: string) => sale({ name, audience: 'members' }).replace('2031-05-09', day);
  const { service, repo } = await withRules('    sends_per_week: 1\n', draft('Sale'));
  repo.write('campaigns/second.yaml', draft('Second'));
  repo.commit('two drafts');
  expect((await repo.campaigns('apply')).status).toBe(0);
  expect((await repo.campaigns('validate')).status).toBe(0);
  expect((await repo.campaigns('plan')).status).toBe(0);
  for (const name of ['Sale', 'Second'])
    await service.editByHand((await service.only(name)).id, { status: 'SCHEDULED' });
  // This apply notes the new statuses.
  expect((await repo.campaigns('apply')).status).toBe(0);
  // Both are live, so that is only a warning; one more is an error.
  for (const [severity, status, file] of [
    ['W', 0, 'second'],
    ['E', 5, 'another'],
  ] as const) {
    const found = new RegExp(`campaigns/${file}\\.yaml:\\d+:\\d+ ${severity}_TEAM_RULE`);
    const checked = await repo.campaigns('validate');
    expect(checked.status).toBe(status);
    expect(checked.stdout).toMatch(found);
    // A plan only counts the warnings about files that it doesn't change.
    const planned = await repo.campaigns('plan');
    expect(planned.status).toBe(status);
    expect(planned.stderr).toMatch(severity === 'W' ? '1 warning in files' : found);
    repo.write('campaigns/another.yaml', `status: ACTIVE\n${draft('Another')}`);
  }
});

test('live campaigns that a rule forbids can be imported and adopted, and the rule warns until they are edited', async () => {
  const rules = `    name_pattern: 'DE - .+'
    required_tags: [team-*]
    required_utm: [utm_campaign]
    sends_per_week: 1
`;
  const { service, repo } = await withRules(rules, sale({ name: 'Adopted', audience: 'members' }));
  const day = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);
  const live = (name: string) => ({
    status: 'SCHEDULED',
    ...(parse(sale({ name, audience: 'members' }).replace('2031-05-09', day)) as object),
  });
  await service.seed(live('One'), live('Two'), {
    ...(parse(sale({ name: 'Adopted', audience: 'members' })) as object),
    status: 'SCHEDULED',
  });
  expect((await repo.campaigns('import', '--adopt', '--all')).status).toBe(0);
  const imported = await repo.campaigns('import', '--all');
  expect(imported.status).toBe(0);
  expect(imported.stdout.replace(/\s+/g, ' ')).toContain('warnings (campaigns validate)');
  const plan = await repo.campaigns('plan', '--exit-code');
  expect(plan).toMatchObject({ status: 0 });
  expect(plan.stderr).toMatch(/\d+ warnings in files that this plan doesn't change/);
  repo.commit('import');
  expect((await repo.campaigns('apply')).status).toBe(0);
  expect((await repo.campaigns('validate')).status).toBe(0);
  expect((await repo.campaigns('drift')).status).toBe(0);
  repo.edit('campaigns/one-time/one.yaml', /name: One/, 'name: First');
  repo.edit('campaigns/sale.yaml', /name: Adopted/, 'name: Sale');
  const edited = await repo.campaigns('plan');
  expect(edited.status).toBe(5);
  for (const file of ['sale', 'one-time/one'])
    expect(edited.stdout + edited.stderr).toMatch(new RegExp(`${file}\\.yaml:\\d+:\\d+ E_TEAM_RULE`));
  expect(await service.writes()).toEqual([]);
});
