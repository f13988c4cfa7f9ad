import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
/** The built program, as a user installs it. */
export const CLI = join(ROOT, 'dist', 'cli.js');

/** What the bundle is made of. */
const INGREDIENTS = ['src', 'schemas', 'package.json'];
/** A lock that is older was left behind by a process that died, in milliseconds. */
const ABANDONED_AFTER_MS = 120_000;

/** Builds dist/ where it is missing or older than what it is made of. Of several test files side by side one builds. */
export async function ensureBuilt(): Promise<void> {
  const lock = join(
    tmpdir(),
    `campaigns-build-${createHash('sha256').update(ROOT).digest('hex').slice(0, 16)}`,
  );
  await takeLock(lock);
  try {
    if (changedAt(CLI) < Math.max(...INGREDIENTS.map((path) => newest(join(ROOT, path))))) await build();
  } finally {
    rmSync(lock, { recursive: true, force: true });
  }
}

/** Making a folder either succeeds or says that somebody else has made it. */
async function takeLock(lock: string): Promise<void> {
  for (;;) {
    try {
      mkdirSync(lock);
      return;
    } catch {
      if (Date.now() - changedAt(lock) > ABANDONED_AFTER_MS) rmSync(lock, { recursive: true, force: true });
      await sleep(50);
    }
  }
}

function build(): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['scripts/build.mjs'], {
      cwd: ROOT,
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    child.on('error', reject);
    child.on('close', (code) => {
      if (code === 0) resolve();
      else reject(new Error(`scripts/build.mjs exited ${String(code)}`));
    });
  });
}

function newest(path: string): number {
  if (!statSync(path).isDirectory()) return changedAt(path);
  return Math.max(
    ...readdirSync(path, { recursive: true, encoding: 'utf8' }).map((name) => changedAt(join(path, name))),
  );
}

/** Epoch milliseconds; now for a lock that is gone again, the beginning of time for a program that was never built. */
function changedAt(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? (path === CLI ? 0 : Date.now());
}
