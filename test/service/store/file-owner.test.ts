import fs, { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join, relative } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { ownFile, type Ownership } from '../../../src/service/store/file-owner.ts';
import { folderOfFile } from '../../support/cleanup.ts';
import { SimulatedProcess } from '../../support/service/simulated-process.ts';

let folder = '';
beforeAll(() => {
  folder = folderOfFile();
});

/** A file in a new folder with a space in its name. */
function newFile(): string {
  return join(mkdtempSync(join(folder, 'a case ')), 'data.db');
}

function nextTo(file: string): string[] {
  return readdirSync(join(file, '..')).sort();
}

function own(path: string, process = new SimulatedProcess()): Extract<Ownership, { kind: 'owned' }> {
  const ownership = ownFile({ path, process });
  if (ownership.kind === 'taken') throw new Error(`taken by ${ownership.owner.title}`);
  return ownership;
}

function other(path: string): Ownership {
  return ownFile({ path, process: new SimulatedProcess() });
}

describe('a file', () => {
  test('has one owner, and nothing is left next to it after the release', () => {
    const file = newFile();
    const process = new SimulatedProcess();
    const owned = own(file, process);
    expect(other(file)).toEqual({
      kind: 'taken',
      owner: expect.objectContaining({
        title: process.title,
        since: expect.stringMatching(/Z$/) as string,
      }) as unknown,
      life: 'alive',
      leftovers: [`${file}.owner`, `${file}.lock`],
    });
    owned.release();
    owned.release();
    expect(nextTo(file)).toEqual(['data.db']);
    own(file).release();
  });

  test('is not released by a late second release', () => {
    const file = newFile();
    const first = own(file);
    first.release();
    own(file);
    first.release();
    expect(other(file).kind).toBe('taken');
  });

  test("is the same by a relative path, a link and a link to a file that doesn't exist yet", () => {
    const file = newFile();
    const here = join(file, '..');
    symlinkSync('data.db', join(here, 'link'));
    symlinkSync(here, join(here, 'folder'));
    symlinkSync('folder/link', join(here, 'link to link'));
    const paths = [
      ...['link to link', 'link', 'folder/data.db'].map((path) => join(here, path)),
      ...[file, relative(process.cwd(), file)],
    ];
    for (const path of paths) {
      rmSync(file, { force: true });
      const owned = own(path);
      expect(owned.path).toBe(file);
      for (const one of paths) expect(other(one).kind).toBe('taken');
      owned.release();
    }
  });

  test("is refused in a folder that doesn't exist, and next to an invalid record", () => {
    const file = newFile();
    expect(() => other(join(file, '..', 'none', 'data.db'))).toThrow('ENOENT');
    for (const text of ['', '[]', '{"id": "x"}']) {
      writeFileSync(`${file}.owner`, text);
      expect(() => other(file)).toThrow(`${file}.owner isn't the record of an owner. Remove it.`);
      expect(nextTo(file)).toEqual(['data.db', 'data.db.owner']);
    }
  });

  test("is `unseen` if its owner can't be checked", () => {
    const file = newFile();
    const elsewhere = new SimulatedProcess();
    own(file, elsewhere);
    elsewhere.life = 'unseen';
    expect(other(file)).toMatchObject({
      kind: 'taken',
      owner: { title: elsewhere.title },
      life: 'unseen',
    });
  });

  test('keeps a lock that no dead owner has left', () => {
    const file = newFile();
    mkdirSync(`${file}.lock`);
    own(file).release();
    expect(readdirSync(`${file}.lock`)).toEqual([]);
  });
});

