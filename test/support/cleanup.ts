import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

// Cleanup of what tests leave behind. setup.ts calls these functions at the end of every test and of every file.

type Undo = () => Promise<void> | void;

const afterEachTest: Undo[] = [];
const afterTheFile: Undo[] = [];

/** Registers cleanup after the test. The last one runs first. */
export function afterTest(undo: Undo): void {
  afterEachTest.push(undo);
}

/** Registers cleanup after the last test of the file. The last one runs first. */
export function afterFile(undo: Undo): void {
  afterTheFile.push(undo);
}

export async function cleanUpTest(): Promise<void> {
  for (const undo of afterEachTest.splice(0).reverse()) await undo();
}

export async function cleanUpFile(): Promise<void> {
  for (const undo of afterTheFile.splice(0).reverse()) await undo();
}

/** An empty folder that is removed after the test. */
export function temporaryFolder(): string {
  return emptyFolder(afterTest);
}

/** An empty folder that is removed after the file. */
export function folderOfFile(): string {
  return emptyFolder(afterFile);
}

function emptyFolder(later: (undo: Undo) => void): string {
  const folder = mkdtempSync(join(tmpdir(), 'campaigns-e2e-'));
  later(() => {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  });
  return folder;
}
