import fs, { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join, relative } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { ownFile } from '../../../src/service/store/file-owner.ts';
import { UnusableDataFile } from '../../../src/service/store/open-database.ts';
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

const own = (path: string, process = new SimulatedProcess()) => ownFile({ path, process });

describe('a file', () => {
  test('has one owner, and nothing is left next to it after the release', () => {
    const file = newFile();
    const process = new SimulatedProcess();
    const owned = own(file, process);
    expect(() => own(file)).toThrow(`is in use by ${process.title}, since`);
    owned.release();
    owned.release();
    expect(nextTo(file)).toEqual(['data.db']);
    own(file).release();
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
      for (const one of paths) expect(() => own(one)).toThrow(UnusableDataFile);
      owned.release();
    }
  });

  test("stays taken if its owner can't be checked", () => {
    const file = newFile();
    const elsewhere = new SimulatedProcess();
    own(file, elsewhere);
    elsewhere.life = 'unseen';
    expect(() => own(file)).toThrow(elsewhere.title);
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

  test('a successor that pauses before any step, while others come and go, is never a second owner', () => {
    for (let at = 1; at <= steps; at += 1) {
      const file = fileOfKilled();
      let first: string | null = null;
      const slow = run(file, {
        at,
        meanwhile: () => {
          try {
            own(file).release();
          } catch (error) {
            if (!(error instanceof UnusableDataFile)) throw error;
          }
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
    ownFile({ path: file, process });
    end?.();
    mkdirSync(`${file}.lock`);
    return 'owned';
  } catch (error) {
    if (process.life === 'dead') return null;
    if (error instanceof UnusableDataFile) return 'taken';
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
