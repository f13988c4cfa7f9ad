import type { Replacement } from '../model/replacement.ts';
import type { Context } from './context.ts';
import type { PreparedReplacement } from './replacing/prepare-replacement.ts';
import { writeAll } from './write-all.ts';

/** Writes the files of a prepared replacement: all of them or none. */
export function carryOutReplacement({ report, changes }: PreparedReplacement, context: Context): Replacement {
  writeAll(context, changes);
  return { ...report, isDone: true };
}
