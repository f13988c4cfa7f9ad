import type { Command } from 'commander';
import type { CommonOptions } from '../../app/common-options.ts';
import type { CommandSession } from '../session.ts';
import { commandFooter } from './help-texts.ts';

/** The code of a command; it answers with the exit code. */
export type Act<Options extends CommonOptions> = (
  options: Options,
  session: CommandSession,
) => Promise<number>;

/**
 * Makes the action of a command, whose code is loaded when it runs. What is typed behind the command gets the names of
 * options, one after another.
 */
export type Execute = <Options extends CommonOptions>(
  load: () => Promise<Act<Options>>,
  ...names: readonly (keyof Options & string)[]
) => (...given: unknown[]) => Promise<void>;

/** Makes commands of a program, or of one of its commands; `path` is what is typed before their names. */
export function commandsBelow(parent: Command, path: string) {
  return (name: string, description: string, ...examples: string[]): Command =>
    parent
      .command(name)
      .description(description)
      .addHelpText('after', commandFooter(`${path}${name}`, examples))
      .exitOverride();
}
