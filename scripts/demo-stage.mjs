// Shared by both demos: a repository with a remote and a local service, in a temporary folder that is removed at the
// end.
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));
const cli = join(root, 'dist', 'cli.js');
export const temporary = mkdtempSync(join(tmpdir(), 'campaigns-demo-'));
export const shop = join(temporary, 'shop');
const env = {
  ...process.env,
  COLUMNS: '80',
  CAMPAIGNS_API_KEY: 'local',
  GIT_AUTHOR_NAME: 'Ada Author',
  GIT_AUTHOR_EMAIL: 'ada@example.com',
  GIT_COMMITTER_NAME: 'Ada Author',
  GIT_COMMITTER_EMAIL: 'ada@example.com',
};
let service;
let step = 0;

/** Runs a demo. Exits 1 if a step fails, and leaves nothing behind. */
export async function stage(show) {
  try {
    await show();
  } catch (error) {
    console.error(`\nThe demo failed: ${error.message}`);
    process.exitCode = 1;
  } finally {
    service?.kill('SIGTERM');
    rmSync(temporary, { recursive: true, force: true });
  }
}

export function heading(text) {
  step += 1;
  console.log(`\n── ${step}. ${text}\n`);
}

export function campaigns(args, expected) {
  console.log(`$ campaigns ${args.join(' ')}`);
  const { status } = spawnSync(process.execPath, [cli, ...args], {
    cwd: shop,
    env,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  if (status !== expected) throw new Error(`campaigns ${args.join(' ')} exited ${status}, not ${expected}.`);
}

export function startService(...more) {
  const args = [
    cli,
    'serve',
    '--port',
    '0',
    '--limits',
    'off',
    '--features',
    'queuing,audience_limit',
    '--quiet',
    ...more,
    ...process.argv.slice(2),
  ];
  service = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'inherit'] });
  return new Promise((resolve, reject) => {
    let text = '';
    service.stdout.on('data', (chunk) => {
      text += chunk;
      const [, url] = /listening on (\S+)/.exec(text) ?? [];
      if (url) resolve(url);
    });
    service.on('exit', (code) => reject(new Error(`the local service ended early (exit ${code})`)));
  });
}

export function edit(path, from, to) {
  const before = readFileSync(join(shop, path), 'utf8');
  const after = before.replace(from, to);
  if (after === before) throw new Error(`${path} has nothing like ${from} to edit`);
  writeFileSync(join(shop, path), after);
}

export function commit(message) {
  git(shop, 'add', '--all');
  git(shop, '-c', 'commit.gpgsign=false', 'commit', '--quiet', '--message', message);
  git(shop, 'push', '--quiet', 'origin', 'main');
}

/** The output of git. A failing git ends the demo. */
export function git(cwd, ...args) {
  const { status, stdout, stderr, error } = spawnSync('git', args, { cwd, env, encoding: 'utf8' });
  if (error || status !== 0) throw new Error(`git ${args.join(' ')}: ${error?.message ?? stderr}`);
  return stdout;
}
