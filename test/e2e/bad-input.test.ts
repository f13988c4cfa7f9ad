import { expect, test } from 'vitest';
import { welcome } from '../support/e2e/campaign-texts.ts';
import { temporaryFolder } from '../support/cleanup.ts';
import { expectWords, planOf } from '../support/e2e/documents.ts';
import { appliedRepo } from '../support/e2e/opened.ts';
import { startServiceProxy } from '../support/e2e/service-proxy.ts';
import { campaigns } from '../support/e2e/program.ts';
import { openRepo } from '../support/e2e/test-repository.ts';
import { sarifFaults } from '../support/sarif-schema.ts';

const INVALID = 5;
const USAGE = 64;
const WORKSPACES = 'campaigns/workspaces.yaml';
const FINE = welcome({ name: 'Fine' });

type Edit = readonly [path: string, edit: (text: string) => string | null];

const MISTAKES: readonly (readonly [what: string, reported: RegExp, edit: Edit | undefined])[] = [
  ['no workspaces.yaml', /There is no campaigns\/workspaces\.yaml/, [WORKSPACES, () => null]],
  [
    "a workspaces.yaml that isn't YAML",
    /^campaigns\/workspaces\.yaml:\d+:\d+ E_YAML/m,
    [WORKSPACES, () => 'default: local\nworkspaces: [local\n'],
  ],
  [
    'a literal secret in workspaces.yaml',
    /^campaigns\/workspaces\.yaml:6:5 E_SECRET/m,
    [WORKSPACES, (text) => text.replace('api_key_env: CAMPAIGNS_API_KEY', 'api_key: 5up3rs3cr3t')],
  ],
  [
    'an http address that is not this machine',
    /^campaigns\/workspaces\.yaml:4:15 E_FORMAT/m,
    [WORKSPACES, (text) => text.replace('127.0.0.1', '192.0.2.1')],
  ],
  [
    "a campaign file that isn't YAML",
    /^campaigns\/broken\.yaml:\d+:\d+ E_YAML/m,
    ['campaigns/broken.yaml', () => 'channel: EMAIL\nbasic_details: { name: "Broken\n'],
  ],
  ['an unknown workspace', /no workspace locl[\s\S]*Did you mean local\?/, undefined],
];

test.each(MISTAKES)('%s is reported in words, and nothing is sent', async (_, reported, edit) => {
  const proxy = await startServiceProxy('http://127.0.0.1:9/', () => ({ status: 500, body: '{}' }));
  const repo = openRepo({ url: proxy.url, campaigns: { 'welcome.yaml': welcome(), 'broken.yaml': FINE } });
  if (edit) {
    const [path, edited] = edit;
    const text = edited(repo.read(path));
    if (text === null) repo.remove(path);
    else repo.write(path, text);
    repo.commit('A mistake');
  }
  const before = repo.snapshot();
  const ended = await repo.campaigns('apply', ...(edit ? [] : ['-w', 'locl']));
  expect(ended).toMatchObject({ status: INVALID, stdout: '' });
  expect(ended.stderr).toMatch(reported);
  expect(ended.stderr).not.toContain('5up3rs3cr3t');
  expectWords(ended);
  expect(proxy.requests).toEqual([]);
  expect(repo.snapshot()).toEqual(before);
});

test.each(['init', 'validate', 'apply'])('%s outside of a git repository says so', async (command) => {
  const ended = await campaigns([command], { cwd: temporaryFolder(), env: { CAMPAIGNS_API_KEY: 'local' } });
  expect(ended.status).toBe(INVALID);
  expect(ended.stderr).toMatch(/no repository[\s\S]*git init/);
  expectWords(ended);
});

test.each(['plan', 'apply', 'status'])('%s without the secret names its variable', async (command) => {
  const proxy = await startServiceProxy('http://127.0.0.1:9/', () => ({ status: 500, body: '{}' }));
  const repo = openRepo({ url: proxy.url, campaigns: { 'welcome.yaml': welcome() } });
  const ended = await campaigns([command], { cwd: repo.directory });
  expect(ended.status).toBe(INVALID);
  expect(ended.stderr).toContain('CAMPAIGNS_API_KEY');
  expectWords(ended);
  expect(proxy.requests).toEqual([]);
});

test('an output path that is empty, as an unset variable in a workflow is, is no path', async () => {
  const { repo } = await appliedRepo({ 'welcome.yaml': welcome() });
  const ended = await repo.campaigns('plan', '--out', '', '--html', '', '--json');
  expect(ended).toMatchObject({ status: 0, stderr: '' });
  expect(planOf(ended).campaigns).toHaveLength(1);
});

test.each(['5s', '0', '10000000'])(
  'the timeout %j is refused with its variable, and nothing is sent',
  async (timeout) => {
    const proxy = await startServiceProxy('http://127.0.0.1:9/', () => ({ status: 500, body: '{}' }));
    const repo = openRepo({ url: proxy.url, campaigns: { 'welcome.yaml': welcome() } });
    const env = { CAMPAIGNS_API_KEY: 'local', CAMPAIGNS_HTTP_TIMEOUT_MS: timeout };
    const ended = await campaigns(['plan'], { cwd: repo.directory, env });
    expect(ended.status).toBe(INVALID);
    expect(ended.stderr).toContain('CAMPAIGNS_HTTP_TIMEOUT_MS');
    expectWords(ended);
    expect(proxy.requests).toEqual([]);
  },
);

