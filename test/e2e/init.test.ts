import { existsSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../support/cleanup.ts';
import { expectWords, planOf } from '../support/e2e/documents.ts';
import { startLiveService } from '../support/e2e/live-service.ts';
import { emptyShop, type Shop } from '../support/e2e/shop.ts';

const WORKSPACES = 'campaigns/workspaces.yaml';
const EXAMPLE = 'campaigns/onboarding/welcome-email.yaml';
const FILES = [
  WORKSPACES,
  EXAMPLE,
  'campaigns/onboarding/welcome-email.html',
  '.github/workflows/campaigns-plan.yml',
  '.github/workflows/campaigns-apply.yml',
  '.github/workflows/campaigns-drift.yml',
];

const untracked = (shop: Shop) => shop.git('ls-files', '--others').split('\n').filter(Boolean).sort();
const documentOf = ({ stdout }: { stdout: string }) =>
  JSON.parse(stdout) as { format: string; written: string[]; kept: string[] };

test('a starter is valid, and its example is one creation', async () => {
  const service = await startLiveService();
  const shop = emptyShop();
  const ended = await shop.campaigns('init');
  expect(ended).toMatchObject({ status: 0, stderr: '' });
  expect(ended.stdout).toMatch(new RegExp(`^${FILES.map((path) => `wrote ${path}\n`).join('')}`));
  expect(untracked(shop)).toEqual([...FILES].sort());

  const strict = await shop.campaigns('validate', '--strict');
  expect(strict).toMatchObject({ status: 0, stderr: '' });
  shop.edit(WORKSPACES, /http:\/\/127\.0\.0\.1:4010\//, service.url);
  const untried = planOf(await shop.campaigns('plan', '--json'));
  expect(untried.summary).toMatchObject({ create: 1, held: 0 });
  shop.commit('Our campaigns');
  expect(await shop.campaigns('apply')).toMatchObject({ status: 0 });
  expect(await service.only('Welcome e-mail')).toMatchObject({ status: 'DRAFT' });
});

test('the production of the starter is ready to be filled in', async () => {
  const shop = emptyShop();
  await shop.campaigns('init');
  const text = shop.read(WORKSPACES);
  shop.write(WORKSPACES, text.replace(/^ {2}# (production:|(?: {2})+\S+: ?.*)$/gm, '  $1'));
  expect(shop.read(WORKSPACES)).toMatch(/^ {2}production:\n {4}base_url: https:/m);
  const strict = await shop.campaigns('validate', '--strict');
  expect(strict).toMatchObject({ status: 0, stderr: '' });
  expect(strict.stdout).toContain('local, production');
});

test('it says what to do next, in order', async () => {
  const { stdout } = await emptyShop().campaigns('init');
  const steps = [
    'Read campaigns/workspaces.yaml',
    'campaigns serve',
    'CAMPAIGNS_API_KEY=local campaigns plan',
    'gh secret set CAMPAIGNS_PRODUCTION_API_KEY',
    'Commit campaigns/workspaces.yaml alone',
    'Then the rest',
    '"yaml.schemas"',
  ];
  const places = steps.map((step) => stdout.indexOf(step));
  expect(places).not.toContain(-1);
  expect(places).toEqual([...places].sort((a, b) => a - b));
  const [, setting = ''] = /"yaml\.schemas": (\{[\s\S]*\})/.exec(stdout) ?? [];
  for (const schema of Object.keys(JSON.parse(setting) as object)) expect(existsSync(schema)).toBe(true);
  for (const line of stdout.slice(0, places.at(-1)).split('\n')) expect(line.length).toBeLessThanOrEqual(80);
});

test('a second time changes nothing', async () => {
  const shop = emptyShop();
  await shop.campaigns('init');
  shop.commit('A starter');
  const again = await shop.campaigns('init');
  expect(again).toMatchObject({ status: 0, stderr: '' });
  expect(again.stdout).toBe(
    `${FILES.map((path) => `kept ${path} (it is there already)\n`).join('')}Nothing was missing.\n`,
  );
  expect(shop.git('status', '--porcelain')).toBe('');
  expect(documentOf(await shop.campaigns('init', '--json'))).toEqual({
    format: 'campaign-init/1',
    written: [],
    kept: FILES,
  });
});

test('what is there is kept byte for byte, and the rest is written', async () => {
  const shop = emptyShop();
  const mine = 'default: own # no line end, \ttabs and \u00e9';
  shop.write(WORKSPACES, mine);
  shop.write('.github/workflows/campaigns-apply.yml', '');
  const ended = await shop.campaigns('init', '--quiet');
  expect(ended.status).toBe(0);
  const kept = [WORKSPACES, '.github/workflows/campaigns-apply.yml'];
  const written = FILES.filter((path) => !kept.includes(path));
  expect(ended.stdout).toBe(
    [
      ...written.map((path) => `wrote ${path}\n`),
      ...kept.map((path) => `kept ${path} (it is there already)\n`),
    ].join(''),
  );
  expect(shop.read(WORKSPACES)).toBe(mine);
  expect(shop.read('.github/workflows/campaigns-apply.yml')).toBe('');
});

test('several at once write each file once', async () => {
  const shop = emptyShop();
  const runs = await Promise.all([1, 2, 3, 4].map(() => shop.campaigns('init', '--json')));
  const documents = runs.map(documentOf);
  expect(documents.flatMap(({ written }) => written).sort()).toEqual([...FILES].sort());
  for (const { written, kept } of documents) expect([...written, ...kept].sort()).toEqual([...FILES].sort());
  expect(untracked(shop)).toEqual([...FILES].sort());
});

test('-C names the folder; workflows lie at the root all the same, and apply from its branch', async () => {
  const shop = emptyShop('trunk');
  mkdirSync(join(shop.directory, 'spring shop'));
  const { written } = documentOf(await shop.campaigns('init', '--json', '-C', 'spring shop'));
  expect(written).toEqual(
    FILES.map((path) => (path.startsWith('campaigns/') ? `spring shop/${path}` : path)),
  );
  const apply = shop.read('.github/workflows/campaigns-apply.yml');
  expect(apply).toContain('- "spring shop/campaigns/**"');
  expect(apply).toContain('working-directory: "spring shop"');
  expect(apply).toContain("branches: ['trunk']");
  expect(await shop.campaigns('validate', '--strict', '-C', 'spring shop')).toMatchObject({ status: 0 });
});

test('the default branch is what origin says, not what is checked out', async () => {
  const shop = emptyShop('trunk');
  shop.write('README.md', '');
  const commit = shop.commit('A beginning');
  shop.git('update-ref', 'refs/remotes/origin/trunk', commit);
  shop.git('symbolic-ref', 'refs/remotes/origin/HEAD', 'refs/remotes/origin/trunk');
  shop.git('checkout', '--quiet', '-b', 'add-campaigns');
  await shop.campaigns('init');
  expect(shop.read('.github/workflows/campaigns-apply.yml')).toContain("branches: ['trunk']");
});

test('a folder that leads out of the repository is refused, and nothing is written', async () => {
  const shop = emptyShop();
  const elsewhere = temporaryFolder();
  symlinkSync(elsewhere, join(shop.directory, '.github'));
  const ended = await shop.campaigns('init');
  expect(ended.status).toBe(5);
  expect(ended.stderr).toContain('.github leads out of the repository');
  expect(ended.stdout).toBe('');
  expectWords(ended);
  expect(readdirSync(elsewhere)).toEqual([]);
  expect(existsSync(join(shop.directory, 'campaigns'))).toBe(false);
});

const UNREVIEWED = '.github/workflows/campaigns-apply-unreviewed.yml';

test('the workflow that applies without a review comes on request, after how to protect it', async () => {
  const shop = emptyShop('trunk');
  const ended = await shop.campaigns('init', '--unreviewed');
  expect(ended).toMatchObject({ status: 0, stderr: '' });
  expect(untracked(shop)).toEqual([...FILES, UNREVIEWED].sort());
  const steps = [
    'Settings, then Environments',
    'Name it campaigns-unreviewed',
    'Turn on Required reviewers',
    'add a rule for the branch trunk',
    'GitHub Enterprise',
    `wrote ${UNREVIEWED}`,
    'Commit campaigns/workspaces.yaml alone',
  ];
  const places = steps.map((step) => ended.stdout.indexOf(step));
  expect(places).not.toContain(-1);
  expect(places).toEqual([...places].sort((a, b) => a - b));
  for (const line of ended.stdout.slice(0, places.at(-1)).split('\n'))
    expect(line.length).toBeLessThanOrEqual(80);
  expect(shop.read(UNREVIEWED)).toContain("github.ref == 'refs/heads/trunk'");
});

test('where campaigns are set up already it is all that is added', async () => {
  const shop = emptyShop();
  shop.write(WORKSPACES, 'default: own\n');
  const json = await shop.campaigns('init', '--unreviewed', '--json');
  expect(documentOf(json)).toEqual({ format: 'campaign-init/1', written: [UNREVIEWED], kept: [] });
  expect(json.stderr).toContain('Turn on Required reviewers');
  expect(untracked(shop)).toEqual([UNREVIEWED, WORKSPACES].sort());
  expect(await shop.campaigns('init', '--unreviewed')).toMatchObject({ status: 0, stderr: '' });
  expect(untracked(shop)).toEqual([UNREVIEWED, WORKSPACES].sort());
});
