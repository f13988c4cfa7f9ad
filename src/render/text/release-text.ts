import type { Freed } from '../documents/release-document.ts';
import { utcSecondFrom } from '../../model/utc-words.ts';

export function releaseText(workspace: string, freed: Freed | undefined): string {
  if (freed === undefined) return `No run holds the lease of ${workspace}, so nothing was released.\n`;
  if (freed === 'unreadable') return `Released the lease of ${workspace}. Its holder could not be read.\n`;
  const { run, page, user, since, until } = freed;
  const who = `run ${run} by ${page ?? user ?? 'an unknown user'}`;
  return [
    `Released the lease of ${workspace}: ${who}, since ${utcSecondFrom(since)}, reserved until ${utcSecondFrom(until)}.`,
    'If that run is still active, it notices within a minute and ends. Its unfinished changes stay recorded, and the next apply resolves them.',
    '',
  ].join('\n');
}
