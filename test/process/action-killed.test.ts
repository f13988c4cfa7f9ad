import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { actionWorld, type ActionWorld } from '../support/action/action-world.ts';
import { approvalOf, progressOf, proposed, require } from '../support/action/reviewed.ts';
import { openSigned, promisedBy } from '../support/action/signed-pulls.ts';
import { temporaryFolder } from '../support/cleanup.ts';
import { ROOT } from '../support/e2e/built-program.ts';
import { welcome } from '../support/e2e/campaign-texts.ts';
import { STATE_BRANCH } from '../support/e2e/test-repository.ts';

/**
 * The first push records the approval, the second the intents of the creations, the third their outcomes. The fault
 * runs kill a run at each of these.
 */
const KILLS: Readonly<Record<string, Kill>> = {
  'once the approval is recorded': { signal: 'KILL', push: 1, origin: 'takes it' },
  'once the campaign exists, unpublished': { signal: 'KILL', push: 3, origin: 'takes it' },
  'by a user who cancels it': { signal: 'TERM', push: 3, origin: 'takes it' },
};

test('the next apply finishes one that is killed at any point: one campaign each, and nothing is left open', async () => {
  const world = await actionWorld({ campaigns: {} });
  const names = Object.keys(KILLS).map((_, at) => `c${at}`);
  const text = (name: string) => welcome({ name, status: 'ACTIVE' });
  const all = await proposed(world, Object.fromEntries(names.map((name) => [`${name}.yaml`, text(name)])));
  const promise = promisedBy(world, all);
  const seen: Record<string, unknown> = {};
  for (const [at, [when, kill]] of Object.entries(KILLS).entries()) {
    const name = `c${at}`;
    const pull = openSigned(world, promise, { [`${name}.yaml`]: text(name) });
    world.merge(pull, 'squash');
    const { entry, restore } = killingOrigin(world, kill);
    const ended = await world.apply({ entry });
    restore();
    expect(approvalOf(world, pull)?.steps).toMatchObject([
      { key: name, step: 'create' },
      { key: name, step: 'PUBLISH', end: null },
    ]);
    const [then] = await world.service.named(name);
    const next = require(await world.apply(), 'complete');
    const [now, ...more] = await world.service.named(name);
    expect([now?.status, more.length, Object.values(progressOf(world, pull))]).toEqual([
      'ACTIVE',
      0,
      ['done', 'done'],
    ]);
    const { creates, transitions } = next.outputs;
    seen[when] = [ended.exit, then?.status, `${creates} created, ${transitions} started by the next`];
  }
  expect(seen).toEqual({
    'once the approval is recorded': [null, undefined, '1 created, 1 started by the next'],
    'once the campaign exists, unpublished': [null, 'DRAFT', '0 created, 1 started by the next'],
    'by a user who cancels it': [1, 'DRAFT', '0 created, 1 started by the next'],
  });
  expect(await world.service.writes()).toHaveLength(2 * names.length);
  const commits = trail(world);
  for (const name of names) expect(commits.filter((one) => one === `create ${name}`)).toHaveLength(1);
  expect(commits.filter((one) => one === 'approve')).toHaveLength(names.length);
});

/** Creations and approvals on the state branch. */
function trail(world: ActionWorld): string[] {
  const subjects = world.repo.gitAtOrigin('log', '--format=%s', STATE_BRANCH).split('\n');
  return subjects.flatMap((subject) => {
    const [found] = /^create c\d|^approve/.exec(subject) ?? [];
    return found === undefined ? [] : [found];
  });
}

/** When a run is killed: at which of its pushes to the state branch, and whether that push still takes effect. */
interface Kill {
  readonly signal: 'KILL' | 'TERM';
  /** From 1. */
  readonly push: number;
  readonly origin: 'takes it' | 'refuses it';
}

/**
 * Runs the action in a process that origin kills during a push. Pass the returned path as `entry`. After the run,
 * `restore` makes origin normal again and fails if nothing was killed.
 */
function killingOrigin(world: ActionWorld, { signal, push, origin }: Kill) {
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
