import { randomUUID } from 'node:crypto';
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { EXIT } from '../model/exit.ts';
import type { Session } from './session.ts';
import { UserFailure } from './user-failure.ts';

/**
 * Whole or not at all: a half-written plan must never be taken for a reviewed one. `option` named the path; for the
 * input of a workflow, where nobody made a folder before, the folder is made too.
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

/** What was not written, or lies where nothing can be taken away, is no second trouble. */
function tidyUp(temporary: string): void {
  try {
    rmSync(temporary, { force: true });
  } catch {
    return;
  }
}
