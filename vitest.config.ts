import { statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { setFlagsFromString } from 'node:v8';
import { defineConfig } from 'vitest/config';
import { sourcesForTests } from './scripts/compile.mjs';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

// Most code of these tests runs a few times, so to optimize it takes longer than it saves. Later versions wait by themselves.
const LATER = process.version.startsWith('v20.') ? ['--interrupt-budget=400000'] : [];
LATER.forEach(setFlagsFromString);
/** Threads inherit the flags of this process, other processes don't. */
const IN_WORKERS = [...process.execArgv, ...LATER];

/** Folders whose tests start servers, run git or the whole program; those of all others need nothing but the code. */
const WITH_THE_MACHINE = ['e2e', 'contract', 'service', 'state', 'git', 'process'];

const filesIn = (folders: readonly string[]) => folders.map((folder) => `test/${folder}/**/*.test.ts`);

/** Repositories are made and removed by the hundred: in memory, where there is plenty, git takes a sixth less time. */
function temporaryFolders(): string {
  const [memory, gigabyte] = ['/dev/shm', 2 ** 30];
  try {
    const { bavail, bsize } = statfsSync(memory);
    return bavail * bsize > 4 * gigabyte ? memory : tmpdir();
  } catch {
    return tmpdir();
  }
}

/** How many of them run at once: they wait for git, and for clocks of the service, as long as they compute. */
const WAITING = 4;

/** Those with the longest tests, however short their files. They run first, so that no worker is left with one at the end. */
const LONGEST = /\/test\/(?:process|browser|contract|laws|e2e\/faults)\b/;

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) => Number(LONGEST.test(moduleId));
    return (await super.sort(files)).toSorted(
      (a, b) =>
        a.project.config.sequence.groupOrder - b.project.config.sequence.groupOrder || isLong(b) - isLong(a),
    );
  }
}

const sources = await sourcesForTests();

/** Files that run in one worker share their modules: to load these anew for each file takes longer than most tests. */
const common = {
  setupFiles: ['test/support/setup.ts'],
  isolate: false,
  server: { deps: { external: [/\/\.compiled\//] } },
  env: { TMPDIR: temporaryFolders() },
};

/** docs/testing.md says what each project is for, and how long its tests take. */
export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    // Both projects, and the next run, share what was compiled once.
    experimental: { fsModuleCache: true },
    projects: [
      {
        plugins: [sources],
        test: {
          ...common,
          name: 'unit',
          include: ['test/**/*.test.ts'],
          exclude: filesIn([...WITH_THE_MACHINE, 'browser']),
          pool: 'threads',
          // These only compute, and each worker has to load and compile the code first. They run last.
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
          testTimeout: 60_000,
        },
      },
      {
        plugins: [sources],
        test: {
          ...common,
          name: 'browser',
          include: filesIn(['browser']),
          globalSetup: ['test/support/browser-setup.ts'],
          pool: 'forks',
          // Its one file waits for the browser most of the time, so it runs beside those that wait for git.
          maxWorkers: WAITING,
          testTimeout: 180_000,
        },
      },
      {
        plugins: [sources],
        test: {
          ...common,
          name: 'e2e',
          include: filesIn(WITH_THE_MACHINE),
          globalSetup: ['test/support/build-once.ts'],
          // One of these gives up the rights of its process, and a process of its own takes each worker less time than a thread.
          pool: 'forks',
          execArgv: IN_WORKERS,
          maxWorkers: WAITING,
          testTimeout: 180_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
