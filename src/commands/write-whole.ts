import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { EXIT } from '../model/exit.ts';
import { withoutSecrets } from './secrets.ts';
import { UserFailure } from './user-failure.ts';

/** Whole or not at all: a half-written plan must never be taken for a reviewed one. `option` named the path. */
export function writeWhole(option: '--out' | '--html', path: string, text: string): void {
  const file = resolve(path);
  const temporary = `${file}.${process.pid}.tmp`;
  try {
    writeFileSync(temporary, withoutSecrets(text));
    renameSync(temporary, file);
  } catch (error) {
    rmSync(temporary, { force: true });
    const why = error instanceof Error ? error.message : String(error);
    throw new UserFailure(EXIT.USAGE, `The plan can't be written: ${why}.`, {
      hint: `Check the path of ${option}.`,
    });
  }
}
