import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeAll, vi } from 'vitest';
import { ensureBuilt } from './built-program.ts';

// Every end-to-end test file builds the program if need be, and leaves neither process nor server nor folder behind.

vi.setConfig({ testTimeout: 120_000, hookTimeout: 180_000 });

type Undo = () => Promise<void> | void;

const undos: Undo[] = [];

beforeAll(ensureBuilt);

afterEach(async () => {
  for (const undo of undos.splice(0).reverse()) await undo();
});

/** Is done after the test, the last one first. */
export function afterTest(undo: Undo): void {
  undos.push(undo);
}

/** An empty folder that is gone after the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'campaigns-e2e-'));
  afterTest(() => {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  });
  return folder;
}
