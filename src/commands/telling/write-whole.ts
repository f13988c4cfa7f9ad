import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { EXIT } from '../../model/exit.ts';
import { withoutSecrets } from './secrets.ts';
import { UserFailure } from './user-failure.ts';

/**
 * Whole or not at all: a half-written plan must never be taken for a reviewed one. `option` named the path; for the
 * input of a workflow, where nobody made a folder before, the folder is made too.
 */
export function writeWhole(option: '--out' | '--html' | 'the input html', path: string, text: string): void {
  const file = resolve(path);
  const temporary = `${file}.${process.pid}.tmp`;
  try {
    if (option === 'the input html') mkdirSync(dirname(file), { recursive: true });
    writeFileSync(temporary, withoutSecrets(text));
    renameSync(temporary, file);
  } catch (error) {
    tidyUp(temporary);
    const why = error instanceof Error ? error.message : String(error);
    throw new UserFailure(EXIT.USAGE, `The plan can't be written: ${why}.`, {
      hint: `Check the path of ${option}.`,
    });
  }
}

/** What was not written, or lies where nothing can be taken away, is no second trouble. */
function tidyUp(temporary: string): void {
  try {
    rmSync(temporary, { force: true });
  } catch {
    return;
  }
}
