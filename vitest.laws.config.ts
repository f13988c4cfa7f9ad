import { defineConfig } from 'vitest/config';

/** For `npm run test:laws`: the laws of the pure rooms, with draws of their own in each run, and many of them. */
export default defineConfig({
  test: {
    include: ['test/properties/**/*.test.ts', 'test/model/canonical.test.ts'],
    env: { PROPERTY_RUNS: process.env.PROPERTY_RUNS ?? '5000' },
    testTimeout: 3_600_000,
    maxWorkers: 2,
  },
});
