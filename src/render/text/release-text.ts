import type { Freed } from '../documents/release-document.ts';
import { instant } from '../text-layout.ts';

export function releaseText(workspace: string, freed: Freed | undefined): string {
  if (freed === undefined) return `No run has the lease of ${workspace}, so nothing was released.\n`;
  if (freed === 'unreadable') return `Freed the lease of ${workspace}; what it said could not be read.\n`;
  const { run, page, user, since, until } = freed;
  const who = `run ${run} of ${page ?? user ?? 'an unknown user'}`;
  return [
    `Freed the lease of ${workspace}: ${who}, since ${at(since)}, until ${at(until)}.`,
    'Should that run still live, it notices within a minute, and ends. What it left open stays on record: the next apply settles it.',
    '',
  ].join('\n');
}

function at(epochMs: number): string {
  return instant(new Date(epochMs).toISOString());
}
