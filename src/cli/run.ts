import { EXIT } from '../model/exit.ts';
import { diagnosticsText } from '../render/text/diagnostics-text.ts';
import { plainText } from '../messages/phrase.ts';
import type { CommandSession } from './session.ts';
import { failureOf } from '../app/failure-of.ts';

/**
 * Runs a command to its exit code. What a person can act on is printed in words; anything else is our bug, and the
 * only thing that shows a stack trace.
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
      terminal.err(
        `This is a bug in campaign-reconciler; please report it with the lines below.\n${trace}\n`,
      );
      return EXIT.FAILED;
    }
    const { diagnostics, cause, exit } = failure;
    terminal.err(diagnosticsText(diagnostics, terminal));
    // A command that ends well has no need of these words.
    const { describeRefusal } = await import('../messages/refusal-messages.ts');
    const { message, hint } = describeRefusal(cause);
    const lines = [message, hint].filter((phrase) => phrase.length > 0).map(plainText);
    terminal.err(`${terminal.paint.bad('error:')} ${lines.join('\n  ')}\n`);
    return exit;
  }
}
