import type { Command } from 'commander';
import { examplesText } from './help-texts.ts';

/** Creates commands of a program, or of one of its commands; `path` is what is typed before their names. */
export function commandsBelow(parent: Command, path: string) {
  return (name: string, description: string, ...examples: string[]): Command =>
    parent
      .command(name)
      .description(description)
      .showHelpAfterError(`  For help: campaigns ${path}${name} --help`)
      .addHelpText('after', examplesText(examples))
      .exitOverride();
}
