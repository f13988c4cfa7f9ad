import { randomUUID } from 'node:crypto';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  type Stats,
} from 'node:fs';
import { dirname, resolve } from 'node:path';
import { EXIT } from '../../model/exit.ts';
import type { OutputOption } from '../../model/reasons.ts';
import type { Session } from '../process/session.ts';
import { UserFailure } from '../process/user-failure.ts';

/**
 * Writes a plan, without the secrets that the program knows, completely or not at all: a half-written plan must never be
 * mistaken for a reviewed one. `option` named the path. For an input of a workflow, the folder is created if it is
 * missing. A link to a file is refused: it may come with the repository and lead anywhere.
 */
export function writePlanFile(
  { cwd, secrets }: Pick<Session, 'cwd' | 'secrets'>,
  option: OutputOption,
  { path, text }: { readonly path: string; readonly text: string },
): void {
  const file = resolve(cwd, path);
  const refused = { code: 'output-path-refused', option, path } as const;
  const temporary = `${file}.${randomUUID()}.tmp`;
  try {
    if (option === 'input') mkdirSync(dirname(file), { recursive: true });
    const whole = secrets.redact(text);
    const kind = kindAt(file);
    if (kind === 'link') throw new UserFailure(EXIT.USAGE, { ...refused, why: 'link' });
    if (kind === 'device') {
      writeFileSync(file, whole);
    } else {
      writeFileSync(temporary, whole);
      renameSync(temporary, file);
    }
  } catch (error) {
    tidyUp(temporary);
    if (error instanceof UserFailure) throw error;
    if (option !== 'input' && !existsSync(dirname(file)))
      throw new UserFailure(EXIT.USAGE, { ...refused, why: 'no-folder' });
    const said = error instanceof Error ? error.message : String(error);
    throw new UserFailure(EXIT.USAGE, { ...refused, why: 'failed', said });
  }
}

/**
 * What is at the path; `file` also stands for a folder and for nothing at all. A device is something else, such as
 * `/dev/stdout`, `/dev/null` or a named pipe: a file that takes its place by a rename would break it for every other
 * program.
 */
export function kindAt(file: string): 'device' | 'link' | 'file' {
  const found = entryAt(file);
  if (!found?.isSymbolicLink())
    return found !== undefined && !found.isFile() && !found.isDirectory() ? 'device' : 'file';
  const target = statSync(file, { throwIfNoEntry: false });
  if (!target || target.isFile() || target.isDirectory()) return 'link';
  return 'device';
}

/** Undefined also below something that isn't a folder. Writing there fails, which says why. */
function entryAt(file: string): Stats | undefined {
  try {
    return lstatSync(file, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

/** A failure to clean up is not reported as a second error. */
function tidyUp(temporary: string): void {
  try {
    rmSync(temporary, { force: true });
  } catch {
    // The failed write is reported.
  }
}