test.each([[['plan']], [['status']], [['pull']], [['plan', 'b']], [['apply', '--only', 'b']]])(
  'files with errors: %j does nothing',
  async (args) => {
    const campaigns = { 'a.yaml': 'channel: [', 'b.yaml': welcome() };
    const ended = await openRepo({ campaigns }).campaigns(...args);
    expect(ended).toMatchObject({ status: INVALID, stdout: '' });
    expect(ended.stderr).toContain('campaigns/a.yaml:1:');
    expect(ended.stderr).toContain('Files have errors');
  },
);

test('status shows what other campaigns do while a file has errors, and fails for that file', async () => {
  const { repo } = await appliedRepo({ 'a.yaml': welcome({ name: 'A' }), 'b.yaml': welcome({ name: 'B' }) });
  repo.write('campaigns/b.yaml', 'channel: [');
  const shown = await repo.exits(INVALID, 'status');
  expect(shown.stdout).toMatch(/^a +DRAFT +in sync/m);
  expect(shown.stdout).toMatch(/^b +DRAFT +no file, or one with errors/m);
  expect(shown.stderr).toContain('campaigns/b.yaml:1');
  // A script must not take a part for the whole.
  expect(await repo.campaigns('status', '--json')).toMatchObject({ status: INVALID, stdout: '' });
  expect(await repo.campaigns('status', 'b')).toMatchObject({ status: INVALID });
  expect(await repo.campaigns('status', 'a')).toMatchObject({ status: 0, stderr: '' });
});

test('a warning stays a warning, and fails only under --strict', async () => {
  const typed = welcome().replace('  content_type:', '  content_tpye: PROMOTIONAL\n  content_type:');
  const repo = openRepo({ campaigns: { 'welcome.yaml': typed } });
  const lenient = await repo.exits(0, 'validate');
  expect(lenient.stdout).toMatch(/^campaigns\/welcome\.yaml:5:3 W_\w+ .*content_tpye/m);
  const strict = await repo.exits(INVALID, 'validate', '--strict');
  expect(strict.stdout).toMatch(/^campaigns\/welcome\.yaml:5:3 W_\w+ .*content_tpye/m);
});

test('treats the loss of all campaign files as a mistake', async () => {
  const { repo } = await appliedRepo({ 'welcome.yaml': welcome() });
  repo.remove('campaigns/welcome.yaml');
  repo.commit('Oops');
  await repo.exits(INVALID, 'apply');
});

test.each([
  [['aply'], "unknown command 'aply'\n(Did you mean apply?)"],
  [['publish', 'promo'], "unknown command 'publish'"],
  [['state', 'move', 'old', 'new'], "unknown command 'move'\n(Did you mean mv?)"],
  [['plan', '--offlin'], 'Did you mean --offline?'],
  [['apply', '--frce'], "unknown option '--frce'"],
  [['apply', '--alow', 'dirty'], '(Did you mean --allow?)'],
  [['apply', '--allow', 'everything'], 'everything'],
  [['apply', '--max-wait', 'soon'], 'is invalid. Write 90s, 10m or 2h.'],
  [['apply', '-C', 'nowhere'], 'nowhere'],
  [['plan', '--allow', 'same-name', 'promo/spring'], "'promo/spring' is invalid. Allowed choices are guard"],
  [['revert', 'a', '--allow', 'b'], "'b' is invalid. Allowed choices are dirty."],
  [['plan', '--only'], "option '--only <keys...>' argument missing"],
  [['completion'], "missing required argument 'shell'"],
  [['import', 'promo/xmas'], 'campaigns adopt KEY --id ID'],
  [['prune', 'promo/*'], 'git rm FILE'],
  [['state', 'mv', '--all-moved', '-w', 'local'], 'campaigns state mv OLD NEW'],
  [['state', 'mv', '--all'], 'campaigns state mv OLD NEW'],
  [['state', 'mv', '--keep-keys', 'a', 'b'], 'Write the old key into each moved file'],
  [['import', '--all', '--share', '-w', 'staging'], 'campaigns adopt KEY --id ID'],
  [['fmt', '--keep-keys'], 'Write the old key into each moved file'],
])('a command line that is not understood is a usage error with what to do: %j', async (args, words) => {
  const ended = await campaigns(args, { cwd: temporaryFolder() });
  expect(ended).toMatchObject({ status: USAGE, stdout: '' });
  expect(ended.stderr).toContain(words);
  if (words.startsWith('unknown command') && !words.includes('Did you mean'))
    expect(ended.stderr).not.toContain('Did you mean');
  expectWords(ended);
});

// test/render/documents/sarif-document.test.ts has its places and addresses.
test('validate writes SARIF for campaign files and the configuration', async () => {
  const repo = openRepo({ campaigns: { 'welcome.yaml': welcome(), 'b.yaml': 'channel: [' } });
  const rules = async (status: number, ...args: string[]) => {
    const { stdout } = await repo.exits(status, 'validate', '--format', 'sarif', ...args);
    const { runs } = JSON.parse(stdout) as { runs: [{ results: { ruleId: string }[] }] };
    expect(sarifFaults(JSON.parse(stdout))).toEqual([]);
    expect(stdout).not.toContain('5up3rs3cr3t');
    return runs[0].results.map(({ ruleId }) => ruleId);
  };
  expect(await rules(INVALID)).toContain('E_YAML');
  expect(await rules(0, 'campaigns/welcome.yaml')).toEqual([]);
  repo.edit(WORKSPACES, /api_key_env: CAMPAIGNS_API_KEY/, 'api_key: 5up3rs3cr3t');
  expect(await rules(INVALID)).toContain('E_SECRET');
});
