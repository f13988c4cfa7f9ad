import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { actionWorld } from '../support/action/action-world.ts';
import { readRunnerFile } from '../support/action/runner-file.ts';
import { workflowCommands } from '../support/action/workflow-commands.ts';
import { temporaryFolder } from '../support/cleanup.ts';
import { welcome } from '../support/e2e/campaign-texts.ts';

const CAMPAIGNS = { 'welcome.yaml': welcome() };

/** A program in place of the bundle, given by its source. */
function standIn(source: string): string {
  const entry = join(temporaryFolder(), 'stand-in.mjs');
  writeFileSync(
    entry,
    `import fs from 'node:fs';\nimport { execFileSync } from 'node:child_process';\n${source}`,
  );
  return entry;
}

/** Prints what a step can see of its environment. */
const PRINT_VIEW = `
const event = JSON.parse(fs.readFileSync(process.env.GITHUB_EVENT_PATH, 'utf8'));
const git = (...args) => execFileSync('git', args, { encoding: 'utf8' }).trim();
const { env } = process;
fs.writeFileSync(env.GITHUB_OUTPUT, 'view<<END\\n' + JSON.stringify({
  event, env, head: git('rev-parse', 'HEAD'), branch: git('branch', '--show-current'),
  depth: Number(git('rev-list', '--count', 'HEAD')), files: git('ls-files').split('\\n'),
}) + '\\nEND\\n');
`;

interface StepView {
  readonly event: Record<string, unknown>;
  readonly env: Record<string, string>;
  readonly head: string;
  readonly branch: string;
  readonly depth: number;
  readonly files: readonly string[];
}

function stepView({ outputs }: { readonly outputs: Readonly<Record<string, string>> }): StepView {
  return JSON.parse(outputs['view'] ?? '') as StepView;
}

test('a step gets what a runner provides, and its output is read', async () => {
  const world = await actionWorld({ campaigns: CAMPAIGNS });
  const entry = standIn(`
    fs.appendFileSync(process.env.GITHUB_OUTPUT, 'outcome=planned\\nlong<<_x_\\na\\n\\nb\\n_x_\\n');
    fs.appendFileSync(process.env.GITHUB_STEP_SUMMARY, '# Plan\\n');
    console.log('::error file=campaigns/a.yaml,line=3,col=5,title=T%3A::100%25%0Asure');
    console.error('  ::warning::careful');
    const headers = { authorization: 'token ' + process.env['INPUT_GITHUB-TOKEN'] };
    const { status } = await fetch(process.env.GITHUB_API_URL + '/repos/' + process.env.GITHUB_REPOSITORY, { headers });
    process.exit(status === 200 ? 3 : 4);`);
  const ended = await world.apply({ entry });
  expect(ended).toMatchObject({
    exit: 3,
    outputs: { outcome: 'planned', long: 'a\n\nb' },
    summary: '# Plan\n',
  });
  expect(ended.annotations).toEqual([
    { level: 'error', message: '100%\nsure', title: 'T:', file: 'campaigns/a.yaml', line: 3, column: 5 },
    { level: 'warning', message: 'careful' },
  ]);
  expect(world.github.requests).toMatchObject([{ operation: 'repos/get', token: world.token }]);
});

test('a plan runs on the test merge of its pull request', async () => {
  const world = await actionWorld({ campaigns: CAMPAIGNS });
  const pull = world.openPull('sale', { files: { 'sale.yaml': welcome({ name: 'Sale' }) } });
  world.branch('main', { 'other.yaml': welcome({ name: 'Other' }) });
  const { event, env, head, branch, depth, files } = stepView(
    await world.plan(pull, { entry: standIn(PRINT_VIEW) }),
  );
  expect(event).toMatchObject({
    action: 'opened',
    number: pull.number,
    repository: { full_name: 'northtrail/campaigns' },
    pull_request: { head: { sha: pull.pull.head.sha, ref: 'sale' }, base: { sha: world.main, ref: 'main' } },
  });
  expect(env).toMatchObject({
    ...{ GITHUB_EVENT_NAME: 'pull_request', GITHUB_REF: `refs/pull/${pull.number}/merge`, GITHUB_SHA: head },
    ...{ GITHUB_REF_NAME: `${pull.number}/merge`, GITHUB_HEAD_REF: 'sale', GITHUB_BASE_REF: 'main' },
    ...{ INPUT_COMMAND: 'plan', 'INPUT_API-KEY': 'local' },
  });
  expect({ branch, depth }).toEqual({ branch: '', depth: 1 });
  expect(files).toEqual(expect.arrayContaining(['campaigns/other.yaml', 'campaigns/sale.yaml']));
});

test('the commits of a fork are only under the pull request, and it has no secret', async () => {
  const world = await actionWorld({ campaigns: CAMPAIGNS });
  const files = { 'sale.yaml': welcome({ name: 'Sale' }) };
  const pull = world.openPull('sale', { files, fork: 'mallory/campaigns', author: 'mallory' });
  expect(world.repo.gitAtOrigin('for-each-ref', '--format=%(refname)')).not.toContain('refs/heads/sale');
  const { event, env, files: present } = stepView(await world.plan(pull, { entry: standIn(PRINT_VIEW) }));
  expect(event).toMatchObject({
    pull_request: {
      head: { repo: { full_name: 'mallory/campaigns', fork: true } },
      base: { repo: { fork: false } },
    },
  });
  expect(env['INPUT_API-KEY']).toBe('');
  expect(present).toContain('campaigns/sale.yaml');
});

