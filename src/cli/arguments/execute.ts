import type { CommonOptions } from '../../app/common-options.ts';
import type { CommandSession } from '../session.ts';

/** Makes a handler of a function that returns the exit code. */
export type Execute = <Given extends CommonOptions>(
  act: (given: Given, session: CommandSession) => Promise<number>,
) => (given: Given) => Promise<void>;
