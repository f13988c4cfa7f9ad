import { expect, test } from 'vitest';
import { sale, welcome } from '../support/e2e/campaign-texts.ts';
import { driftOf, planOf } from '../support/e2e/documents.ts';
import { startLiveService } from '../support/e2e/live-service.ts';
import { openRepo } from '../support/e2e/test-repository.ts';
import type { JsonMap } from '../schemas/schemas.ts';

const withBody = (text: string, path: string) =>
  text.replace(/html_content: .*/, `html_content: { $file: ${path} }`);

const CAMPAIGNS = {
  'promo/may.yaml': withBody(sale({ name: 'May', status: 'ACTIVE' }), './may.html'),
  'promo/may.html': '<p>May</p>\n',
  'promo/june.yaml': withBody(sale({ name: 'June', status: 'ACTIVE' }), '../shared.html'),
  'promo/july.yaml': sale({ name: 'July', status: 'ACTIVE' }),
  'old.yaml': welcome({ name: 'Old', status: 'ACTIVE' }),
  'w.yaml': withBody(welcome({ name: 'W' }), './shared.html'),
  'shared.html': '<p>Shared</p>\n',
};

test('deletes the files of ended campaigns after confirmation, and no command misses them', async () => {
  const service = await startLiveService();
  const repo = openRepo({ url: service.url, campaigns: CAMPAIGNS });
  expect(await repo.campaigns('apply')).toMatchObject({ status: 0 });
  const none = await repo.campaigns('prune', '--yes');
  expect(none).toMatchObject({
    status: 0,
    stdout: 'Nothing to delete in local.\n',
  });

  for (const [name, status] of [
    ...[['May', 'SENT'] as const, ['June', 'SENT'] as const],
    ...[['July', 'STOPPED'] as const, ['Old', 'ARCHIVED'] as const],
  ])
    await service.editByHand((await service.only(name)).id, { status });
  repo.change({ 'promo/july.yaml': sale({ name: 'July', status: 'ACTIVE', utm: 'edited' }) });

  const writes = await service.writes();
  const dry = await repo.campaigns('prune', '--dry-run', '--json');
  const document = JSON.parse(dry.stdout) as JsonMap;
  expect(document).toMatchObject({
    done: false,
    campaigns: [
      { key: 'old', live_status: 'ARCHIVED', files: ['campaigns/old.yaml'] },
      { key: 'promo/june', live_status: 'SENT', files: ['campaigns/promo/june.yaml'] },
      {
        ...{ key: 'promo/may', live_status: 'SENT' },
        files: ['campaigns/promo/may.yaml', 'campaigns/promo/may.html'],
      },
    ],
    kept: [{ key: 'promo/july', reason: 'edited', workspaces: [] }],
  });
  // Without a terminal and without --yes, it only proposes.
  const proposed = (await repo.campaigns('prune')).stdout;
  expect(proposed).toContain('nothing else needs these 4 files:');
  expect(proposed).toContain('Nothing was deleted. To delete these files: campaigns prune -w local --yes\n');
  expect((await repo.campaigns('prune', '--dry-run')).stdout).toContain(
    'To delete these files: campaigns prune -w local\n',
  );
  expect((await repo.campaigns('prune', 'promo/*')).stdout).toContain(
    "To delete these files: campaigns prune 'promo/*' -w local --yes\n",
  );
  expect(repo.git('status', '--porcelain')).toBe('');

  repo.edit('campaigns/promo/may.yaml', /^/, '# Not committed\n');
  const refused = await repo.campaigns('prune', '--yes');
  expect(refused.status).toBe(5);
  expect(refused.stderr).toContain('not committed: campaigns/promo/may.yaml');
  expect(repo.read('campaigns/old.yaml')).toBe(CAMPAIGNS['old.yaml']);
  repo.git('checkout', '--', '.');

  const no = await repo.startWith({ person: 'n' }, 'prune').ended;
  expect(no.status).toBe(1);
  expect(no.stderr).toContain('Canceled. Nothing was changed.');
  expect(no.stderr).not.toContain('error:');
  const yes = await repo.startWith({ person: 'y' }, 'prune').ended;
  expect(yes).toMatchObject({ status: 0 });
  expect(yes.stderr).toContain('Delete 4 files? Nothing is sent to the service.');
  expect(repo.git('status', '--porcelain').split('\n').filter(Boolean)).toHaveLength(4);
  expect(await service.writes()).toEqual(writes);

  repo.write('campaigns/promo/july.yaml', CAMPAIGNS['promo/july.yaml']);
  repo.commit('Only what is still to come');
  const plan = await repo.campaigns('plan', '--json');
  expect(planOf(plan).summary).toMatchObject({ create: 0, orphaned: 3, held: 1 });
  const text = await repo.campaigns('plan');
  for (const gone of ['promo/may', 'promo/june', 'old', 'without a file'])
    expect(text.stdout).not.toContain(gone);
  const drift = await repo.campaigns('drift', '--json');
  expect(driftOf(drift)).toMatchObject({ orphaned: ['old', 'promo/june', 'promo/may'] });
  expect((await repo.campaigns('drift')).stdout).not.toContain('without a file');
  // The bindings are kept, so that the files of another branch create nothing.
  repo.git('revert', '--no-edit', 'HEAD');
  expect(planOf(await repo.campaigns('plan', '--json')).summary).toMatchObject({ create: 0, orphaned: 0 });
});

