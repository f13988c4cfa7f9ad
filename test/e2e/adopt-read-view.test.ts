import { expect, test } from 'vitest';
import { digest } from '../support/e2e/campaign-texts.ts';
import { planOf } from '../support/e2e/documents.ts';
import { startLiveService } from '../support/e2e/live-service.ts';
import { openRepo, STATE_BRANCH } from '../support/e2e/test-repository.ts';

// A service may show only the time of day of a periodic schedule (open point W5). When such a campaign is adopted,
// there is no record of what was sent, so only the file says which day, how often and how many times.

test.each(['ACTIVE', 'PAUSED', 'DRAFT'] as const)(
  'adopts a periodic campaign that is %s by its file, although live shows only a time of day',
  async (status) => {
    const service = await startLiveService('--read-view', 'documented');
    const lost = openRepo({ url: service.url, campaigns: { 'digest.yaml': digest({ status: 'ACTIVE' }) } });
    expect(await lost.campaigns('apply')).toMatchObject({ status: 0 });
    const { id } = await service.only('Digest');
    await service.control('PATCH', `campaigns/${id}`, { status });
    const schedule = (await service.get(id)).scheduling_details;
    expect(schedule).toMatchObject({ delivery_type: 'PERIODIC', schedule_time: '16:00:00' });
    expect(schedule).not.toHaveProperty('periodic_details');

    const repo = openRepo({ url: service.url, campaigns: { 'digest.yaml': digest() } });
    const before = await service.writes();
    const adopted = await repo.campaigns('import', id, '--key', 'digest', '--adopt');
    expect(adopted).toMatchObject({ status: 0, stderr: '' });
    expect(repo.gitAtOrigin('log', '-1', '--format=%s', STATE_BRANCH)).toBe(`adopt digest: ${id}`);

    const plan = await repo.campaigns('plan', '--json', '--exit-code');
    expect(plan).toMatchObject({ status: 0 });
    expect(planOf(plan).campaigns).toMatchObject([{ verdict: 'in-sync', components: [], held: [] }]);
    expect(await repo.campaigns('apply', '--exit-code')).toMatchObject({ status: 0 });
    expect(await repo.campaigns('drift')).toMatchObject({ status: 0 });
    const tip = repo.stateTipAtOrigin();
    expect(await repo.campaigns('apply', '--exit-code')).toMatchObject({ status: 0 });
    expect(repo.stateTipAtOrigin()).toBe(tip);
    expect(await service.writes()).toEqual(before);
  },
);

test('then sends an edit of the schedule, and reports another time of day set by hand as drift', async () => {
  const service = await startLiveService('--read-view', 'documented');
  const lost = openRepo({ url: service.url, campaigns: { 'digest.yaml': digest() } });
  expect(await lost.campaigns('apply')).toMatchObject({ status: 0 });
  const { id } = await service.only('Digest');
  const repo = openRepo({ url: service.url, campaigns: { 'digest.yaml': digest() } });
  const adopted = await repo.campaigns('import', id, '--key', 'digest', '--adopt', '--json');
  expect(adopted).toMatchObject({ status: 0 });
  expect(JSON.parse(adopted.stdout)).toMatchObject({
    format: 'campaign-adoption/1',
    done: true,
    bound: [{ key: 'digest', candidates: [{ campaign_id: id }] }],
  });
  expect(await repo.campaigns('apply', '--exit-code')).toMatchObject({ status: 0 });
  expect(await service.writes()).toEqual(['create']);

  repo.change({ 'digest.yaml': digest().replace('16:00:00', '17:30:00') });
  expect(await repo.campaigns('apply', '--exit-code')).toMatchObject({ status: 0 });
  expect(await service.writes()).toEqual(['create', 'update']);
  expect((await service.get(id)).scheduling_details).toMatchObject({ schedule_time: '17:30:00' });
  expect(await repo.campaigns('drift')).toMatchObject({ status: 0 });

  const moved = {
    delivery_type: 'AT_FIXED_TIME',
    start_time: '2031-01-03T08:00:00',
    timezone: 'Europe/Berlin',
  };
  const periodic_details = { sending_frequency: 'WEEKLY', repeat_frequency: 1, no_of_occurences: 52 };
  await service.control('PATCH', `campaigns/${id}`, { scheduling_details: { ...moved, periodic_details } });
  expect(await repo.campaigns('drift')).toMatchObject({ status: 2 });
});
