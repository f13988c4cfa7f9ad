import { clearBar } from './terminal.ts';

/** Turns SIGINT and SIGTERM into an AbortSignal, so that what is in flight can end; a second one ends at once. */
export function onSignals(): { signal: AbortSignal; exit(): 130 | 143 | undefined; stop(): void } {
  const controller = new AbortController();
  let exit: 130 | 143 | undefined;
  const on = (code: 130 | 143) => () => {
    if (exit !== undefined) process.exit(code);
    exit = code;
    controller.abort();
    clearBar();
    process.stderr.write('Finishing what is in flight; once more to stop at once.\n');
  };
  const [interrupt, terminate] = [on(130), on(143)];
  process.on('SIGINT', interrupt);
  process.on('SIGTERM', terminate);
  return {
    signal: controller.signal,
    exit: () => exit,
    stop: () => {
      process.off('SIGINT', interrupt);
      process.off('SIGTERM', terminate);
    },
  };
}