// Processes are simulated: one is killed before any file system operation, or pauses there while others run. That
// covers everything that two processes can do to each other through the file system, in every order, without starting a
// process.
describe('after an owner was killed', () => {
  let steps = 0;
  beforeAll(() => {
    const file = fileOfKilled();
    run(file, { at: 0, meanwhile: () => undefined, onStep: () => (steps += 1) });
  });

  test('the next process owns the file, without the lock that was left', () => {
    const file = fileOfKilled();
    run(file);
    expect(nextTo(file)).toEqual(['data.db', 'data.db.lock', 'data.db.owner']);
    expect(steps).toBeGreaterThan(8);
  });

  test('if its successor is killed before any step too, there is still a next one', () => {
    for (let at = 1; at <= steps; at += 1) {
      const file = fileOfKilled();
      expect(run(file, { at, meanwhile: 'killed' })).toBeNull();
      expect(run(file)).toBe('owned');
      expect(run(file)).toBe('taken');
    }
  });

  test('a successor that pauses before any step, while others come and go, is never a second owner', () => {
    for (let at = 1; at <= steps; at += 1) {
      const file = fileOfKilled();
      let first: string | null = null;
      const slow = run(file, {
        at,
        meanwhile: () => {
          const passing = other(file);
          if (passing.kind === 'owned') passing.release();
          first = run(file);
        },
      });
      expect([first, slow].sort()).toEqual(['owned', 'taken']);
    }
  });

  test('of three successors, two of which pause or are killed before any step, at most one is an owner', () => {
    for (let at = 1; at <= steps; at += 1) {
      for (let then = 1; then <= steps + 4; then += 1) {
        for (const fate of ['killed', 'goes on'] as const) {
          const file = fileOfKilled();
          const outcomes: (string | null)[] = [];
          const slow = run(file, {
            at,
            meanwhile: () => {
              const meanwhile = () => void outcomes.push(run(file, { at: then, meanwhile: 'killed' }));
              outcomes.push(run(file, { at: then, meanwhile: fate === 'killed' ? fate : meanwhile }));
            },
          });
          outcomes.push(slow, run(file));
          // A process that was killed after it became the owner may have owned the file, and a running owner keeps it
          // until the end.
          expect(outcomes.filter((outcome) => outcome === 'owned')).toHaveLength(1);
          expect(run(file)).toBe('taken');
        }
      }
    }
  });
});

/** A file whose owner was killed, with its lock still in place. */
function fileOfKilled(): string {
  const file = newFile();
  const killed = new SimulatedProcess();
  own(file, killed);
  killed.life = 'dead';
  mkdirSync(`${file}.lock`);
  return file;
}

interface Interruption {
  /** Before which file system operation, counted from 1. */
  readonly at: number;
  readonly meanwhile: 'killed' | (() => void);
  readonly onStep?: () => void;
}

/**
 * Starts a process that tries to own a file and, if it does, locks it, which fails if another process has locked it.
 * `null` if it was killed.
 */
function run(file: string, interruption?: Interruption): 'owned' | 'taken' | null {
  const process = new SimulatedProcess();
  const end = interruption && interrupt(process, interruption);
  try {
    const { kind } = ownFile({ path: file, process });
    end?.();
    if (kind === 'owned') mkdirSync(`${file}.lock`);
    return kind;
  } catch (error) {
    if (process.life === 'dead') return null;
    throw error;
  } finally {
    end?.();
  }
}

/** The file system operations. */
const STEPS = [
  ...(['openSync', 'closeSync', 'realpathSync', 'writeFileSync', 'linkSync'] as const),
  ...(['readFileSync', 'renameSync', 'rmdirSync', 'unlinkSync'] as const),
];

/**
 * Interrupts the next process. The returned function ends that. A killed process does nothing more, including cleanup.
 */
function interrupt(process: SimulatedProcess, { at, meanwhile, onStep }: Interruption): () => void {
  let count = 0;
  return wrapSteps((step) => {
    count += 1;
    onStep?.();
    if (count === at && meanwhile === 'killed') process.life = 'dead';
    else if (count === at && meanwhile !== 'killed') meanwhile();
    if (process.life === 'dead') throw new Error('killed');
    return step();
  });
}

/** Passes each file system operation through `around` until the returned function is called. */
function wrapSteps(around: (step: () => unknown) => unknown): () => void {
  const table = fs as unknown as Record<string, (...args: unknown[]) => unknown>;
  const before = STEPS.map((name) => [name, table[name]] as const);
  for (const [name, step] of before) table[name] = (...args) => around(() => step?.apply(fs, args));
  syncBuiltinESMExports();
  return () => {
    for (const [name, step] of before) if (step) table[name] = step;
    syncBuiltinESMExports();
  };
}
