import { EXIT, type ExitCode } from '../model/exit.ts';
import { plainText } from '../messages/phrase.ts';
import type { Host } from '../app/process/host.ts';

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
    // Loaded here, because a command that succeeds doesn't need these messages.
    void import('../messages/catalog/refusals.ts').then(({ describeRefusal }) => {
      const { why, todo } = describeRefusal({ code: 'output-not-written', said: error.message });
      stderr.write(`error: ${plainText(why)}\n  ${plainText(todo)}\n`);
    });
  });
}
