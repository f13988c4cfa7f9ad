import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { lifeOf, ownIdentity, readIdentity, type ProcessIdentity } from '../../src/state/process-identity.ts';

const OWN = ownIdentity();
const [BOOT, NAMESPACE, START] = ['f00d', '4026531836', '1000'];
const LINUX = { ...OWN, boot: BOOT, namespace: NAMESPACE };
const OTHER_SYSTEM = { ...OWN, boot: null, namespace: null, start: null };
/** Higher than any pid on Linux. */
const NO_PID = 2 ** 22 + 1;

test.each<[string, ProcessIdentity, ProcessIdentity, string]>([
  ['itself', OWN, OWN, 'alive'],
  ['an unused pid', { ...OWN, pid: NO_PID }, OWN, 'dead'],
  ['another process with its pid', { ...OWN, start: START }, OWN, 'dead'],
  ['a process before the machine restarted', { ...LINUX, boot: 'another' }, LINUX, 'dead'],
  ['a process of another machine', { ...LINUX, boot: 'another', host: 'other' }, LINUX, 'unseen'],
  ['one in another container', { ...LINUX, namespace: '1', host: 'other' }, LINUX, 'unseen'],
  ['one in another container with the same name', { ...LINUX, namespace: '1' }, LINUX, 'unseen'],
  ['one before the machine got another name', { ...LINUX, host: 'other' }, LINUX, 'alive'],
  ['itself without /proc', OTHER_SYSTEM, OTHER_SYSTEM, 'alive'],
  ['an unused pid without /proc', { ...OTHER_SYSTEM, pid: NO_PID }, OTHER_SYSTEM, 'dead'],
  ['one on a platform without /proc', { ...OTHER_SYSTEM, host: 'other' }, OTHER_SYSTEM, 'unseen'],
  ['one that could see less', OTHER_SYSTEM, LINUX, 'unseen'],
  ['one that could see more', LINUX, OTHER_SYSTEM, 'unseen'],
])('%s', (_, other, viewer, life) => {
  expect(lifeOf(other, viewer)).toBe(life);
  expect(readIdentity(JSON.stringify(other))).toEqual(other);
});

test.each(['', '{', '[]', '{"pid": 1}', JSON.stringify({ ...OWN, pid: 'x' })])(
  "%j isn't an identity",
  (text) => {
    expect(readIdentity(text)).toBeUndefined();
  },
);

test('a process that has ended without being waited for is dead', async () => {
  const parent = spawn('sh', ['-c', 'sleep 0.2 & echo $!; exec sleep 30'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const [said] = (await once(parent.stdout, 'data')) as [Buffer];
    const pid = Number(said.toString());
    const start = readFileSync(`/proc/${pid}/stat`, 'utf8').split(' ')[21] ?? '';
    expect(lifeOf({ ...OWN, pid, start }, OWN)).toBe('alive');
    await expect.poll(() => lifeOf({ ...OWN, pid, start }, OWN)).toBe('dead');
    expect(() => process.kill(pid, 0)).not.toThrow();
  } finally {
    parent.kill('SIGKILL');
  }
});
