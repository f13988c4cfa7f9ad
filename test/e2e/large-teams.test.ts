import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { temporaryFolder } from '../support/cleanup.ts';
import { ROOT } from '../support/e2e/built-program.ts';
import { welcome } from '../support/e2e/campaign-texts.ts';
import { planOf } from '../support/e2e/documents.ts';
import { repoWithService } from '../support/e2e/opened.ts';
import { runSync } from '../support/e2e/shell.ts';
import { STATE_BRANCH, type TestRepository } from '../support/e2e/test-repository.ts';

// Runs the scripts of docs/large-teams.yml, with real git and jq, and a `gh` that answers what a test says.

interface Workflow {
  readonly jobs: Readonly<Record<string, { readonly steps: readonly { readonly run?: string }[] }>>;
}
const { jobs } = parse(readFileSync(join(ROOT, 'docs/large-teams.yml'), 'utf8')) as Workflow;

function scriptOf(job: string): string {
  const [script, ...more] = (jobs[job]?.steps ?? []).flatMap(({ run }) => run ?? []);
  expect(more).toEqual([]);
  return script ?? '';
}

/** Runs a script as a workflow does. Returns the exit code and the outputs that it sets. */
function runScript(script: string, { cwd, ...env }: Record<string, string> & { readonly cwd: string }) {
  const folder = temporaryFolder();
  const output = join(folder, 'output');
  writeFileSync(output, '');
  const gh = '#!/bin/sh\nwhile [ "$1" != --jq ]; do shift; done\nprintf %s "$ANSWER" | jq -c "$2"\n';
  writeFileSync(join(folder, 'gh'), gh, { mode: 0o755 });
  const { code, err } = runSync({
    ...{ command: 'bash', args: ['--noprofile', '--norc', '-eo', 'pipefail', '-c', script], cwd },
    env: { PATH: `${folder}:${process.env.PATH ?? ''}`, GITHUB_OUTPUT: output, ...env },
  });
  const lines = readFileSync(output, 'utf8').split('\n').filter(Boolean);
  const outputs = new Map(lines.map((line) => [line.replace(/=.*/, ''), line.replace(/^.*?=/, '')]));
  return { code, err: err.toString(), outputs };
}

const ALL = JSON.stringify(Array.from({ length: 48 }, (_, n) => `shop${n}`));

function touched(event: string, files?: readonly string[]) {
  const answer = JSON.stringify({ files: files?.map((filename) => ({ filename })) });
  const env = { ALL, EVENT: event, BASE: files ? 'a'.repeat(40) : '', HEAD: 'b', ANSWER: answer };
  const { code, outputs } = runScript(scriptOf('touched'), {
    ...{ cwd: temporaryFolder(), GITHUB_REPOSITORY: 'shop/campaigns', ...env },
  });
  expect(code).toBe(0);
  const workspaces = JSON.parse(outputs.get('workspaces') ?? '') as string[];
  return { command: outputs.get('command'), workspaces };
}

test.each([
  [
    'files of two',
    'pull_request',
    ['shop3/campaigns/a.yaml', 'shop3/b.html', 'shop40/x'],
    ['shop3', 'shop40'],
  ],
  ['no file', 'merge_group', [], []],
  ['a file of all', 'pull_request', ['shop3/campaigns/a.yaml', 'README.md'], 'all'],
  ['too many files', 'merge_group', Array.from({ length: 300 }, (_, n) => `shop3/${n}.yaml`), 'all'],
  ['a file of the last one', 'push', ['shop47/campaigns/a.yaml'], ['shop47']],
  ['the whole branch', '23 */6 * * *', undefined, 'all'],
] as const)('the workspaces that %s touches are planned or applied', (_, event, files, expected) => {
  const { command, workspaces } = touched(event, files);
  expect(command).toBe(event === 'pull_request' || event === 'merge_group' ? 'plan' : 'apply');
  expect(workspaces).toEqual(expected === 'all' ? JSON.parse(ALL) : expected);
});

test('an hour has its part of the workspaces', () => {
  const before = new Date().getUTCHours();
  const { command, workspaces } = touched('41 * * * *');
  expect(command).toBe('drift');
  const possible = [before, new Date().getUTCHours()].map((hour) => [`shop${hour}`, `shop${hour + 24}`]);
  expect(possible).toContainEqual(workspaces);
});

test.each([
  ['all plans can be approved', 'plan', 'success', ['success', 'success'], 0],
  ['one can not', 'plan', 'success', ['success', 'failure'], 1],
  ['a job failed', 'plan', 'failure', ['success'], 1],
  ['no plan said anything', 'plan', 'success', [], 1],
  ['it is no plan', 'apply', 'skipped', [], 0],
] as const)('the required check, if %s', (_, COMMAND, PLAN, states, code) => {
  const statuses = states.map((state, n) => ({ context: `campaigns/shop${n}/plan`, state }));
  const ANSWER = JSON.stringify({ statuses: [...statuses, { context: 'build', state: 'pending' }] });
  const env = { COMMAND, PLAN, ANSWER, TOUCHED: '["shop3"]', HEAD: 'b', GITHUB_REPOSITORY: 'shop/campaigns' };
  const cwd = temporaryFolder();
  expect(runScript(scriptOf('planned'), { cwd, ...env }).code).toBe(code);
  expect(runScript(scriptOf('planned'), { cwd, ...env, COMMAND: 'plan', TOUCHED: '[]' }).code).toBe(0);
});

function lendState(repo: TestRepository, home: string): void {
  const server = {
    GITHUB_SERVER_URL: `file://${dirname(repo.origin)}`,
    GITHUB_REPOSITORY: basename(repo.origin),
  };
  const env = { HOME: home, WORKSPACE: 'local', GH_TOKEN: 'secret', ...server };
  expect(runScript(scriptOf('plan'), { cwd: repo.directory, ...env })).toMatchObject({ code: 0 });
}

test('a job takes the record from the cached clone, and reads only its own folder', async () => {
  const { repo } = await repoWithService({ 'welcome.yaml': welcome() });
  for (const name of ['shop01', 'shop02']) {
    mkdirSync(join(repo.directory, name));
    cpSync(join(repo.directory, 'campaigns'), join(repo.directory, name, 'campaigns'), { recursive: true });
  }
  repo.git('rm', '--quiet', '-r', 'campaigns');
  repo.commit('A folder for each workspace');
  repo.publish();
  const home = temporaryFolder();
  // Before the first apply, there is no state branch.
  lendState(repo.shallowClone('main'), home);
  expect(await repo.campaigns('-C', 'shop01', 'apply')).toMatchObject({ status: 0 });
  lendState(repo.shallowClone('main'), home);

  const job = repo.shallowClone('main');
  job.git('sparse-checkout', 'set', 'shop01');
  lendState(job, home);
  const { summary } = planOf(await job.campaigns('-C', 'shop01', 'plan', '--json'));
  expect(summary).toMatchObject({ in_sync: 1, create: 0 });
  const tip = job.gitAtOrigin('rev-parse', STATE_BRANCH);
  job.git('cat-file', '-e', tip);
  rmSync(join(job.directory, '.git/objects/info/alternates'));
  expect(() => job.git('cat-file', '-e', tip)).toThrow();
});
