import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

// What tests leave behind, and who takes it away: setup.ts calls these at the end of every test and of every file.

type Undo = () => Promise<void> | void;

const afterEachTest: Undo[] = [];
const afterTheFile: Undo[] = [];

/** Is done after the test, the last one first. */
export function afterTest(undo: Undo): void {
  afterEachTest.push(undo);
}

/** Is done after the last test of the file, the last one first. */
export function afterFile(undo: Undo): void {
  afterTheFile.push(undo);
}

export async function cleanUpTest(): Promise<void> {
  for (const undo of afterEachTest.splice(0).reverse()) await undo();
}

export async function cleanUpFile(): Promise<void> {
  for (const undo of afterTheFile.splice(0).reverse()) await undo();
}

/** An empty folder that is gone after the test. */
export function temporaryFolder(): string {
  return emptyFolder(afterTest);
}

/** An empty folder that is gone after the file. */
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
