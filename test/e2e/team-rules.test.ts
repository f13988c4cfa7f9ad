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
