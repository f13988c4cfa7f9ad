import sqlite from 'node-sqlite3-wasm';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { StoreFile } from '../../../src/service/store/store-file.ts';
import { Store, type KeptAnswer } from '../../../src/service/store/store.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'campaigns-store-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

const PUT = 'INSERT INTO facts VALUES (?, ?)';
const SHOW = 'SELECT name, value FROM facts ORDER BY name';
const put = (file: StoreFile, name: string, value: number): void => {
  file.atomically(() => {
    file.run(PUT, [name, value]);
  });
};
const [FIRST, SECOND] = [
  { name: 'a', value: 1 },
  { name: 'b', value: 2 },
];

describe('writes', () => {
  test('that fail midway leave nothing, and do not affect other writes', () => {
    const file = new StoreFile(null);
    put(file, 'a', 1);
    expect(() => {
      file.atomically(() => {
        file.run(PUT, ['x', 9]);
        throw new Error('half way');
      });
    }).toThrow('half way');
    put(file, 'b', 2);
    expect(file.all(SHOW)).toEqual([FIRST, SECOND]);
    file.close();
  });

  test('that roll back the whole transaction fail with their own error, and the next ones start a new one', async () => {
    const file = new StoreFile(null);
    put(file, 'a', 1);
    const neighbour = file.durable();
    expect(() => {
      file.atomically(() => {
        file.run('INSERT OR ROLLBACK INTO facts VALUES (?, 1)', ['a']);
      });
    }).toThrow(/UNIQUE/);
    await expect(neighbour).rejects.toThrow(/could not be written to the disk/);
    put(file, 'b', 2);
    await file.durable();
    expect(file.all(SHOW)).toEqual([SECOND]);
    file.close();
  });

  test('are on disk when durable says so, while the file is still open', async () => {
    const path = join(folder, 'a.db');
    const file = new StoreFile(path);
    put(file, 'a', 1);
    put(file, 'b', 2);
    await file.durable();
    expect(copyOf(path).all(SHOW)).toEqual([FIRST, SECOND]);
    file.close();
  });

  test('that no answer depends on are not waited for, and are stored after closing', async () => {
    const path = join(folder, 'a.db');
    const file = new StoreFile(path);
    file.run(PUT, ['a', 1]);
    await file.durable();
    expect(copyOf(path).all(SHOW)).toEqual([]);
    file.close();
    const again = new StoreFile(path);
    expect(again.all(SHOW)).toEqual([FIRST]);
    again.close();
  });
});

describe('a data file is refused and not changed if it is', () => {
  const make = (statements: string) => (path: string) => {
    const other = new sqlite.Database(path);
    other.exec(statements);
    other.close();
  };

  const another = make('PRAGMA locking_mode = EXCLUSIVE; PRAGMA user_version = 2');
  const layout = (path: string): void => {
    new StoreFile(path).close();
    another(path);
  };
  const text = (path: string): void => {
    writeFileSync(path, 'key: onboarding/welcome\n'.repeat(100));
  };

  test.each<[what: string, write: (path: string) => void, message: RegExp]>([
    ['of another layout', layout, /another version of this program \(layout 2, this one has 1\)/],
    ['of another program', make('CREATE TABLE recipes (name TEXT)'), /database of another program/],
    ['not a database', text, /is not a database/],
  ])('%s', (_, write, message) => {
    const path = join(folder, 'a.db');
    write(path);
    const before = readFileSync(path);
    expect(() => new StoreFile(path)).toThrow(message);
    expect(readFileSync(path)).toEqual(before);
  });
});

/** The database as it would be after a crash at this moment. */
function copyOf(path: string): StoreFile {
  for (const suffix of ['', '-wal']) copyFileSync(`${path}${suffix}`, `${path}-copy${suffix}`);
  return new StoreFile(`${path}-copy`);
}

const ANSWER: KeptAnswer = {
  ...{ digest: 'd', status: 200, contentType: 'application/json', body: '{}', at: 0, of: 'write' },
};
const store = (): Store => new Store(null);

describe('stored answers', () => {
  test('of reads are limited in number, the oldest are deleted; those of writes all stay', () => {
    const { answers } = store();
    for (let n = 0; n < 2500; n += 1) {
      answers.put('local', `read ${n}`, { ...ANSWER, of: 'read' });
      answers.put('local', `write ${n}`, ANSWER);
    }
    const kept = (kind: string): number =>
      Array.from({ length: 2500 }).filter((_, n) => answers.find('local', `${kind} ${n}`)).length;
    expect(kept('write')).toBe(2500);
    expect(kept('read')).toBe(1000);
    expect(answers.find('local', 'read 2499')).not.toBeNull();
    expect(answers.find('local', 'read 1499')).toBeNull();
  });
});

test('deletes what has expired, and keeps the rest', () => {
  const all = store();
  const [old, young] = [1000, 100_000];
  for (const at of [old, young]) {
    all.answers.put('local', `key ${at}`, { ...ANSWER, at });
    all.creations.useRequestId('local', `id ${at}`, { channel: 'EMAIL', at });
    all.creations.count('local', 'creations', at);
  }
  all.forget(150_000, 100_000);
  expect([all.answers.find('local', `key ${old}`), all.creations.requestIdUse('local', `id ${old}`)]).toEqual(
    [null, null],
  );
  expect(all.answers.find('local', `key ${young}`)).not.toBeNull();
  expect(all.creations.requestIdUse('local', `id ${young}`)).not.toBeNull();
  expect(all.creations.counted()).toEqual([{ workspace: 'local', what: 'creations', at: young }]);
});
