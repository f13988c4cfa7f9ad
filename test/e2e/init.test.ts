import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../support/cleanup.ts';
import { ROOT } from '../support/e2e/built-program.ts';
import { curlSession, noCurl } from '../support/e2e/curl-session.ts';
import { expectWords, planOf } from '../support/e2e/documents.ts';
import { startLiveService } from '../support/e2e/live-service.ts';
import { emptyRepo, type TestRepository } from '../support/e2e/test-repository.ts';

const WORKSPACES = 'campaigns/workspaces.yaml';
const EXAMPLE = 'campaigns/onboarding/welcome-email.yaml';
const PUSH = 'campaigns/promo/gold-preview-push.yaml';
const FILES = [
  EXAMPLE,
  'campaigns/onboarding/welcome-email.html',
  'campaigns/promo/gold-preview-push.yaml',
  WORKSPACES,
  'campaigns/.schemas/campaign.schema.json',
  'campaigns/.schemas/workspaces.schema.json',
  '.github/workflows/campaigns-plan.yml',
  '.github/workflows/campaigns-apply.yml',
  '.github/workflows/campaigns-drift.yml',
  '.github/workflows/campaigns-test-send.yml',
  '.github/CODEOWNERS',
  '.gitattributes',
  '.vscode/settings.json',
  '.vscode/extensions.json',
];

const untracked = (repo: TestRepository) =>
  repo.git('ls-files', '--others').split('\n').filter(Boolean).sort();
const documentOf = ({ stdout }: { stdout: string }) =>
  JSON.parse(stdout) as {
    format: string;
    written: string[];
    kept: string[];
    missing: { path: string; text: string }[];
  };

