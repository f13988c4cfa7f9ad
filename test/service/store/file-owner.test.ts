import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join, relative } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import { ownFile } from '../../../src/service/store/file-owner.ts';
import { recordName } from '../../../src/service/store/owner-record.ts';
import { ownIdentity } from '../../../src/service/store/process-life.ts';
import { buildStarter, emptyFolder, kill, startStarter, stopped } from '../../support/service/starters.ts';

/** Steps of the file system that taking over from a dead owner has, with making a lock of its own. */
const STEPS = 12;
const STRIKES = Array.from({ length: STEPS }, (_, step) => step + 1);
/** How long the contest lasts; `npm run test:kills` has it last longer. */
const CONTEST_MS = Number(process.env.CONTEST_MS ?? 1_500);
const NEVER = { at: 0, signal: 'SIGKILL' } as const;

beforeAll(buildStarter);

describe('one process', () => {
  test('owns a file exclusively and leaves nothing after the release', () => {
    const folder = emptyFolder();
    const file = join(folder, 'data.db');
    const owned = own(file);
    expect(ownFile(file)).toEqual({
      kind: 'taken',
      owner: { pid: process.pid, host: hostname(), since: expect.stringMatching(/Z$/) as string },
      life: 'alive',
      leftovers: [`${file}.owner`, `${file}.lock`],
    });
    owned.release();
    owned.release();
    expect(readdirSync(folder)).toEqual([]);
    own(file).release();
  });

  test('a late second release does not give away what another owns by then', () => {
    const file = join(emptyFolder(), 'data.db');
    const first = own(file);
    first.release();
    own(file);
    first.release();
    expect(ownFile(file).kind).toBe('taken');
  });

  test('a relative path, a link and a link to what is not there yet mean the real file', () => {
    const folder = emptyFolder();
    const file = join(folder, 'data.db');
    symlinkSync('data.db', join(folder, 'link'));
    symlinkSync(folder, join(folder, 'folder'));
    symlinkSync('folder/link', join(folder, 'link to link'));
    const paths = [
      file,
      relative(process.cwd(), file),
      ...['link', 'folder/data.db', 'link to link'].map((path) => join(folder, path)),
    ];
    for (const isThere of [false, true]) {
      if (isThere) writeFileSync(file, '');
      for (const path of paths) {
        const owned = own(path);
        expect(owned.path).toBe(file);
        for (const other of paths) expect(ownFile(other).kind).toBe('taken');
        owned.release();
      }
    }
  });

  test('a folder that is not there, or something odd among the records, is an error', () => {
    const folder = emptyFolder();
    expect(() => ownFile(join(folder, 'none', 'data.db'))).toThrow('ENOENT');
    mkdirSync(join(folder, 'data.db.owner', 'odd'), { recursive: true });
    expect(() => ownFile(join(folder, 'data.db'))).toThrow("isn't an owner record");
    expect(readdirSync(folder)).toEqual(['data.db.owner']);
  });

  test('an owner on another machine can not be judged from here', () => {
    const file = join(emptyFolder(), 'data.db');
    const elsewhere = {
      ...ownIdentity(),
      host: 'elsewhere',
      boot: 'another',
      since: '2026-03-01T09:00:00.000Z',
    };
    mkdirSync(`${file}.owner`);
    writeFileSync(join(`${file}.owner`, recordName(elsewhere, 'x')), '');
    expect(ownFile(file)).toMatchObject({
      kind: 'taken',
      owner: { host: 'elsewhere', since: elsewhere.since },
      life: 'out-of-sight',
    });
  });

  test('a lock that no dead owner has left is not touched', () => {
    const file = join(emptyFolder(), 'data.db');
    mkdirSync(`${file}.lock`);
    own(file).release();
    expect(readdirSync(`${file}.lock`)).toEqual([]);
  });
});

