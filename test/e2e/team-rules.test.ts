import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { sale } from '../support/e2e/campaign-texts.ts';
import { repoWithService } from '../support/e2e/opened.ts';

// policy.rules, from the file to what is sent.

async function withRules(rules: string, text: string) {
  const { service, repo } = await repoWithService({ 'sale.yaml': text });
  const file = 'campaigns/workspaces.yaml';
  repo.write(file, `${repo.read(file).trimEnd()}\npolicy:\n  rules:\n${rules}`);
  repo.commit('rules');
  return { service, repo };
}

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
  expect((await repo.campaigns('import', '--all')).status).toBe(0);
  repo.commit('import');
  for (const command of [['plan', '--exit-code'], ['apply'], ['validate'], ['drift']])
    expect(await repo.campaigns(...command), command[0]).toMatchObject({ status: 0 });
  repo.edit('campaigns/one-time/one.yaml', /name: One/, 'name: First');
  repo.edit('campaigns/sale.yaml', /name: Adopted/, 'name: Sale');
  const edited = await repo.exits(5, 'plan');
  for (const file of ['sale', 'one-time/one'])
    expect(edited.stdout + edited.stderr).toMatch(new RegExp(`${file}\\.yaml:\\d+:\\d+ E_TEAM_RULE`));
  expect(await service.writes()).toEqual([]);
});
