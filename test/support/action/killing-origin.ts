import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT } from '../e2e/built-program.ts';
import { temporaryFolder } from '../cleanup.ts';
import { STATE_BRANCH } from '../e2e/test-repository.ts';
import type { ActionWorld } from './action-world.ts';

/** When a run is killed: at which of its pushes to the state branch, and whether that push still takes effect. */
export interface Kill {
  readonly signal: 'KILL' | 'TERM';
  /** From 1. */
  readonly push: number;
  readonly origin: 'takes it' | 'refuses it';
}

/**
 * Runs the action in a process that origin kills during a push. Pass the returned path as `entry`. After the run,
 * `restore` makes origin normal again and fails if nothing was killed.
 */
export function killingOrigin(world: ActionWorld, { signal, push, origin }: Kill) {
  const folder = temporaryFolder();
  const entry = join(folder, 'entry.mjs');
  const pid = join(folder, 'pid');
  const count = join(folder, 'count');
  const action = pathToFileURL(join(ROOT, 'dist', 'action.js')).href;
  writeFileSync(
    entry,
    `import { writeFileSync } from 'node:fs';\nwriteFileSync(${JSON.stringify(pid)}, String(process.pid));\nawait import('${action}');\n`,
  );
  writeFileSync(count, '');
  // Before the push is accepted or after it. The run's git may be killed too.
  const stage = origin === 'takes it' ? 'post-receive' : 'pre-receive';
  const hook = join(world.repo.git('remote', 'get-url', 'origin'), 'hooks', stage);
  mkdirSync(dirname(hook), { recursive: true });
  const lines = [
    '#!/bin/sh',
    `grep -q 'refs/heads/${STATE_BRANCH}$' || exit 0`,
    `echo x >> '${count}'`,
    `[ "$(wc -l < '${count}')" -eq ${push} ] || exit 0`,
    `kill -${signal} "$(cat '${pid}')"`,
    'sleep 0.2',
    'exit 1',
  ];
  writeFileSync(hook, `${lines.join('\n')}\n`, { mode: 0o755 });
  return {
    entry,
    restore: () => {
      rmSync(hook);
      const pushes = readFileSync(count, 'utf8').split('x').length - 1;
      if (pushes < push || !existsSync(pid)) throw new Error(`the run pushed ${pushes} times only`);
      rmSync(pid);
    },
  };
}
