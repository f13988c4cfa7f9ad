import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { welcome } from '../support/e2e/campaign-texts.ts';
import { repoWithService } from '../support/e2e/opened.ts';
import { campaigns } from '../support/e2e/program.ts';
import { openRepo, type TestRepository } from '../support/e2e/test-repository.ts';

const FILES = {
  'onboarding/welcome.yaml': welcome({ name: 'Welcome' }),
  'onboarding/later/tips.yaml': welcome({ name: 'Tips' }),
  'promo/spring.yaml': welcome({ name: 'Spring' }),
  'promo/summer.yaml': welcome({ name: 'Summer' }),
  'named.yaml': `key: special/offer\n${welcome({ name: 'Offer' })}`,
};

const offline = () => openRepo({ campaigns: FILES });

async function planned(repo: TestRepository, ...names: string[]): Promise<string[]> {
  const { status, stdout, stderr } = await repo.campaigns('plan', ...names, '--offline', '--json');
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  return keysIn(stdout, 'campaigns');
}

function keysIn(text: string, list: string): string[] {
  const document = JSON.parse(text) as Record<string, { key: string }[]>;
  return (document[list] ?? []).map(({ key }) => key);
}

test.each([
  ['a key', ['promo/spring'], ['promo/spring']],
  ['a pattern', ['promo/*'], ['promo/spring', 'promo/summer']],
  ['a folder of keys', ['onboarding'], ['onboarding/later/tips', 'onboarding/welcome']],
  ['the path of a file', ['campaigns/promo/spring.yaml'], ['promo/spring']],
  ['the path of a file with a key of its own', ['campaigns/named.yaml'], ['special/offer']],
  ['the key that a file with a key of its own would have without it', ['named'], ['special/offer']],
  ['a pattern of paths', ['campaigns/*/s*.yaml'], ['promo/spring', 'promo/summer']],
  [
    '--only too',
    ['--only', 'promo/*', 'onboarding/welcome'],
    ['onboarding/welcome', 'promo/spring', 'promo/summer'],
  ],
  ['both ways', ['special', '--only', 'promo/spring'], ['promo/spring', 'special/offer']],
])('a plan of %s', async (_, names, keys) => {
  expect(await planned(offline(), ...names)).toEqual(keys);
});

test('paths are relative to the current folder, or to the one that -C names', async () => {
  const repo = offline();
  const ask = (cwd: string, ...args: string[]) =>
    campaigns(['plan', '--offline', '--json', ...args], { cwd });
  const below = await ask(join(repo.directory, 'campaigns/promo'), 'spring.yaml');
  expect(keysIn(below.stdout, 'campaigns')).toEqual(['promo/spring']);
  const there = await ask('/', '-C', join(repo.directory, 'campaigns'), 'promo');
  expect(keysIn(there.stdout, 'campaigns')).toEqual(['promo/spring', 'promo/summer']);
  const absolute = await ask(repo.directory, join(repo.directory, 'campaigns/named.yaml'));
  expect(keysIn(absolute.stdout, 'campaigns')).toEqual(['special/offer']);
});

test('a key takes precedence over a folder with that name, and a text in a campaign names its campaigns', async () => {
  const repo = openRepo({
    campaigns: {
      'promo.yaml': welcome({ name: 'Promo', body: './promo.html' }),
      'promo/spring.yaml': welcome({ name: 'Spring' }),
      'promo.html': '<p>Hello</p> {{ user.first_name | default: "you" }}',
    },
  });
  expect(await planned(repo, 'promo')).toEqual(['promo']);
  expect(await planned(repo, 'promo/')).toEqual(['promo/spring']);
  expect(await planned(repo, 'campaigns/promo.html')).toEqual(['promo']);
});

test('an unknown name is answered with what was probably meant', async () => {
  const { status, stderr } = await offline().campaigns('plan', '--offline', 'promo/sprnig');
  expect(status).toBe(64);
  expect(stderr).toMatch(/Did you mean (\S+, )*(\S+ or )?promo\/spring/);
});

test.each(['validate', 'plan'])('%s does not take a file outside of the folder', async (command) => {
  const repo = offline();
  repo.write('promo.yaml', welcome({ name: 'Promo' }));
  const ended = await repo.campaigns(command, 'promo.yaml');
  expect(ended).toMatchObject({ status: 64, stdout: '' });
  expect(ended.stderr).toContain('There is no campaign promo.yaml');
});

test('validate accepts a text that campaigns send, and its snippets', async () => {
  const body = (name: string) => welcome({ name, body: './offer.html' });
  const repo = openRepo({
    campaigns: {
      'promo/may.yaml': body('May'),
      'promo/june.yaml': body('June'),
      'promo/july.yaml': welcome({ name: 'July' }),
      'promo/offer.html': '<p>Hello {{ user.first_name</p> [[> footer.html]]',
      'snippets/footer.html': '<p>Bye</p>',
    },
  });
  const validated = async (...names: string[]) => (await repo.campaigns('validate', ...names)).stdout;
  expect(await validated('campaigns/promo/offer.html')).toContain('2 campaign files checked');
  expect(await validated('campaigns/snippets/footer.html')).toContain('2 campaign files checked');
  expect(await validated('promo/july', 'campaigns/promo/offer.html')).toContain('3 campaign files checked');
});

describe('with a service', () => {
  test('apply, drift, status and the commands of state accept them', async () => {
    const { service, repo } = await repoWithService(FILES);
    expect(await repo.campaigns('apply', 'promo/*')).toMatchObject({ status: 0 });
    expect(await service.writes()).toEqual(['create', 'create']);
    expect(await repo.campaigns('apply')).toMatchObject({ status: 0 });
    await service.editByHand((await service.only('Spring')).id, { utm_params: { utm_source: 'hand' } });
    expect((await repo.campaigns('drift', 'onboarding')).status).toBe(0);
    expect((await repo.campaigns('drift', 'campaigns/promo')).status).toBe(2);
    const listed = await repo.campaigns('status', 'special', '--json');
    expect(keysIn(listed.stdout, 'campaigns')).toEqual(['special/offer']);
    const bound = await repo.campaigns('state', 'list', 'promo', '--json');
    expect(keysIn(bound.stdout, 'bindings')).toEqual(['promo/spring', 'promo/summer']);

    repo.remove('campaigns/promo/spring.yaml');
    repo.write('campaigns/promo/spring-2031.yaml', FILES['promo/spring.yaml']);
    const moved = await repo.campaigns(
      ...['state', 'mv', 'campaigns/promo/spring.yaml', 'campaigns/promo/spring-2031.yaml', '--json'],
    );
    expect(JSON.parse(moved.stdout)).toMatchObject({ from: 'promo/spring', to: 'promo/spring-2031' });
    const forgotten = await repo.campaigns('state', 'forget', 'promo', 'campaigns/named.yaml', '--json');
    expect(keysIn(forgotten.stdout, 'forgotten')).toEqual([
      ...['promo/spring-2031', 'promo/summer', 'special/offer'],
    ]);
    const { id } = await service.only('Summer');
    const adopted = await repo.campaigns('adopt', 'campaigns/promo/summer.yaml', '--id', id);
    expect(adopted.stdout).toContain('Bound in local: 1 file');
  });
});
