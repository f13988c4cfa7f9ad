import { spawn } from 'node:child_process';
import type { Host } from './host.ts';

/** The options with which git starts it: less exits if everything fits on the screen, and shows colors. */
const LESS = 'FRX';
/** The exit code of a shell that can't find the program. */
const NOT_FOUND = [126, 127, 9009];

/** Passes a text to a pager on this terminal, and waits until the user quits it; false if it could not be started. */
export function runPager(
  command: string,
  text: string,
  { environment, signals }: Pick<Host, 'environment' | 'signals'>,
): Promise<boolean> {
  return new Promise((resolve) => {
    const pager = spawn(command, {
      shell: true,
      stdio: ['pipe', 'inherit', 'inherit'],
      env: { LESS, ...environment },
    });
    // Ctrl-C is for the pager, which may keep running.
    const ignore = () => undefined;
    signals.on('SIGINT', ignore);
    const end = (isShown: boolean) => {
      signals.off('SIGINT', ignore);
      resolve(isShown);
    };
    pager.on('error', () => {
      end(false);
    });
    pager.on('close', (code) => {
      end(code === null || !NOT_FOUND.includes(code));
    });
    // The user may close the pager before the end of the text.
    pager.stdin.on('error', () => undefined);
    pager.stdin.end(text);
  });
}
