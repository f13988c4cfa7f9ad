import { expect, it } from 'vitest';
import { paceProgress } from '../../src/app/service.ts';
import type { Progress, Waiting } from '../../src/model/progress.ts';
import { progressLine } from '../../src/render/text/progress-text.ts';
import { key, live } from '../support/builders.ts';
import { FakeClock } from '../support/fake-clock.ts';

it('reports a wait every ten seconds while it lasts', async () => {
  const clock = new FakeClock();
  const window = { limit: 5, spanMs: 60_000, counts: 'attempts' } as const;
  const waiting = (seconds: number): Waiting => ({
    ...{ kind: 'waiting', cause: window, done: 1, total: 3, deferredCount: 0 },
    next: clock.now() + seconds * 1000,
    last: clock.now() + seconds * 1000,
  });
  const kinds: Progress['kind'][] = [];
  const report = paceProgress(clock, ({ kind }) => kinds.push(kind));
  report(waiting(25));
  await clock.sleep(60_000);
  expect(kinds).toEqual(['waiting', 'waiting', 'waiting']);
  report(waiting(15));
  report({ kind: 'sent', key: key('a'), event: { code: 'created', campaignId: live({ key: 'a' }).id } });
  await clock.sleep(60_000);
  expect(kinds.slice(3)).toEqual(['waiting', 'sent']);
});

/** Until when the lines say that something waits, for successive waits. */
async function linesOf(...seconds: readonly number[]): Promise<string[]> {
  const clock = new FakeClock(Date.parse('2031-01-01T10:00:00Z'));
  const lines: string[] = [];
  const report = paceProgress(clock, (progress) => {
    lines.push(/\d\d:\d\d:\d\d/.exec(progressLine(progress) ?? '')?.[0] ?? progress.kind);
  });
  for (const one of seconds) {
    const until = clock.now() + one * 1_000;
    report({ kind: 'request-wait', why: 'service', operation: 'get', until });
    await clock.sleep(one * 1_000);
  }
  return lines;
}

it('reports a long wait before a request immediately, and every ten seconds', async () => {
  expect(await linesOf(25)).toEqual(['10:00:25', '10:00:25', '10:00:25']);
});

it('never reports the pace of requests', async () => {
  expect(await linesOf(5, 0.2)).toEqual([]);
});
