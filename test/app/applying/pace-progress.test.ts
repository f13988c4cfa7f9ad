import { expect, it } from 'vitest';
import { paceProgress } from '../../../src/app/applying/pace-progress.ts';
import type { Progress, Waiting } from '../../../src/model/progress.ts';
import { FakeClock } from '../../support/fake-clock.ts';

it('reports a wait every ten seconds while it lasts, and its limit once', async () => {
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
  expect(kinds).toEqual(['limited', 'waiting', 'waiting', 'waiting']);
  report(waiting(15));
  report({ kind: 'sent', summary: 'create a' });
  await clock.sleep(60_000);
  expect(kinds.slice(4)).toEqual(['waiting', 'sent']);
});
