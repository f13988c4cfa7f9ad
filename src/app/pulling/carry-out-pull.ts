import type { PullReport } from '../../model/pull.ts';
import type { Context } from '../context.ts';
import { writeAll } from '../write-all.ts';
import type { PreparedPull } from './prepare-pull.ts';

/** Writes the files of a prepared pull: all of them or none. */
export function carryOutPull({ report, changes }: PreparedPull, context: Context): PullReport {
  writeAll(context, changes);
  return { ...report, isDone: true };
}
