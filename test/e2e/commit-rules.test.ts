import { expect, test } from 'vitest';
import { utmParams, welcome } from '../support/e2e/campaign-texts.ts';
import { expectWords } from '../support/e2e/documents.ts';
import { startLiveService } from '../support/e2e/live-service.ts';
import { openRepo, type TestRepository } from '../support/e2e/test-repository.ts';

async function applied(options: { origin?: boolean } = {}) {
  const service = await startLiveService();
  const repo = openRepo({ url: service.url, campaigns: { 'welcome.yaml': welcome() }, ...options });
  expect(await repo.campaigns('apply')).toMatchObject({ status: 0 });
  return { service, repo };
}

/** Commits an edit without pushing it. */
function commitHere(repo: TestRepository, utm: string): string {
  repo.write('campaigns/welcome.yaml', welcome({ utm }));
  repo.git('commit', '--quiet', '--all', '--message', `Edit ${utm}`);
  return repo.git('rev-parse', '--short=7', 'HEAD');
}

test.each<[string, (repo: TestRepository) => void]>([
  ['that was not pushed', () => undefined],
  [
    'of another branch',
    (repo) => {
      repo.git('checkout', '--quiet', '-b', 'feature');
    },
  ],
])('a commit %s is refused with exit 4, and permitted with --allow branch', async (_, prepare) => {
  const { service, repo } = await applied();
  prepare(repo);
  const name = commitHere(repo, 'feature');
  repo.git('push', '--quiet', 'origin', 'HEAD:refs/heads/feature', 'HEAD:refs/heads/a/refs/heads/main');
  const { length } = await service.requests();
  const refused = await repo.campaigns('apply');
  expect(refused.status).toBe(4);
  expect(refused.stderr).toContain(`${name} isn't on main`);
  expect(refused.stderr).toContain('--allow branch');
  expectWords(refused);
  const json = await repo.campaigns('apply', '--json');
  expect(JSON.parse(json.stdout)).toMatchObject({ outcome: 'stale' });
  expect(await service.requests()).toHaveLength(length);

  expect(await repo.campaigns('apply', '--allow', 'branch')).toMatchObject({ status: 0 });
  expect(await service.only('Welcome')).toMatchObject({ utm_params: utmParams('feature') });
  // Once it is merged, nothing has to be allowed.
  repo.publish();
  expect(await repo.campaigns('apply')).toMatchObject({ status: 0 });
});

test.each(['master', 'trunk'])(
  'an origin whose HEAD names no branch has %s as its default only if that name is usual',
  async (name) => {
    const { repo } = await applied();
    repo.gitAtOrigin('branch', '--move', 'main', name);
    repo.gitAtOrigin('symbolic-ref', 'HEAD', 'refs/heads/never-pushed');
    const { status, stderr } = await repo.campaigns('apply');
    expect(status).toBe(name === 'trunk' ? 4 : 0);
    if (name === 'trunk') expect(stderr).toContain('a default branch');
    repo.gitAtOrigin('symbolic-ref', 'HEAD', `refs/heads/${name}`);
    expect(await repo.campaigns('apply')).toMatchObject({ status: 0 });
  },
);

test('refuses elsewhere an applied commit that is neither here nor at origin, until it is allowed once', async () => {
  const { service, repo } = await applied();
  const elsewhere = repo.clone();
  const unpushed = commitHere(repo, 'two');
  expect(await repo.campaigns('apply', '--allow', 'branch')).toMatchObject({ status: 0 });
  const { length } = await service.requests();
  const refused = await elsewhere.campaigns('apply');
  expect(refused.status).toBe(4);
  expect(refused.stderr).toContain(unpushed);
  expect(refused.stderr).toContain('--allow branch');
  expectWords(refused);
  expect(await service.requests()).toHaveLength(length);
  // A plan is possible and shows what would be undone.
  expect((await elsewhere.campaigns('plan')).stdout).toContain('utm');

  expect(await elsewhere.campaigns('apply', '--allow', 'branch')).toMatchObject({ status: 0 });
  expect(await service.only('Welcome')).toMatchObject({ utm_params: utmParams('shop') });
  const again = await elsewhere.campaigns('apply');
  expect(again).toMatchObject({ status: 0 });
  expect(again.stderr).not.toContain(unpushed);
});
