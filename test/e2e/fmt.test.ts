import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openRepo, type TestRepository } from '../support/e2e/test-repository.ts';

const INVALID = 5;

const MESSY = `# About this file.
channel:   "EMAIL"
basic_details: {name: Messy,   team: "Growth"}

# Who it is.
key: promo/messy   # for good
`;
const IN_FORM = `# About this file.

# Who it is.
key: promo/messy # for good
channel: 'EMAIL'
basic_details: { name: Messy, team: 'Growth' }
`;

/** Campaign files in a test repository whose workspaces.yaml is formatted. */
function repoWith(files: Readonly<Record<string, string>>): TestRepository {
  return openRepo({ campaigns: files, origin: false });
}

test('the example campaigns are formatted', async () => {
  const repo = openRepo({ campaigns: 'examples', origin: false });
  const ended = await repo.campaigns('fmt', '--check');
  expect(ended).toMatchObject({ status: 0, stdout: '22 files checked, 0 not formatted.\n', stderr: '' });
});

test('fmt formats files and reports which; a second run changes nothing', async () => {
  const repo = repoWith({ 'promo/messy.yaml': MESSY, 'good.yml': IN_FORM });
  const ended = await repo.campaigns('fmt');
  expect(ended).toMatchObject({
    status: 0,
    stdout: 'formatted: campaigns/promo/messy.yaml\n3 files checked, 1 formatted.\n',
    stderr: '',
  });
  expect(repo.read('campaigns/promo/messy.yaml')).toBe(IN_FORM);
  expect(repo.git('status', '--porcelain')).toBe(' M campaigns/promo/messy.yaml');
  const again = await repo.campaigns('fmt');
  expect(again).toMatchObject({ status: 0, stdout: '3 files checked, 0 formatted.\n', stderr: '' });
  expect(readdirSync(join(repo.directory, 'campaigns/promo'))).toEqual(['messy.yaml']);
});

test('--check writes nothing, names the files and says what to do', async () => {
  const repo = repoWith({ 'messy.yaml': MESSY });
  const ended = await repo.campaigns('fmt', '--check');
  expect(ended).toMatchObject({
    status: INVALID,
    stdout:
      'not formatted: campaigns/messy.yaml\n2 files checked, 1 not formatted. To format them, run: campaigns fmt\n',
    stderr: '',
  });
  expect(repo.read('campaigns/messy.yaml')).toBe(MESSY);
  expect(repo.git('status', '--porcelain')).toBe('');
  const document = { format: 'campaign-fmt/1', changed: ['campaigns/messy.yaml'], checked: 2 };
  expect(JSON.parse((await repo.campaigns('fmt', '--json')).stdout)).toEqual(document);
});

test('formats workspaces.yaml but keeps its order, whatever it contains', async () => {
  const repo = repoWith({ 'a.yaml': IN_FORM });
  repo.write('campaigns/workspaces.yaml', 'policy:   {drift: perhaps}\n\n# Where.\nworkspaces: "none"\n');
  const ended = await repo.campaigns('fmt');
  expect(ended).toMatchObject({ status: 0, stderr: '' });
  expect(repo.read('campaigns/workspaces.yaml')).toBe(
    "policy: { drift: perhaps }\n\n# Where.\nworkspaces: 'none'\n",
  );
  repo.remove('campaigns/workspaces.yaml');
  expect(await repo.campaigns('fmt')).toMatchObject({ status: 0, stdout: '1 file checked, 0 formatted.\n' });
});

test.each([
  ['no YAML', 'channel: [\n', /^campaigns\/broken\.yaml:\d+:\d+ E_YAML /m],
  ['no UTF-8', Buffer.from([0x61, 0x3a, 0x20, 0xff]), /^campaigns\/broken\.yaml:1:1 E_FILE /m],
] as const)('reports and skips a file with %s; the others are formatted', async (_, content, reported) => {
  const repo = repoWith({ 'a.yaml': MESSY, 'z.yaml': MESSY });
  const broken = join(repo.directory, 'campaigns/broken.yaml');
  writeFileSync(broken, content);
  const before = repo.read('campaigns/broken.yaml');
  const ended = await repo.exits(INVALID, 'fmt');
  expect(ended.stderr).toMatch(reported);
  expect(ended.stdout).toBe(
    'formatted: campaigns/a.yaml\nformatted: campaigns/z.yaml\n4 files checked, 2 formatted; 1 with errors left unchanged.\n',
  );
  expect(repo.read('campaigns/broken.yaml')).toBe(before);
  expect([repo.read('campaigns/a.yaml'), repo.read('campaigns/z.yaml')]).toEqual([IN_FORM, IN_FORM]);
});