test('deletes the file of an ended campaign that only the edit of a shared text changes', async () => {
  const service = await startLiveService();
  const withText = (name: string, path: string) => withBody(sale({ name, status: 'ACTIVE' }), path);
  const withFooter = (name: string) => withText(name, `./${name}.html`);
  const repo = openRepo({
    url: service.url,
    campaigns: {
      ...{ 'may.yaml': withFooter('may'), 'june.yaml': withFooter('june'), 'july.yaml': withFooter('july') },
      ...Object.fromEntries(
        ['may', 'june', 'july'].map((name) => [`${name}.html`, `<p>${name}</p>\n[[> footer.html]]\n`]),
      ),
      'snippets/footer.html': '<p>Old</p>\n',
      ...{ 'north.yaml': withText('north', './both.html'), 'south.yaml': withText('south', './both.html') },
      'both.html': '<p>Both</p>\n',
    },
  });
  expect(await repo.campaigns('apply')).toMatchObject({ status: 0 });
  for (const name of ['may', 'june', 'north', 'south'])
    await service.editByHand((await service.only(name)).id, { status: 'SENT' });
  repo.write('campaigns/snippets/footer.html', '<p>New</p>\n');
  repo.edit('campaigns/june.html', /june/, 'A corrected June');
  // No campaign that goes on uses it, so the new version may be meant for a copy.
  repo.write('campaigns/both.html', '<p>Both, corrected</p>\n');
  repo.commit('Another footer');
  const plan = await repo.campaigns('plan', 'may');
  expect(plan.stdout.replace(/\s+/g, ' ')).toContain(
    "If this campaign's file is no longer needed, delete it instead. That changes nothing in the service.",
  );
  expect(JSON.parse((await repo.campaigns('prune', '--dry-run', '--json')).stdout)).toMatchObject({
    campaigns: [{ key: 'may', files: ['campaigns/may.yaml', 'campaigns/may.html'] }],
    kept: ['june', 'north', 'south'].map((key) => ({ key, reason: 'edited' })),
  });
});

test('keeps a file that another workspace still needs', async () => {
  const service = await startLiveService();
  const repo = openRepo({ url: service.url, campaigns: { 'may.yaml': sale({ status: 'ACTIVE' }) } });
  expect(await repo.campaigns('apply')).toMatchObject({ status: 0 });
  await service.editByHand((await service.only('Sale')).id, { status: 'SENT' });
  const config = repo.read('campaigns/workspaces.yaml');
  const other = config.slice(config.indexOf('  local:')).replace('  local:', '  other:');
  repo.write('campaigns/workspaces.yaml', config + other.replace('app_key: local', 'app_key: other'));
  repo.commit('A second workspace');
  const kept = await repo.campaigns('prune', '--yes', '-w', 'local');
  expect(kept.stdout.replace(/\s+/g, ' ')).toContain(
    "may The file is also used in other, where the campaign has not been created. If it isn't needed there, write workspaces: [local] into the file",
  );
  repo.edit('campaigns/may.yaml', /^/, 'workspaces: [local]\n');
  repo.commit('Only in the first');
  expect((await repo.campaigns('prune', '--dry-run', '-w', 'local')).stdout).toContain('nothing else needs');
  repo.write('campaigns/workspaces.yaml', config);
  repo.commit('Only one');
  expect(await repo.campaigns('prune', '--yes')).toMatchObject({ status: 0 });
  // No file is left, and none is needed.
  repo.commit('Nothing left');
  expect((await repo.campaigns('plan')).stdout).toContain('everything is in sync');
  expect(await repo.campaigns('apply')).toMatchObject({ status: 0 });
  expect(await repo.campaigns('drift')).toMatchObject({ status: 0 });
});
