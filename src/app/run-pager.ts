import { spawn } from 'node:child_process';
import type { Host } from './host.ts';

/** As git starts it: less ends by itself where all fits on the screen, and shows colors. */
const LESS = 'FRX';
/** What a shell says where it finds no such program. */
const NOT_FOUND = [126, 127, 9009];

/** Hands a text to a pager on this terminal, and waits until the person has read it; false where it could not be started. */
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
    // Ctrl-C is for the pager, which may stay.
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
    // Whoever has read enough closes it before the end.
    pager.stdin.on('error', () => undefined);
    pager.stdin.end(text);
  });
}