test('a starter is valid, and each example is a draft until its file says ACTIVE', async () => {
  const service = await startLiveService();
  const repo = emptyRepo();
  const ended = await repo.campaigns('init');
  expect(ended).toMatchObject({ status: 0, stderr: '' });
  expect(ended.stdout).toMatch(new RegExp(`^${FILES.map((path) => `wrote ${path}\n`).join('')}`));
  expect(untracked(repo)).toEqual([...FILES].sort());

  const strict = await repo.campaigns('validate', '--strict');
  expect(strict).toMatchObject({ status: 0, stderr: '' });
  repo.edit(WORKSPACES, /http:\/\/127\.0\.0\.1:4010\//, service.url);
  const untried = planOf(await repo.campaigns('plan', '--json'));
  expect(untried.summary).toMatchObject({ create: 2, held: 0 });
  repo.commit('Our campaigns');
  expect(await repo.campaigns('apply')).toMatchObject({ status: 0 });
  expect(await service.only('Welcome email')).toMatchObject({ status: 'DRAFT' });
  expect(await service.only('Gold preview push')).toMatchObject({ status: 'DRAFT' });

  for (const file of [EXAMPLE, PUSH]) repo.edit(file, /^channel/m, 'status: ACTIVE\nchannel');
  expect(await repo.campaigns('validate', '--strict')).toMatchObject({ status: 0 });
  repo.commit('Send both');
  expect(await repo.campaigns('apply')).toMatchObject({ status: 0 });
  expect(await service.only('Welcome email')).toMatchObject({ status: 'ACTIVE' });
  const sent = (await service.only('Gold preview push')).status;
  expect(['SCHEDULED', 'ACTIVE', 'SENDING', 'SENT']).toContain(sent);
});

/** From the starter to the first apply, on the local service. */
const FIRST_STEPS = [
  'campaigns serve --quiet &',
  'export CAMPAIGNS_API_KEY=local',
  'campaigns validate --strict',
  'campaigns plan',
  'git add campaigns .github .gitattributes .vscode',
  "git commit -m 'Add our campaigns'",
  'campaigns apply',
];

test('the README, the quick start and init show the same first steps', async () => {
  const { stdout } = await emptyRepo().campaigns('init');
  const guide = readFileSync(join(ROOT, 'docs/quick-start.md'), 'utf8').split('7. Both examples')[0] ?? '';
  const [, after = ''] = guide.split('## In your own repository\n');
  for (const text of [stdout, after, readFileSync(join(ROOT, 'README.md'), 'utf8')]) {
    const commands = text.split('\n').map((line) => line.trim().replace(/ +# .*/, ''));
    expect(commands.filter((line) => FIRST_STEPS.includes(line))).toEqual(FIRST_STEPS);
  }
});

test('the drift that the quick start makes is found, and pulled as it says', async (context) => {
  const reason = noCurl();
  if (reason !== null) context.skip(reason);
  const service = await startLiveService();
  const repo = emptyRepo();
  await repo.campaigns('init');
  repo.edit(WORKSPACES, /http:\/\/127\.0\.0\.1:4010\//, service.url);
  repo.commit('Our campaigns');
  await repo.campaigns('apply');
  const guide = readFileSync(join(ROOT, 'docs/quick-start.md'), 'utf8');
  const [, block = ''] = /^ {3}```sh\n([^]*?)^ {3}```$/m.exec(guide) ?? [];
  const { id } = await service.only('Welcome email');
  const commands = block.replace(/^( *ID=).*/m, `$1${id}`).replace(/^ *campaigns drift$/m, '');
  expect(await curlSession(commands, service.url)).toMatchObject({ status: 0, stderr: '' });
  expect((await repo.campaigns('drift')).stdout).toMatch(/utm_campaign {2}welcome {2}→ {2}spring/);
  expect(await repo.campaigns('pull', 'onboarding/welcome-email')).toMatchObject({ status: 0 });
  expect(repo.read(EXAMPLE)).toContain('utm_campaign: spring');
});

test('a second run changes nothing', async () => {
  const repo = emptyRepo();
  await repo.campaigns('init');
  repo.commit('A starter');
  const again = await repo.campaigns('init');
  expect(again).toMatchObject({ status: 0, stderr: '' });
  expect(again.stdout).toBe(
    `${FILES.map((path) => `kept ${path} (it already exists)\n`).join('')}Nothing was missing.\n`,
  );
  expect(repo.git('status', '--porcelain')).toBe('');
  expect(documentOf(await repo.campaigns('init', '--json'))).toEqual({
    format: 'campaign-init/1',
    written: [],
    kept: FILES,
    missing: [],
  });
});

test('-C names the folder; workflows are at the root anyway, and apply from its branch', async () => {
  const repo = emptyRepo('trunk');
  mkdirSync(join(repo.directory, 'spring shop'));
  const { written } = documentOf(await repo.campaigns('init', '--json', '-C', 'spring shop'));
  expect(written).toEqual(
    FILES.map((path) => (path.startsWith('campaigns/') ? `spring shop/${path}` : path)),
  );
  const apply = repo.read('.github/workflows/campaigns-apply.yml');
  expect(apply).toContain('- "spring shop/campaigns/**"');
  expect(apply).toContain('working-directory: "spring shop"');
  expect(apply).toContain("branches: ['trunk']");
  expect(await repo.campaigns('validate', '--strict', '-C', 'spring shop')).toMatchObject({ status: 0 });
});

test('refuses a folder that leads out of the repository, and writes nothing', async () => {
  const repo = emptyRepo();
  const elsewhere = temporaryFolder();
  symlinkSync(elsewhere, join(repo.directory, '.github'));
  const ended = await repo.exits(5, 'init');
  expect(ended.stderr).toContain('.github');
  expect(ended.stdout).toBe('');
  expect(readdirSync(elsewhere)).toEqual([]);
  expect(existsSync(join(repo.directory, 'campaigns'))).toBe(false);
});

const UNREVIEWED = '.github/workflows/campaigns-apply-unreviewed.yml';

test('the workflow that applies without a review is written on request, later too', async () => {
  const repo = emptyRepo('trunk');
  expect(await repo.campaigns('init', '--unreviewed')).toMatchObject({ status: 0, stderr: '' });
  expect(untracked(repo)).toEqual([...FILES, UNREVIEWED].sort());
  expect(repo.read(UNREVIEWED)).toContain("github.ref == 'refs/heads/trunk'");
  const other = emptyRepo();
  other.write(WORKSPACES, 'default: own\n');
  const json = await other.campaigns('init', '--unreviewed', '--json');
  expect(documentOf(json)).toMatchObject({ written: [UNREVIEWED], kept: [], missing: [] });
  expect(json.stderr).toContain('Turn on Required reviewers');
  expect(untracked(other)).toEqual([UNREVIEWED, WORKSPACES].sort());
});

const FLAGS = ['-w', 'shop', '--base-url', 'https://api.example.org', '--app-key', 'SHOP-7'];

test('flags name the workspace, its address and the channels', async () => {
  const repo = emptyRepo();
  const ended = await repo.campaigns('init', ...FLAGS, '--channels', 'push');
  expect(ended).toMatchObject({ status: 0, stderr: '' });
  expect(existsSync(join(repo.directory, PUSH))).toBe(true);
  expect(existsSync(join(repo.directory, EXAMPLE))).toBe(false);
  expect(repo.read('.github/workflows/campaigns-apply.yml')).toContain('workspace: shop ');
  expect(ended.stdout).toContain('gh secret set CAMPAIGNS_SHOP_API_KEY');
  const strict = await repo.campaigns('validate', '--strict');
  expect(strict).toMatchObject({ status: 0, stderr: '' });
  expect(strict.stdout).toContain('local, shop');
  // For a workspace whose campaigns are imported: an example would be created in it.
  const bare = emptyRepo();
  expect(await bare.campaigns('init', ...FLAGS, '--channels', 'none')).toMatchObject({ status: 0 });
  for (const path of [PUSH, EXAMPLE]) expect(existsSync(join(bare.directory, path))).toBe(false);
  expect(await bare.campaigns('validate', '--strict')).toMatchObject({ status: 0 });
});

test.each([
  ['an address without its app key', ['--base-url', 'https://api.example.org']],
  ['http to elsewhere', ['--base-url', 'http://api.example.org', '--app-key', 'x']],
  ['a name in capitals', ['-w', 'Shop']],
  ['the name that is taken', ['-w', 'local']],
  ['a channel that there is not', ['--channels', 'email,fax']],
])('refuses %s and writes nothing', async (_, flags) => {
  const repo = emptyRepo();
  const ended = await repo.campaigns('init', ...flags);
  expect(ended).toMatchObject({ status: 64, stdout: '' });
  expectWords(ended);
  expect(untracked(repo)).toEqual([]);
});

test('asks on a terminal for what no flag says', async () => {
  const repo = emptyRepo();
  const answers = ['shop', 'https://api.example.org/', 'SHOP-7'];
  const ended = await repo.startWith({ person: answers.join('\n') }, 'init').ended;
  expect(ended.status).toBe(0);
  expect(repo.read(WORKSPACES)).toContain('    base_url: https://api.example.org/\n    app_key: SHOP-7\n');
  expect(await repo.campaigns('validate', '--strict')).toMatchObject({ status: 0 });
});

test('writes nothing if the user ends the questions', async () => {
  const repo = emptyRepo();
  const ended = await repo.startWith({ person: 'shop' }, 'init').ended;
  expect(ended).toMatchObject({ status: 1, stdout: '' });
  expect(ended.stderr).toContain('Canceled.');
  expect(untracked(repo)).toEqual([]);
});

test('keeps existing files byte for byte, and shows what settings lack', async () => {
  const repo = emptyRepo();
  const mine = {
    [WORKSPACES]: 'default: own # no line end, \ttabs and \u00e9',
    '.gitattributes': '*.png binary\n',
    '.vscode/settings.json': '{\n  // Ours\n  "[yaml]": { "editor.tabSize": 4 },\n}\n',
    // Another one in .github would replace the existing one.
    CODEOWNERS: '* @northtrail/owners\n',
  };
  for (const [path, text] of Object.entries(mine)) repo.write(path, text);
  const ended = await repo.campaigns('init', '--quiet');
  for (const [path, text] of Object.entries(mine)) expect(repo.read(path)).toBe(text);
  expect(ended.stdout).toContain('kept .gitattributes (it already exists)\n');
  expect(ended.stdout).toContain('  campaigns/** text=auto eol=lf\n');
  expect(untracked(repo)).not.toContain('.github/CODEOWNERS');
  // Examples would be in the way among campaigns that are already set up.
  expect(untracked(repo)).not.toContain(EXAMPLE);
  const { missing } = documentOf(await repo.campaigns('init', '--json'));
  expect(missing.map(({ path }) => path)).toEqual(['.gitattributes', '.vscode/settings.json']);
});

/** The workspaces that the workflows name. */
const inWorkflows = (repo: TestRepository) =>
  ['plan', 'apply', 'drift'].map(
    (name) => /workspace: (\S+)/.exec(repo.read(`.github/workflows/campaigns-${name}.yml`))?.[1],
  );
const entry = (name: string, host: string) =>
  `  ${name}: { base_url: ${host}, app_key: a, api_key_env: CAMPAIGNS_A }\n`;

test.each([
  ['no file', undefined, 'production'],
  ['one on this machine', entry('sandbox', 'http://127.0.0.1:4010/'), 'sandbox'],
  ['two elsewhere', entry('eu', 'https://eu.example.com') + entry('us', 'https://us.example.com'), 'us'],
])('without options, with %s, files and workflows name one workspace', async (_, entries, expected) => {
  const repo = emptyRepo();
  const chosen = expected === 'us' ? 'default: us\n' : '';
  if (entries !== undefined) repo.write(WORKSPACES, `${chosen}workspaces:\n${entries}`);
  expect(await repo.campaigns('init')).toMatchObject({ status: 0 });
  expect(inWorkflows(repo)).toEqual([expected, expected, expected]);
  const { stdout } = await repo.campaigns('validate', '-w', expected);
  expect(stdout).toContain(expected);
});
