import type { Command } from 'commander';
import type { CommonOptions } from '../../app/common-options.ts';
import type { CommandSession } from '../session.ts';
import { commandFooter } from './help-texts.ts';

/** Makes a handler of a function that returns the exit code. */
export type Execute = <Given extends CommonOptions>(
  act: (given: Given, session: CommandSession) => Promise<number>,
) => (given: Given) => Promise<void>;

/** Makes commands of a program, or of one of its commands; `path` is what is typed before their names. */
export function commandsBelow(parent: Command, path: string) {
  return (name: string, description: string, ...examples: string[]): Command =>
    parent
      .command(name)
      .description(description)
      .addHelpText('after', commandFooter(`${path}${name}`, examples))
      .exitOverride();
}
