import { CommanderError, type Command, type OutputConfiguration } from 'commander';
import { EXIT } from '../model/exit.ts';
import type { CommonOptions } from '../app/context.ts';
import { afterCommand } from './arguments/common-flags.ts';
import { COMPLETE } from './arguments/completion-scripts.ts';
import { insteadOfRemoved } from './arguments/removed-spellings.ts';
import { commandLine } from './command-line.ts';
import type { Host, Output } from '../app/process/host.ts';
import type { Act, Execute, CommandSession } from './session.ts';
import { REPORT_BUG } from '../messages/advice.ts';
import { plainText } from '../messages/phrase.ts';
import { failureOf } from '../app/process/failure-of.ts';

/** Runs a command line and returns its exit code. A session is loaded only for a command, not for help. */
export async function main(args: readonly string[], host: Host): Promise<number> {
  let exit: number = EXIT.DONE;
  const execute: Execute =
    <Options extends CommonOptions>(load: () => Promise<Act<Options>>, ...names: readonly string[]) =>
    async (...given) => {
      const named = Object.fromEntries(names.map((name, index) => [name, given[index]]));
      // Only commander knows the options of a command, and it has no types for them.
      const options = { ...(given[names.length] as Options), ...named };
      const session = (await import('./session.ts')).openSession(host, options);
      exit = await run(session, async () => (await load())(options, session));
    };
  try {
    const program = commandLine(execute, outputTo(host));
    if (args[0] === COMPLETE) {
      (await import('./complete.ts')).complete(program, args.slice(1), host);
      return exit;
    }
    await parse(program, upToUnknownCommand(program, afterCommand(args)), host);
    return exit;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.DONE : EXIT.USAGE;
    throw error;
  }
}

/** Runs the command; after a command line that it refuses, commander has written why. */
async function parse(program: Command, args: readonly string[], { stderr }: Host): Promise<void> {
  try {
    await program.parseAsync(args, { from: 'user' });
  } catch (error) {
    const refused = error instanceof CommanderError && error.exitCode !== 0;
    const instead = refused ? insteadOfRemoved(args) : undefined;
    if (instead !== undefined) stderr.write(`  ${instead}\n`);
    throw error;
  }
}

/**
 * Help and usage errors are written to the terminal like everything else; commander would write to the process itself.
 */
function outputTo({ stdout, stderr }: Host): OutputConfiguration {
  const widthOf = ({ isTTY, columns }: Output) => (isTTY ? columns : undefined) ?? 80;
  return {
    writeOut: (text) => void stdout.write(text),
    writeErr: (text) => void stderr.write(text),
    getOutHelpWidth: () => widthOf(stdout),
    getErrHelpWidth: () => widthOf(stderr),
    getOutHasColors: () => false,
    getErrHasColors: () => false,
  };
}

/**
 * Runs a command and returns its exit code. Failures that a user can act on are printed in words. Anything else is a
 * bug in this program, and only a bug prints a stack trace.
 */
async function run(
  { terminal }: Pick<CommandSession, 'terminal'>,
  command: () => Promise<number>,
): Promise<number> {
  try {
    return await command();
  } catch (error) {
    const failure = failureOf(error);
    if (!failure) {
      const trace = error instanceof Error ? (error.stack ?? error.message) : String(error);
      terminal.err(`${REPORT_BUG}\n${trace}\n`);
      return EXIT.FAILED;
    }
    const { diagnostics, cause, exit } = failure;
    // Loaded here, because a command that succeeds doesn't need these messages.
    const { diagnosticsText } = await import('../render/text/diagnostics-text.ts');
    const { describeRefusal } = await import('../messages/catalog/refusals.ts');
    terminal.err(diagnosticsText(diagnostics, terminal));
    const { why, todo } = describeRefusal(cause);
    const lines = [why, todo].map(plainText);
    const lead = cause.code === 'canceled' ? '' : `${terminal.paint.bad('error:')} `;
    terminal.err(`${lead}${lines.join('\n  ')}\n`);
    return exit;
  }
}

/**
 * The command line up to its first unknown command, if there is one. With `--help` after it, the help of the program
 * would be printed, as if the command existed. `help plan` is read as `plan --help`, for the same reason.
 */
function upToUnknownCommand(program: Command, args: readonly string[]): readonly string[] {
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
