import { expect, test } from 'vitest';
import { sale, several, welcome } from '../support/e2e/campaign-texts.ts';
import { isRead, startServiceProxy } from '../support/e2e/service-proxy.ts';
import { startLiveService } from '../support/e2e/live-service.ts';
import { openRepo, STATE_BRANCH } from '../support/e2e/test-repository.ts';

test('moves and forgets bindings by hand, and records it in the audit trail', async () => {
  const service = await startLiveService();
  const repo = openRepo({
    url: service.url,
    campaigns: { ...several(2), 'w.yaml': welcome({ status: 'ACTIVE' }) },
  });
  repo.git('config', 'user.name', 'Grace Hopper');
  repo.git('config', 'user.email', 'grace@example.com');
  expect(await repo.campaigns('apply', '--max-wait', '0')).toMatchObject({ status: 0 });
  const ids = new Map(
    (
      JSON.parse((await repo.campaigns('state', 'list', '--json')).stdout) as {
        bindings: { key: string; campaign_id: string }[];
      }
    ).bindings.map((one) => [one.key, one.campaign_id]),
  );
  const trail = (count: number) =>
    repo.git('log', `-${count}`, '--format=%s|%an|%(trailers:key=Actor,valueonly)', STATE_BRANCH);

  for (const [args, words] of [
    [['nothing', 'new'], 'There is no managed campaign nothing'],
    [['c01', 'c02'], 'c02 is already used by'],
    [['c01', 'C 1'], "can't be a key"],
  ] as const) {
    const refused = await repo.campaigns('state', 'mv', ...args);
    expect(refused.status).toBe(64);
    expect(refused.stderr).toContain(words);
  }
  const moved = await repo.campaigns('state', 'mv', 'c01', 'a/b', '--json');
  expect(moved.status).toBe(0);
  expect(JSON.parse(moved.stdout)).toEqual({
    ...{ format: 'campaign-move/1', workspace: 'local', from: 'c01', to: 'a/b' },
    campaign_id: ids.get('c01'),
  });
  expect(trail(1)).toBe('move c01 to a/b|Grace Hopper|Grace Hopper <grace@example.com>');
  const listed = await repo.campaigns('state', 'list');
  expect(listed.stdout.split('\n').map((line) => line.split(' ')[0])).toEqual(['a/b', 'c02', 'w', '']);
  repo.edit('campaigns/c01.yaml', /^/, 'key: a/b\n');
  repo.commit('Another key');
  expect(await repo.campaigns('plan', '--exit-code')).toMatchObject({ status: 0 });

  expect(await repo.campaigns('state', 'forget', '--all', 'w')).toMatchObject({ status: 64 });
  const forgotten = await repo.campaigns('state', 'forget', 'w', 'w', '--json');
  expect(JSON.parse(forgotten.stdout)).toEqual({
    ...{ format: 'campaign-forgotten/1', workspace: 'local' },
    forgotten: [{ key: 'w', campaign_id: ids.get('w'), live_status: 'ACTIVE', still_sending: true }],
  });
  expect(
    trail(2)
      .split('\n')
      .filter((line) => line.startsWith('forget w')),
  ).toHaveLength(1);
  const unasked = await repo.campaigns('state', 'forget', '--all');
  expect(unasked.status).toBe(64);
  expect(unasked.stderr).toContain('To confirm, add --yes.');
  const no = await repo.startWith({ person: 'n' }, 'state', 'forget', '--all').ended;
  expect(no.status).toBe(1);
  expect(no.stderr).toContain('Forget 2 campaigns in local?');
  expect((await repo.campaigns('state', 'list', '--json')).stdout).toContain('"a/b"');
  const all = await repo.campaigns('state', 'forget', '--all', '-y');
  expect(all).toMatchObject({ status: 0 });
  expect(all.stdout).toContain('Forgot a/b');
  const none = await repo.campaigns('state', 'forget', '--all', '--yes');
  expect(none).toMatchObject({ status: 0 });
  expect(none.stdout).toContain('Nothing is recorded for local');
});

test('reports that a forgotten campaign may still send, with how to undo it', async () => {
  const service = await startLiveService();
  const repo = openRepo({ url: service.url, campaigns: { 'w.yaml': sale({ status: 'ACTIVE' }) } });
  expect(await repo.campaigns('apply')).toMatchObject({ status: 0 });
  const { id } = await service.only('Sale');
  const { stdout } = await repo.campaigns('state', 'forget', 'w');
  expect(stdout).toContain('was SCHEDULED when last seen, and may still send.');
  expect(stdout).toContain(`campaigns adopt w --id ${id} -w local`);
});

test('an existing creation can be bound, but neither moved nor forgotten', async () => {
  const service = await startLiveService();
  const proxy = await startServiceProxy(service.url);
  const repo = openRepo({ url: proxy.url, campaigns: { 'w.yaml': welcome(), ...several(1) } });
  expect(await repo.campaigns('apply', '--only', 'c01')).toMatchObject({ status: 0 });
  const before = proxy.writes().length;
  proxy.handler = (request, pass) =>
    proxy.writes().length > before && isRead(request) ? { status: 503, body: '' } : pass();
  expect(await repo.campaigns('apply')).toMatchObject({ status: 1 });
  proxy.handler = (_, pass) => pass();
  const { id } = await service.only('Welcome');
  expect(await repo.campaigns('state', 'mv', 'c01', 'w')).toMatchObject({ status: 64 });
  const refused = await repo.campaigns('state', 'forget', 'w');
  expect(refused.status).toBe(64);
  expect(refused.stderr).toContain(`campaigns adopt w --id ${id} -w local`);
  expect(await repo.campaigns('import', id, '--key', 'w', '--adopt')).toMatchObject({ status: 0 });
  await service.only('Welcome');
});
