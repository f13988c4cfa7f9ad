import type { RequestWait } from '../model/progress.ts';
import type { Run } from './run.ts';

/** Waits before a request, and reports it. Ends early if the run is asked to end. */
export async function waitToSend(run: Run, wait: Omit<RequestWait, 'kind'>): Promise<void> {
  const { clock, signal, onProgress } = run.options;
  const ms = wait.until - clock.now();
  if (ms <= 0) return;
  onProgress({ kind: 'request-wait', ...wait });
  await clock.sleep(ms, signal);
}