test.each(['merge', 'squash', 'rebase'] as const)('an apply follows a %s', async (method) => {
  const world = await actionWorld({ campaigns: CAMPAIGNS });
  const pull = world.openPull('sale', { files: { 'sale.yaml': welcome({ name: 'Sale' }) } });
  world.pushTo(pull, { 'sale.yaml': welcome({ name: 'Big sale' }) });
  const own = [...pull.pull.commits];
  expect(own).toHaveLength(2);
  const commits = world.merge(pull, method);
  expect(commits).toHaveLength(method === 'rebase' ? 2 : 1);
  expect(own).not.toContain(commits[0]);
  expect(pull.pull).toMatchObject({ mergeCommitSha: world.main, mergedAt: expect.any(String) as string });
  expect(world.pullEvent(pull, 'closed')).toMatchObject({ ref: 'refs/heads/main', sha: world.main });
  const { event, env, head, branch, depth } = stepView(
    await world.apply({ entry: standIn(PRINT_VIEW), depth: 0 }),
  );
  expect({ head, branch }).toEqual({ head: world.main, branch: 'main' });
  expect(depth).toBe({ merge: 4, squash: 2, rebase: 3 }[method]);
  expect(env).toMatchObject({
    GITHUB_EVENT_NAME: 'push',
    GITHUB_REF: 'refs/heads/main',
    GITHUB_HEAD_REF: '',
  });
  expect(event).toMatchObject({ ref: 'refs/heads/main', after: world.main, head_commit: { id: world.main } });
});

test('a branch that a job pushes can become a pull request, whose head follows it', async () => {
  const world = await actionWorld({ campaigns: CAMPAIGNS });
  const first = world.branch('drift', { 'welcome.yaml': welcome({ utm: 'web' }) });
  const ask = async (method: string, path: string, body?: unknown): Promise<unknown> => {
    const response = await fetch(`${world.github.site.apiUrl}/repos/northtrail/campaigns/${path}`, {
      method,
      headers: { authorization: `Bearer ${world.token}` },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return response.json();
  };
  const wish = { title: 'Drift', head: 'drift', base: 'main' };
  expect(await ask('POST', 'pulls', wish)).toMatchObject({ number: 1, head: { sha: first } });
  expect(await ask('POST', 'pulls', wish)).toMatchObject({
    errors: [{ message: expect.stringContaining('already') as string }],
  });
  const second = world.branch('drift', { 'welcome.yaml': welcome({ utm: 'app' }) });
  expect(await ask('GET', `commits/${second}/pulls`)).toMatchObject([{ number: 1, head: { sha: second } }]);
  expect(await ask('GET', 'git/ref/heads/drift')).toMatchObject({ object: { sha: second } });
  expect(await ask('PATCH', 'git/refs/heads/drift', { sha: first })).toMatchObject({ status: '422' });
  expect(await ask('PATCH', 'git/refs/heads/drift', { sha: first, force: true })).toMatchObject({
    object: { sha: first },
  });
  expect(await ask('POST', 'git/refs', { ref: 'refs/heads/drift', sha: first })).toMatchObject({
    status: '422',
  });
  const file = (await ask('GET', 'contents/campaigns/welcome.yaml?ref=drift')) as { content: string };
  expect(Buffer.from(file.content, 'base64').toString()).toBe(welcome({ utm: 'web' }));
  expect(await ask('GET', 'contents/campaigns')).toMatchObject([
    { name: 'welcome.yaml' },
    { name: 'workspaces.yaml' },
  ]);
});

test('other events name the branch and the commit that they run on', async () => {
  const world = await actionWorld({ campaigns: CAMPAIGNS });
  const entry = standIn(PRINT_VIEW);
  expect(stepView(await world.drift({ entry })).event).toEqual({ schedule: '17 6 * * *' });
  const byHand = stepView(
    await world.run('apply', { entry, event: world.dispatchEvent({ only: 'welcome' }) }),
  );
  expect(byHand).toMatchObject({
    event: { inputs: { only: 'welcome' }, ref: 'refs/heads/main' },
    head: world.main,
  });
  const pull = world.openPull('sale', { files: { 'sale.yaml': welcome({ name: 'Sale' }) } });
  const queued = stepView(await world.plan(pull, { entry, event: world.queueEvent(pull) }));
  expect(queued.event).toMatchObject({ merge_group: { head_sha: queued.head, base_sha: world.main } });
  expect(queued.branch).toBe(`gh-readonly-queue/main/pr-${pull.number}-${world.main}`);
  expect(existsSync(byHand.env['GITHUB_WORKSPACE'] ?? '')).toBe(true);
});

test('reads the log as the runner reads it', () => {
  const log = [
    '##[warning]old',
    'text ::error::not at its start',
    '::unknown::x',
    '::stop-commands::now',
    '::error::no',
  ];
  expect(workflowCommands([...log, '::now::', '::error::yes'].join('\n'))).toMatchObject([
    { name: 'warning', message: 'old' },
    { name: 'error', message: 'yes' },
  ]);
  expect(() => readRunnerFile('long<<END\nnever ends\n')).toThrow('long');
});
