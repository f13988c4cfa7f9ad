import { CommanderError, type OutputConfiguration } from 'commander';
import { EXIT } from '../model/exit.ts';
import type { CommonOptions } from '../app/common-options.ts';
import { afterCommand } from './arguments/common-flags.ts';
import { COMPLETE } from './arguments/completion-scripts.ts';
import { commandLine } from './command-line.ts';
import type { Host, Output } from '../app/host.ts';
import { run } from './run.ts';
import { openSession, type Act, type Execute } from './session.ts';

/** Runs a command line and returns its exit code. */
export async function main(args: readonly string[], host: Host): Promise<number> {
  let exit: number = EXIT.DONE;
  const execute: Execute =
    <Options extends CommonOptions>(load: () => Promise<Act<Options>>, ...names: readonly string[]) =>
    async (...given) => {
      const named = Object.fromEntries(names.map((name, index) => [name, given[index]]));
      // Only commander knows the options of a command, and it has no types for them.
      const options = { ...(given[names.length] as Options), ...named };
      const session = openSession(host, options);
      exit = await run(session, async () => (await load())(options, session));
    };
  try {
    const program = commandLine(execute, outputTo(host));
    if (args[0] === COMPLETE) {
      (await import('./complete.ts')).complete(program, args.slice(1), host);
      return exit;
    }
    await program.parseAsync(afterCommand(args), { from: 'user' });
    return exit;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.DONE : EXIT.USAGE;
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
