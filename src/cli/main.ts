import { CommanderError, type OutputConfiguration } from 'commander';
import type { CommonOptions } from '../app/context.ts';
import { failureOf } from '../app/process/user-failure.ts';
import type { Host, Output } from '../app/process/session.ts';
import { plainText } from '../messages/phrase.ts';
import { EXIT, type ExitCode } from '../model/exit.ts';
import type { RefusalCause } from '../model/reasons.ts';
import { COMPLETE, type CommandRow } from './command.ts';
import { asTyped, commandLine, insteadOfRemoved, requireUsage, type Given } from './program.ts';
import type { CommandSession } from './session.ts';

/** Runs a command line and returns its exit code. A session is loaded only for a command, not for help. */
export async function main(args: readonly string[], host: Host): Promise<number> {
  let exit: number = EXIT.DONE;
  const execute = async (row: CommandRow, given: Given) => {
    // Only commander knows the options of a command, and it has no types for them.
    const options = given as CommonOptions;
    const { openSession } = await import('./session.ts');
    const session = await openSession(host, options);
    exit = await run(session, async () => {
      requireUsage(row, given);
      const act = await row.run?.();
      return act ? act(options as never, session) : EXIT.USAGE;
    });
  };
  try {
    const program = commandLine(execute, outputTo(host));
    if (args[0] === COMPLETE) (await import('./completion.ts')).complete(program, args.slice(1), host);
    else await program.parseAsync(asTyped(program, args), { from: 'user' });
    return exit;
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    // Commander has written why.
    const instead = insteadOfRemoved(args);
    if (instead !== undefined) host.stderr.write(`  ${instead}\n`);
    return error.exitCode === 0 && instead === undefined ? EXIT.DONE : EXIT.USAGE;
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
      const { REPORT_BUG } = await import('../messages/advice.ts');
      const trace = error instanceof Error ? (error.stack ?? error.message) : String(error);
      terminal.err(`${REPORT_BUG}\n${trace}\n`);
      return EXIT.FAILED;
    }
    const { diagnostics, cause, exit } = failure;
    const { diagnosticsText } = await import('../render/text/diagnostics-text.ts');
    terminal.err(diagnosticsText(diagnostics, terminal));
    const lead = cause.code === 'canceled' ? '' : `${terminal.paint.bad('error:')} `;
    terminal.err(`${lead}${await refusalLines(cause)}`);
    return exit;
  }
}

/**
 * Lets a run continue if its output can't be written, because a half-finished apply must be finished and recorded.
 *
 * A reader that closes the pipe early (`campaigns plan | head`) is not a failure. Anything else that happens to standard
 * output, such as a full disk, loses the result of the command: `onLost` is called, once, with the exit code for it. Standard error has only
 * progress and diagnostics, so losing them changes nothing.
 */
export function watchOutput(
  { stdout, stderr }: Pick<Host, 'stdout' | 'stderr'>,
  onLost: (exit: ExitCode) => void,
): void {
  let isLost = false;
  stderr.on('error', () => undefined);
  stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE' || isLost) return;
    isLost = true;
    onLost(EXIT.FAILED);
    void refusalLines({ code: 'output-path-refused', path: 'standard output', said: error.message }).then(
      (lines) => {
        stderr.write(`error: ${lines}`);
      },
    );
  });
}

/** Loaded only here, because a command that succeeds doesn't need these messages. */
async function refusalLines(cause: RefusalCause): Promise<string> {
  const { REFUSALS } = await import('../messages/catalog/refusals.ts');
  const { messageFor } = await import('../messages/catalog/row.ts');
  const { why, todo } = messageFor(REFUSALS, cause);
  return `${plainText(why)}\n  ${plainText(todo)}\n`;
}
