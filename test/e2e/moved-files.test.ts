import { expect, test } from 'vitest';
import { several } from '../support/e2e/campaign-texts.ts';
import { startLiveService } from '../support/e2e/live-service.ts';
import { openRepo, STATE_BRANCH, type TestRepository } from '../support/e2e/test-repository.ts';

const COUNT = 50;

/** Campaigns that are applied and whose files are then moved into a folder, one of them edited. */
async function movedRepo(count: number): Promise<TestRepository> {
  const service = await startLiveService();
  const repo = openRepo({ url: service.url, campaigns: several(count) });
  expect(await repo.campaigns('apply')).toMatchObject({ status: 0 });
  repo.write('campaigns/life/note.txt', '');
  for (const path of Object.keys(several(count)))
    repo.git('mv', `campaigns/${path}`, `campaigns/life/${path}`);
  repo.edit('campaigns/life/c07.yaml', /subject: .*/, 'subject: Seven');
  repo.commit('Into a folder');
  return repo;
}

test('fifty moved files are one message, and one command moves their bindings', async () => {
  const repo = await movedRepo(COUNT);
  const plan = await repo.campaigns('plan');
  expect(plan.stdout).toContain('! 49 campaigns  blocked: renamed?');
  expect(plan.stdout.match(/campaigns fmt --keep-keys -w local/g)).toHaveLength(2);
  expect(plan.stdout).toContain('life/c01 (was c01)');
  expect(plan.stdout).not.toContain('its file moved');

  const shown = await repo.campaigns('state', 'mv', '--all-moved', '--dry-run');
  expect(shown.stdout).toContain('50 files were moved without their keys:\n  c01 → life/c01\n');
  expect(await repo.campaigns('plan', '--exit-code')).toMatchObject({ status: 2 });
  const before = Number(repo.git('rev-list', '--count', STATE_BRANCH));
  const no = await repo.startWith({ person: 'n' }, 'state', 'mv', '--all-moved').ended;
  expect(no.status).toBe(1);
  const moved = await repo.campaigns('state', 'mv', '--all-moved', '--json');
  expect(moved).toMatchObject({ status: 0 });
  const document = JSON.parse(moved.stdout) as { moves: { to: string; because: string }[]; done: boolean };
  expect(document).toMatchObject({ done: true, doubtful: [] });
  expect(document.moves).toHaveLength(COUNT);
  expect(document.moves.find(({ to }) => to === 'life/c07')).toMatchObject({ because: 'git-rename' });
  expect(Number(repo.git('rev-list', '--count', STATE_BRANCH))).toBe(before + COUNT);
  const after = await repo.campaigns('plan');
  expect(after.stdout).toContain('49 in sync.  1 to update.');
  const none = await repo.campaigns('state', 'mv', '--all-moved');
  expect(none.stdout).toContain('there is nothing to do');
  for (const args of [['c01'], ['a', 'b', '--all-moved'], ['a', 'b', '--dry-run']])
    expect(await repo.campaigns('state', 'mv', ...args)).toMatchObject({ status: 64 });
});

test('fmt --keep-keys writes one line into each moved file instead', async () => {
  const repo = await movedRepo(8);
  const text = repo.read('campaigns/life/c01.yaml');
  const check = await repo.campaigns('fmt', '--keep-keys', '--check');
  expect(check).toMatchObject({ status: 5 });
  expect(repo.read('campaigns/life/c01.yaml')).toBe(text);
  const written = await repo.campaigns('fmt', '--keep-keys');
  expect(written).toMatchObject({ status: 0 });
  expect(written.stdout).toContain('Wrote the recorded key into 8 files:');
  expect(repo.read('campaigns/life/c01.yaml')).toBe(`key: c01\n${text}`);
  expect((await repo.campaigns('plan')).stdout).toContain('7 in sync.  1 to update.');
  expect(await repo.campaigns('fmt', '--keep-keys', 'life')).toMatchObject({ status: 64 });
});

test('lists doubtful files and leaves them to a person', async () => {
  const service = await startLiveService();
  const repo = openRepo({ url: service.url, campaigns: several(2) });
  expect(await repo.campaigns('apply')).toMatchObject({ status: 0 });
  const text = repo.read('campaigns/c01.yaml');
  repo.remove('campaigns/c01.yaml');
  repo.change({ 'x.yaml': text, 'y.yaml': text });
  const moved = await repo.campaigns('state', 'mv', '--all-moved');
  expect(moved.status).toBe(1);
  expect(moved.stdout).toContain('2 files may belong to a campaign whose file is gone');
  expect(moved.stdout).toContain('campaigns state mv c01 x -w local');
});

test('two files that were swapped are no move, and fmt --keep-keys gives each its key', async () => {
  const service = await startLiveService();
  const repo = openRepo({ url: service.url, campaigns: several(3) });
  expect(await repo.campaigns('apply')).toMatchObject({ status: 0 });
  const [one, two] = [repo.read('campaigns/c01.yaml'), repo.read('campaigns/c02.yaml')];
  repo.change({ 'c01.yaml': two, 'c02.yaml': one });
  expect((await repo.campaigns('plan')).stdout).toContain('2 blocked.');
  const moved = await repo.campaigns('state', 'mv', '--all-moved');
  expect(moved.status).toBe(1);
  expect(moved.stdout).toContain('2 files were swapped');
  expect(moved.stdout).toContain('  c02 → c01\n  c01 → c02\n');
  expect(moved.stdout.replace(/\s+/g, ' ')).toContain('campaigns fmt --keep-keys -w local');
  expect(await repo.campaigns('fmt', '--keep-keys', '--check')).toMatchObject({ status: 5 });
  const kept = await repo.campaigns('fmt', '--keep-keys');
  expect(kept).toMatchObject({ status: 0 });
  expect(kept.stdout).toContain('Wrote the recorded key into 2 files:');
  expect(repo.read('campaigns/c01.yaml')).toBe(`key: c02\n${two}`);
  repo.commit('Keep the keys');
  expect((await repo.campaigns('plan')).stdout).toContain('everything is in sync');
});
