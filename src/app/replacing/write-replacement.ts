import type { Replacement } from '../../model/replacement.ts';
import type { Context } from '../context.ts';
import { carryOut } from '../write-all.ts';
import type { PreparedReplacement } from './prepare-replacement.ts';

/**
 * Writes the files. If the edit was never committed, the file of the old campaign is as in the last commit again, so there
 * is nothing to commit in it.
 */
export async function writeReplacement(
  prepared: PreparedReplacement,
  context: Context,
): Promise<Replacement> {
  const done = carryOut(prepared, context);
  const uncommitted = new Set(await context.repository.uncommitted(done.written));
  return { ...done, toCommit: done.written.filter((path) => uncommitted.has(path)) };
}
