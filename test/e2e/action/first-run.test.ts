import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { actionWorld, type ActionWorld } from '../../support/action/action-world.ts';
import { merged, progressOf } from '../../support/action/reviewed.ts';
import { digest, welcome } from '../../support/e2e/campaign-texts.ts';
import { STATE_BRANCH } from '../../support/e2e/test-repository.ts';

const COMMITS = 400;
const REQUESTS_AT_MOST = 100;

test('a first run, and one after the state branch was lost, asks GitHub little, however long the history', async () => {
  const world = await actionWorld({ campaigns: { 'digest.yaml': digest() } });
  mergeWithoutPlans(world, COMMITS);
  const pull = await merged(world, { 'welcome.yaml': welcome() });

  const first = await countRequests(world);
  expect(first).toMatchObject({ outputs: { outcome: 'held', creates: '1', held: '1' } });
  expect(progressOf(world, pull)).toEqual({ 'welcome create': 'done' });
  expect(first.requests).toBeLessThan(REQUESTS_AT_MOST);

  world.repo.gitAtOrigin('update-ref', '-d', `refs/heads/${STATE_BRANCH}`);
  const again = await countRequests(world);
  expect(again.outputs).toMatchObject({ creates: '0' });
  expect(again.requests).toBeLessThan(REQUESTS_AT_MOST);
  expect(await world.service.writes()).toEqual(['create']);
});

async function countRequests(world: ActionWorld) {
  const before = world.github.requests.length;
  const { outputs } = await world.apply({ depth: 1 });
  return { outputs, requests: world.github.requests.length - before };
}

/**
 * The number of pull requests that touched a campaign file and were merged before the tool was set up, with one commit
 * each.
 */
function mergeWithoutPlans(world: ActionWorld, count: number): void {
  const { repo, github } = world;
  const path = 'campaigns/digest.yaml';
  const commits = Array.from({ length: count }, (_, at) => {
    const text = `${digest()}# edit ${at}\n`;
    return [
      `commit refs/heads/main`,
      `mark :${at + 1}`,
      `committer Ada <ada@example.com> ${1_700_000_000 + at} +0000`,
      `data ${`Edit ${at}`.length}\nEdit ${at}`,
      ...(at === 0 ? [`from ${world.main}`] : []),
      `M 100644 inline ${path}\ndata ${text.length}\n${text}`,
    ].join('\n');
  });
  const input = `${commits.join('\n')}\n`;
  const base = world.main;
  execFileSync('git', ['fast-import', '--quiet'], { cwd: repo.directory, input });
  repo.git('reset', '--quiet', '--hard');
  repo.git('push', '--quiet', 'origin', 'main');
  const made = repo.git('rev-list', '--reverse', `${base}..main`).split('\n');
  expect(made).toHaveLength(count);
  for (const sha of made) {
    github.merge(github.pull({ head: { ref: 'edit', sha }, base: { ref: 'main', sha: base } }), sha);
  }
}
