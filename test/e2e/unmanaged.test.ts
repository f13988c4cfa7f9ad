import { parse } from 'yaml';
import { expect, test } from 'vitest';
import { welcome } from '../support/e2e/campaign-texts.ts';
import { driftOf } from '../support/e2e/documents.ts';
import { startLiveService, type JsonMap } from '../support/e2e/live-service.ts';
import { openRepo } from '../support/e2e/test-repository.ts';

function live(name: string, more: JsonMap = {}): JsonMap {
  return { status: 'ACTIVE', ...(parse(welcome({ name })) as JsonMap), ...more };
}

test('drift counts unmanaged campaigns, and lists them on request, which costs a listing', async () => {
  const service = await startLiveService();
  const repo = openRepo({ url: service.url, campaigns: { 'w.yaml': welcome({ name: 'Managed' }) } });
  expect(await repo.campaigns('apply')).toMatchObject({ status: 0 });
  const quiet = await repo.campaigns('drift');
  expect(quiet.stdout).not.toContain('no file manages');
  const [id = '', odd = ''] = await service.seed(
    live('By hand'),
    live('Checked', { status: 'UNDER_REVIEW' }),
    live('Over', { status: 'SENT' }),
  );
  const before = (await service.requests()).length;
  const counted = await repo.campaigns('drift');
  expect(counted).toMatchObject({ status: 0 });
  expect((await service.requests()).length).toBe(before + 2);
  expect(counted.stdout.trimEnd().split('\n').at(-1)).toBe(
    'The service has 2 campaigns that no file manages. To list them: campaigns drift --unmanaged -w local',
  );
  const listed = await repo.campaigns('drift', '--unmanaged');
  expect(listed.stdout).toMatch(
    new RegExp(`ACTIVE +${id} +By hand\n +UNDER_REVIEW +${odd} +Checked\n +and 1 ended campaign`),
  );
  const { unmanaged, unmanaged_count: count } = driftOf(
    await repo.campaigns('drift', '--unmanaged', '--json'),
  );
  expect(count).toBe(2);
  expect(unmanaged).toMatchObject([
    { campaign_id: id, name: 'By hand', live_status: 'ACTIVE' },
    { campaign_id: odd, name: 'Checked', live_status: 'UNDER_REVIEW' },
  ]);
  expect(await repo.campaigns('drift', '--unmanaged', '--only', 'w')).toMatchObject({ status: 64 });
});

test('drift shows a bar of what it read on a terminal, and nothing with --quiet', async () => {
  const service = await startLiveService();
  const repo = openRepo({ url: service.url, campaigns: {} });
  await service.seed(...Array.from({ length: 31 }, (_, at) => live(`Many ${at}`)));
  expect(await repo.campaigns('import', '--all', '--yes')).toMatchObject({ status: 0 });
  const watched = await repo.startWith({ person: null }, 'drift').ended;
  expect(watched.stderr).toContain('Reading  15 campaigns so far');
  expect(await repo.startWith({ person: null }, 'drift', '--quiet').ended).toMatchObject({ stderr: '' });
});
