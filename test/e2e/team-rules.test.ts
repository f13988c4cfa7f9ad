import { expect, test } from 'vitest';
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
  for (const command of ['validate', 'plan']) {
    const ended = await repo.campaigns(command);
    expect(ended.status).toBe(5);
    expect(ended.stdout + ended.stderr).toMatch(/campaigns\/second\.yaml:\d+:\d+ E_SENDS_PER_WEEK/);
  }
});
