import { afterAll, afterEach, expect } from 'vitest';
import { cleanUpFile, cleanUpTest } from './cleanup.ts';
import { reportTimeSpent } from './time-spent.ts';
import './fixed-seed.ts';

// Runs before each test file. Test files share their modules, so no other module may register hooks when it is
// imported.

afterEach(cleanUpTest);
afterAll(async () => {
  await cleanUpFile();
  reportTimeSpent(expect.getState().testPath ?? '');
});
