import { randomUUID } from 'node:crypto';
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { EXIT } from '../model/exit.ts';
import type { Session } from './session.ts';
import { UserFailure } from './user-failure.ts';

/**
 * Writes a file completely or not at all: a half-written plan must never be mistaken for a reviewed one. `option` named
 * the path. For an input of a workflow, the folder is created if it is missing.
 */
export function writeWhole(
  { cwd, secrets }: Pick<Session, 'cwd' | 'secrets'>,
  option: '--out' | '--html' | 'the input html',
  { path, text }: { readonly path: string; readonly text: string },
): void {
  const file = resolve(cwd, path);
  const temporary = `${file}.${randomUUID()}.tmp`;
  try {
    if (option === 'the input html') mkdirSync(dirname(file), { recursive: true });
    writeFileSync(temporary, secrets.redact(text));
    renameSync(temporary, file);
  } catch (error) {
    tidyUp(temporary);
    const said = error instanceof Error ? error.message : String(error);
    throw new UserFailure(EXIT.USAGE, { code: 'plan-not-written', option, said });
  }
}

/** A failure to clean up is not reported as a second error. */
function tidyUp(temporary: string): void {
  try {
    rmSync(temporary, { force: true });
  } catch {
    return;
  }
}
