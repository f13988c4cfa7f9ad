import { defineConfig } from 'vitest/config';

/** Folders whose tests start servers, run git or the whole program; all others need nothing but the code. */
const WITH_THE_MACHINE = ['e2e', 'contract', 'service', 'record', 'github-fake'];
/** Tests that need a process of its own, or the bundle: to kill, to time out, to install. */
const WITH_PROCESSES = ['process'];

const filesIn = (folders: readonly string[]) => folders.map((folder) => `test/${folder}/**/*.test.ts`);

// Test files of a worker share their modules: loading them again for each file would take longer than most tests do.
const common = { setupFiles: ['test/support/setup.ts'], isolate: false };

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      {
        test: {
          ...common,
          name: 'unit',
          include: ['test/**/*.test.ts'],
          exclude: filesIn([...WITH_THE_MACHINE, ...WITH_PROCESSES]),
          testTimeout: 60_000,
        },
      },
      {
        test: {
          ...common,
          name: 'e2e',
          include: filesIn(WITH_THE_MACHINE),
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          ...common,
          name: 'process',
          include: filesIn(WITH_PROCESSES),
          globalSetup: ['test/support/build-once.ts'],
          testTimeout: 120_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
