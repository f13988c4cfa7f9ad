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

test('the production workspace of the starter is ready to be filled in', async () => {
  const repo = emptyRepo();
  await repo.campaigns('init');
  const text = repo.read(WORKSPACES);
  repo.write(WORKSPACES, text.replace(/^ {2}# (production:|(?: {2})+\S+: ?.*)$/gm, '  $1'));
  expect(repo.read(WORKSPACES)).toMatch(/^ {2}production:\n {4}base_url: https:/m);
  const strict = await repo.campaigns('validate', '--strict');
  expect(strict).toMatchObject({ status: 0, stderr: '' });
  expect(strict.stdout).toContain('local, production');
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

test('every campaign file begins with a schema line that refers to a copy in the repository', async () => {
  const repo = emptyRepo();
  await repo.campaigns('init');
  for (const path of FILES.filter((one) => one.endsWith('.yaml'))) {
    const [, schema = ''] = /^# yaml-language-server: \$schema=(\S+)\n/.exec(repo.read(path)) ?? [];
    const name = path === WORKSPACES ? 'workspaces' : 'campaign';
    const own = readFileSync(join(ROOT, `schemas/${name}.schema.json`), 'utf8');
    expect(repo.read(join(path, '..', schema)), path).toBe(own);
  }
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

test('keeps existing files byte for byte, and writes the others', async () => {
  const repo = emptyRepo();
  const mine = 'default: own # no line end, \ttabs and \u00e9';
  repo.write(WORKSPACES, mine);
  repo.write('.github/workflows/campaigns-apply.yml', '');
  const ended = await repo.campaigns('init', '--quiet');
  expect(ended.status).toBe(0);
  const kept = [WORKSPACES, '.github/workflows/campaigns-apply.yml'];
  // Examples would be in the way among campaigns that are already set up.
  const written = FILES.filter((path) => !kept.includes(path) && !/\/(onboarding|promo)\//.test(path));
  expect(ended.stdout).toBe(
    [
      ...written.map((path) => `wrote ${path}\n`),
      ...kept.map((path) => `kept ${path} (it already exists)\n`),
    ].join(''),
  );
  expect(repo.read(WORKSPACES)).toBe(mine);
  expect(repo.read('.github/workflows/campaigns-apply.yml')).toBe('');
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

test("the default branch is origin's, not the one that is checked out", async () => {
  const repo = emptyRepo('trunk');
  repo.write('README.md', '');
  const commit = repo.commit('A beginning');
  repo.git('update-ref', 'refs/remotes/origin/trunk', commit);
  repo.git('symbolic-ref', 'refs/remotes/origin/HEAD', 'refs/remotes/origin/trunk');
  repo.git('checkout', '--quiet', '-b', 'add-campaigns');
  await repo.campaigns('init');
  expect(repo.read('.github/workflows/campaigns-apply.yml')).toContain("branches: ['trunk']");
});

test('refuses a folder that leads out of the repository, and writes nothing', async () => {
  const repo = emptyRepo();
  const elsewhere = temporaryFolder();
  symlinkSync(elsewhere, join(repo.directory, '.github'));
  const ended = await repo.campaigns('init');
  expect(ended.status).toBe(5);
  expect(ended.stderr).toContain('.github');
  expect(ended.stdout).toBe('');
  expectWords(ended);
  expect(readdirSync(elsewhere)).toEqual([]);
  expect(existsSync(join(repo.directory, 'campaigns'))).toBe(false);
});

const UNREVIEWED = '.github/workflows/campaigns-apply-unreviewed.yml';

test('the workflow that applies without a review is written on request', async () => {
  const repo = emptyRepo('trunk');
  const ended = await repo.campaigns('init', '--unreviewed');
  expect(ended).toMatchObject({ status: 0, stderr: '' });
  expect(untracked(repo)).toEqual([...FILES, UNREVIEWED].sort());
  expect(repo.read(UNREVIEWED)).toContain("github.ref == 'refs/heads/trunk'");
});

test('writes only that workflow if campaigns are already set up', async () => {
  const repo = emptyRepo();
  repo.write(WORKSPACES, 'default: own\n');
  const json = await repo.campaigns('init', '--unreviewed', '--json');
  expect(documentOf(json)).toEqual({
    format: 'campaign-init/1',
    written: [UNREVIEWED],
    kept: [],
    missing: [],
  });
  expect(json.stderr).toContain('Turn on Required reviewers');
  expect(untracked(repo)).toEqual([UNREVIEWED, WORKSPACES].sort());
  expect(await repo.campaigns('init', '--unreviewed')).toMatchObject({ status: 0, stderr: '' });
  expect(untracked(repo)).toEqual([UNREVIEWED, WORKSPACES].sort());
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
  ['an address without its app key', ['--base-url', 'https://api.example.org'], '--app-key'],
  ['http to elsewhere', ['--base-url', 'http://api.example.org', '--app-key', 'x'], 'write https:'],
  ['a name in capitals', ['-w', 'Shop'], 'lowercase letters'],
  ['the name that is taken', ['-w', 'local'], 'local'],
  ['a channel that there is not', ['--channels', 'email,fax'], 'Write email, push'],
])('refuses %s and writes nothing', async (_, flags, reported) => {
  const repo = emptyRepo();
  const ended = await repo.campaigns('init', ...flags);
  expect(ended).toMatchObject({ status: 64, stdout: '' });
  expect(ended.stderr).toContain(reported);
  expectWords(ended);
  expect(untracked(repo)).toEqual([]);
});

test('asks on a terminal for what no flag says, and asks again after an invalid answer', async () => {
  const repo = emptyRepo();
  const answers = [
    'Shop',
    'shop',
    'http://api.example.org',
    'https://api.example.org/',
    'SHOP-7',
    'fax',
    'email',
  ];
  const ended = await repo.startWith({ person: answers.join('\n') }, 'init').ended;
  expect(ended.status).toBe(0);
  expect(untracked(repo)).toContain(EXAMPLE);
  expect(untracked(repo)).not.toContain(PUSH);
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

test('keeps existing settings and shows what they lack', async () => {
  const repo = emptyRepo();
  repo.write('.gitattributes', '*.png binary\n');
  repo.write('.vscode/extensions.json', '{ "recommendations": ["redhat.vscode-yaml"] }\n');
  repo.write('.vscode/settings.json', '{\n  // Ours\n  "[yaml]": { "editor.tabSize": 4 },\n}\n');
  repo.write('CODEOWNERS', '* @northtrail/owners\n');
  const ended = await repo.campaigns('init');
  expect(repo.read('.gitattributes')).toBe('*.png binary\n');
  expect(ended.stdout).toContain('kept .gitattributes (it already exists)\n');
  expect(ended.stdout).toContain('  campaigns/** text=auto eol=lf\n');
  expect(ended.stdout).toContain('\nAdd what is missing in .vscode/settings.json:\n');
  // Also in a script, and if nothing is written.
  expect((await repo.campaigns('init', '--quiet')).stdout).toContain(
    '\nAdd what is missing in .gitattributes:\n',
  );
  const { missing } = documentOf(await repo.campaigns('init', '--json'));
  expect(missing.map(({ path }) => path)).toContain('.vscode/settings.json');
  // Another one in .github would replace the existing one.
  expect(untracked(repo)).not.toContain('.github/CODEOWNERS');
});

test('if workspaces.yaml exists, the workflows are for the workspace in it', async () => {
  const repo = emptyRepo();
  await repo.campaigns('init', ...FLAGS);
  for (const name of ['plan', 'apply', 'drift']) repo.remove(`.github/workflows/campaigns-${name}.yml`);
  expect(await repo.campaigns('init', '-w', 'other')).toMatchObject({ status: 64 });
  await repo.campaigns('init');
  expect(repo.read('.github/workflows/campaigns-drift.yml')).toContain('workspace: shop ');
});
