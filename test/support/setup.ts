import { afterAll, afterEach } from 'vitest';
import { cleanUpFile, cleanUpTest } from './cleanup.ts';
import './fixed-seed.ts';

// Runs before each test file. Test files share their modules, so no other module may register hooks when it is
// imported.

afterEach(cleanUpTest);
afterAll(cleanUpFile);
