import { EXIT } from '../model/exit.ts';
import { diagnosticsText } from '../render/text/diagnostics-text.ts';
import { REPORT_BUG } from '../messages/advice.ts';
import { plainText } from '../messages/phrase.ts';
import type { CommandSession } from './session.ts';
import { failureOf } from '../app/failure-of.ts';

/**
 * Runs a command and returns its exit code. Failures that a user can act on are printed in words. Anything else is a
 * bug in this program, and only a bug prints a stack trace.
 */
export async function run(
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
    terminal.err(diagnosticsText(diagnostics, terminal));
    // Loaded here, because a command that succeeds doesn't need these messages.
    const { describeRefusal } = await import('../messages/refusal-messages.ts');
    const { message, hint } = describeRefusal(cause);
    const lines = [message, hint].filter((phrase) => phrase.length > 0).map(plainText);
    terminal.err(`${terminal.paint.bad('error:')} ${lines.join('\n  ')}\n`);
    return exit;
  }
}
