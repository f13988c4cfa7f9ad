import type { Command } from 'commander';

/**
 * The command line up to its first unknown command, if there is one. With `--help` after it, the help of the program
 * would be printed, as if the command existed. `help plan` is read as `plan --help`, for the same reason.
 */
export function upToUnknownCommand(program: Command, args: readonly string[]): readonly string[] {
  let command = program;
  for (const [at, word] of args.entries()) {
    if (command.commands.length === 0 || word.startsWith('-')) return args;
    const after = args.slice(at + 1);
    if (word === 'help' && after.length === 0) return args;
    if (word === 'help') return upToUnknownCommand(program, [...args.slice(0, at), ...after, '--help']);
    const next = command.commands.find((one) => one.name() === word);
    if (!next) return args.slice(0, at + 1);
    command = next;
  }
  return args;
}
