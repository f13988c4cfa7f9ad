import { counted } from '../model/show.ts';
import { utcMinuteFrom } from '../model/utc-words.ts';

// The parts of the sentence about a whole run. The beginning of a part is what a medium may emphasize.

/** A part of a sentence: what matters in it, and the rest. */
export type CountPart = readonly [strong: string, rest: string];

/** How a run ended that applied nothing, and what to do. */
export const RUN_ENDS = {
  superseded: { what: 'Superseded: a newer commit has already been applied.', todo: '' },
  'not-begun': { what: 'The run failed.', todo: 'Nothing was sent.' },
  failed: { what: 'The run failed.', todo: 'Its log says why. The next run checks what was sent.' },
  stale: {
    what: 'Stale: nothing was sent.',
    todo: 'The files or the live campaigns changed after the review. Run plan again, and review the new plan.',
  },
} as const;

export function appliedWords(
  { applied, inPart, total }: { readonly applied: number; readonly inPart: number; readonly total: number },
  { workspace, isEmpty }: { readonly workspace: string; readonly isEmpty: boolean },
): CountPart {
  if (total === 0) return [isEmpty ? 'Nothing to do' : 'Applied nothing', ` in ${workspace}`];
  const count = applied < total ? `${applied} of ${total}` : total;
  return [`Applied ${count}`, ` ${total === 1 ? 'change' : 'changes'} in ${workspace}${partWords(inPart)}`];
}

/** `, 1 in part`; empty if every change was applied as a whole or not at all. */
export function partWords(count: number): string {
  return count > 0 ? `, ${count} in part` : '';
}

/** What an earlier run sent. */
export function recordedWords(count: number): string {
  return `recorded ${counted(count, 'change')} from an earlier run`;
}

/** `until`: an ISO instant; null if it isn't known. */
export function waitingWords(
  count: number,
  { isService, until }: { readonly isService: boolean; readonly until: string | null },
): CountPart {
  const end = until === null ? '' : ` until ${utcMinuteFrom(Date.parse(until))}`;
  return [count === 1 ? '1 waits' : `${count} wait`, ` for ${isService ? 'the service' : 'quota'}${end}`];
}

/** What else happened, by the number of changes or campaigns. */
export const COUNT_WORDS = {
  failed: (count: number) => `${count} failed`,
  unsent: (count: number) => `${count} not sent`,
  stale: (count: number) => are(count, 'stale'),
  'not-reviewed': (count: number) => are(count, 'not reviewed'),
  blocked: (count: number) => are(count, 'blocked'),
  unconfirmed: (count: number) => are(count, 'not confirmed'),
  'kept-in-clone': (count: number) => are(count, 'not recorded on origin yet'),
  'too-late': (count: number) => `${count} can't be stopped anymore`,
  'still-sending': (count: number) => `${count} without a file ${count === 1 ? 'is' : 'are'} still sending`,
} as const;

function are(count: number, what: string): string {
  return `${count} ${count === 1 ? 'is' : 'are'} ${what}`;
}
