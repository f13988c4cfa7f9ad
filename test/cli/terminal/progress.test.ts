import { describe, expect, it } from 'vitest';
import { paceProgress } from '../../../src/app/service.ts';
import { interactionOn } from '../../../src/cli/session.ts';
import type { Terminal } from '../../../src/cli/terminal/terminal.ts';
import type { Progress } from '../../../src/model/progress.ts';
import { countReads } from '../../../src/remote/list-campaigns.ts';
import { FakeClock } from '../../support/fake-clock.ts';

/** What is on standard error after a long read with this many milliseconds between its pages. */
async function shown({ isTerminal, pageMs }: { readonly isTerminal: boolean; readonly pageMs: number }) {
  const lines: string[] = [];
  const clock = new FakeClock();
  const interaction = interactionOn({
    ...({} as Terminal),
    columns: 80,
    progress: (text) => lines.push(text),
    bar: (line) => {
      if (isTerminal) lines.push(line);
      return isTerminal;
    },
  });
  const report = paceProgress(clock, (progress) => {
    interaction.onProgress(progress);
  });
  await countReads({ total: 60, onReading: report }, async (count) => {
    for (let page = 0; page < 4; page += 1) {
      await clock.sleep(pageMs);
      count(15);
    }
  });
  await clock.sleep(60_000);
  return lines;
}

describe('a long read', () => {
  it('is a bar on a terminal, which disappears at the end', async () => {
    expect(await shown({ isTerminal: true, pageMs: 100 })).toEqual([
      'Reading  █████░░░░░░░░░░░░░░░  15/60',
      'Reading  ██████████░░░░░░░░░░  30/60',
      'Reading  ███████████████░░░░░  45/60',
      '',
    ]);
  });

  it('is a line every ten seconds elsewhere, and none if it takes less', async () => {
    expect(await shown({ isTerminal: false, pageMs: 6_000 })).toEqual(['Read 30 of 60 campaigns so far.\n']);
    expect(await shown({ isTerminal: false, pageMs: 100 })).toEqual([]);
  });

  it('ends if it fails, and does not report a read that ends with its first page', async () => {
    const events: Progress[] = [];
    const onReading = (event: Progress) => void events.push(event);
    const failing = countReads({ total: undefined, onReading }, (count) => {
      count(15);
      return Promise.reject(new Error('gone'));
    });
    await expect(failing).rejects.toThrow('gone');
    expect(events).toEqual([{ kind: 'reading', done: 15, total: undefined }, { kind: 'read' }]);
    await countReads({ total: 15, onReading }, (count) => {
      count(15);
      return Promise.resolve();
    });
    expect(events.slice(2)).toEqual([{ kind: 'read' }]);
  });
});