describe('several processes', () => {
  test('a killed owner is followed by one of many that start at once, without its lock', async () => {
    const file = join(emptyFolder(), 'data.db');
    const first = startStarter({ kind: 'once', file, ...NEVER });
    expect(await first.outcome).toBe('owned');
    await kill(first);
    expect(readdirSync(join(file, '..'))).toEqual(['data.db.lock', 'data.db.owner']);
    const starters = Array.from({ length: 8 }, () => startStarter({ kind: 'once', file, ...NEVER }));
    const outcomes = await Promise.all(starters.map(({ outcome }) => outcome));
    expect(outcomes.sort()).toEqual(['owned', ...Array.from({ length: 7 }, () => 'taken')]);
  });

  test('taking over has as many steps as the tests below strike at', async () => {
    const counted = startStarter({ kind: 'once', file: fileOfKilled(), at: STEPS, signal: 'SIGKILL' });
    expect(await counted.outcome).toBe(null);
    const unharmed = startStarter({ kind: 'once', file: fileOfKilled(), at: STEPS + 1, signal: 'SIGKILL' });
    expect(await unharmed.outcome).toBe('owned');
  });

  test.each(STRIKES)('killed before step %i of taking over, it is followed by the next', async (at) => {
    const file = fileOfKilled();
    const starter = startStarter({ kind: 'once', file, at, signal: 'SIGKILL' });
    await starter.outcome;
    await kill(starter);
    const owned = own(file);
    expect(readdirSync(join(file, '..'))).toEqual(['data.db.owner']);
    owned.release();
    expect(readdirSync(join(file, '..'))).toEqual([]);
  });

  test.each(STRIKES)(
    'standing still before step %i while another is faster, only one owns it',
    async (at) => {
      const file = fileOfKilled();
      const slow = startStarter({ kind: 'once', file, at, signal: 'SIGSTOP' });
      await stopped(slow);
      const quick = startStarter({ kind: 'once', file, ...NEVER });
      const first = await quick.outcome;
      slow.child.kill('SIGCONT');
      expect([first, await slow.outcome].sort()).toEqual(['owned', 'taken']);
      expect(readdirSync(join(file, '..'))).toEqual(['data.db.lock', 'data.db.owner']);
    },
  );

  test.each(STRIKES)(
    'standing still before step %i while others come and go, only one owns it',
    async (at) => {
      const file = fileOfKilled();
      const slow = startStarter({ kind: 'once', file, at, signal: 'SIGSTOP' });
      await stopped(slow);
      const passing = ownFile(file);
      if (passing.kind === 'owned') passing.release();
      const quick = startStarter({ kind: 'once', file, ...NEVER });
      const first = await quick.outcome;
      slow.child.kill('SIGCONT');
      expect([first, await slow.outcome].sort()).toEqual(['owned', 'taken']);
      expect(readdirSync(join(file, '..'))).toEqual(['data.db.lock', 'data.db.owner']);
    },
  );

  test('in a crowd that is killed at random there are never two owners', async () => {
    const folder = emptyFolder();
    const [file, log] = [join(folder, 'data.db'), join(folder, 'log')];
    let isOver = false;
    const seat = async (): Promise<void> => {
      while (!isOver) {
        const starter = startStarter({ kind: 'contest', file, log });
        await starter.outcome;
        await Promise.race([starter.ended, sleep(Math.random() * 200)]);
        await kill(starter);
        // It fails only by its own exceptions, as when another had the lock.
        expect(starter.child.signalCode).toBe('SIGKILL');
      }
    };
    const seats = Array.from({ length: 6 }, seat);
    await sleep(CONTEST_MS);
    isOver = true;
    await Promise.all(seats);
    const reigns = readFileSync(log, 'utf8').trim().split('\n');
    expect(reigns.length).toBeGreaterThan(CONTEST_MS / 60);
    let owner: string | undefined;
    for (const line of reigns) {
      const [what, pid] = line.split(' ');
      if (what === 'begin') owner = pid;
      expect([owner, line]).toEqual([pid, line]);
    }
  });
});

/** A file whose owner was killed with its lock in place. */
function fileOfKilled(): string {
  const file = join(emptyFolder(), 'data.db');
  const dead = { ...ownIdentity(), start: '1', since: '2026-03-01T09:00:00.000Z' };
  mkdirSync(`${file}.lock`);
  mkdirSync(`${file}.owner`);
  writeFileSync(join(`${file}.owner`, recordName(dead, 'x')), '');
  return file;
}

function own(path: string) {
  const ownership = ownFile(path);
  if (ownership.kind === 'taken') throw new Error(`taken by ${ownership.owner.pid}`);
  return ownership;
}
