import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { Git } from '../../src/git/git.ts';
import { runGit } from '../../src/git/run-git.ts';
import { temporaryFolder } from '../support/cleanup.ts';
import { clones } from '../support/state/clones.ts';

// Where simple-git differs from git as a plain child process.

const { PATH = '' } = process.env;
const EMPTY_BLOB = 'e69de29bb2d1d6434b8b29ae775ad8c2e48c5391';

interface Options {
  readonly input?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly timeout?: number;
}

function run(args: readonly string[], { input = '', env = { PATH }, timeout = 60_000 }: Options = {}) {
  const [{ root: cwd }] = clones({ origin: false });
  return runGit(args, { cwd, env, input, timeout });
}

/** The environment in which `git` is a shell script. */
function asGit(script: string): Options['env'] & object {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'git'), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  return { PATH: `${folder}:${PATH}` };
}

test('a failure without a message is a failure', async () => {
  const ended = await run(['rev-parse', '--verify', '--quiet', 'refs/heads/gone']);
  expect(ended).toEqual({ code: 1, out: Buffer.alloc(0), err: Buffer.alloc(0) });
});

test.each(['INT', 'TERM', 'KILL'])('an end by SIG%s is not a success', async (signal) => {
  const env = asGit(`echo half; kill -${signal} $$`);
  expect(await run(['log'], { env })).toMatchObject({ code: 'signal', out: Buffer.from('half\n') });
});

test('a command that a signal has ended is run once more', async () => {
  const folder = temporaryFolder();
  const git = (script: string) => new Git(folder, asGit(script), runGit);
  const once = `if mkdir '${folder}/tried' 2>/dev/null; then kill -INT $$; fi; echo done`;
  expect(await git(once).run('log')).toBe('done\n');
  await expect(git('kill -INT $$').run('log')).rejects.toThrow(/signal/);
});

test.each([
  ['silently', 'exec sleep 60'],
  ['with a message and an exit code', 'trap "echo stopped >&2; exit 3" INT; sleep 60 & wait'],
  ['after it has written for all that time', 'while :; do echo working >&2; sleep 0.05; done'],
])('git that has no answer in time is ended %s', { timeout: 30_000 }, async (_, script) => {
  expect(await run(['fetch'], { env: asGit(script), timeout: 1_000 })).toMatchObject({ code: 'timeout' });
});

test('an empty input is an input that has ended', async () => {
  const { code, out } = await run(['hash-object', '--stdin']);
  expect({ code, out: out.toString().trim() }).toEqual({ code: 0, out: EMPTY_BLOB });
});

test('git need not read its input', async () => {
  expect(await run(['version'], { input: 'x'.repeat(1_000_000) })).toMatchObject({ code: 0 });
});

test('output is bytes, and complete even if this process is busy when git ends', async () => {
  const [{ root: cwd }] = clones({ origin: false });
  const bytes = Buffer.from(Array.from({ length: 3_000_000 }, (_, at) => (at * 7) % 256));
  writeFileSync(join(cwd, 'file'), bytes);
  const options = { cwd, env: { PATH }, input: '', timeout: 60_000 };
  const id = (await runGit(['hash-object', '-w', 'file'], options)).out.toString().trim();
  const busy = setInterval(() => {
    const end = Date.now() + 150;
    while (Date.now() < end);
  }, 5);
  const { code, out } = await runGit(['cat-file', 'blob', id], options);
  clearInterval(busy);
  expect(code).toBe(0);
  expect(out.equals(bytes)).toBe(true);
});

test('nothing waits after a command without output', async () => {
  await run(['version']);
  const timers = vi.spyOn(globalThis, 'setTimeout');
  try {
    expect(await run(['config', 'a.b', 'c'])).toMatchObject({ code: 0 });
    expect(timers.mock.calls.map(([, ms]) => ms)).not.toContain(50);
  } finally {
    timers.mockRestore();
  }
});

test('a program that keeps the error output open is not waited for', { timeout: 30_000 }, async () => {
  const env = asGit('sleep 90 >/dev/null & echo pushed');
  expect(await run(['push'], { env })).toMatchObject({ code: 0, out: Buffer.from('pushed\n') });
});

test('output that is not complete is not a success', { timeout: 30_000 }, async () => {
  await expect(run(['log'], { env: asGit('sleep 90 & echo half'), timeout: 1_000 })).rejects.toThrow();
});

test.each([
  ['an option of another command', ['log', '--upload-pack=touch pwned']],
  ['a setting that runs a program', ['-c', 'core.hooksPath=pwned', 'fetch']],
  ['a command of its own', ['-c', 'alias.log=!touch pwned', 'log']],
  ['a program at the other end', ['push', '--receive-pack=touch pwned', 'origin']],
])('the guards refuse %s', async (_, args) => {
  const env = asGit('echo started');
  await expect(run(args, { env })).rejects.toThrow(/not permitted/);
});

test('variables that name programs are refused', async () => {
  await expect(run(['log'], { env: { PATH, PAGER: 'less' } })).rejects.toThrow(/PAGER/);
});

test('a git that is missing, or is not a program, is named by the code of the system', async () => {
  const folder = temporaryFolder();
  const version = () => run(['version'], { env: { PATH: folder } });
  await expect(version()).rejects.toMatchObject({ code: 'ENOENT' });
  writeFileSync(join(folder, 'git'), '');
  await expect(version()).rejects.toMatchObject({ code: 'EACCES' });
});

test('a missing folder is a failure', async () => {
  const options = { cwd: '/nowhere', env: { PATH }, input: '', timeout: 60_000 };
  await expect(runGit(['version'], options)).rejects.toThrow();
});
