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
  count: number,
  workspace: string,
  { isEmpty }: { readonly isEmpty: boolean },
): CountPart {
  if (count > 0) return [`Applied ${count}`, ` ${count === 1 ? 'campaign' : 'campaigns'} in ${workspace}`];
  return [isEmpty ? 'Nothing to do' : 'Applied nothing', ` in ${workspace}`];
}

/** `until`: an ISO instant; null if it isn't known. */
export function waitingWords(
  count: number,
  { isService, until }: { readonly isService: boolean; readonly until: string | null },
): CountPart {
  const end = until === null ? '' : ` until ${utcMinuteFrom(Date.parse(until))}`;
  return [count === 1 ? '1 waits' : `${count} wait`, ` for ${isService ? 'the service' : 'quota'}${end}`];
}

/** What else happened to campaigns, by their number. */
export const COUNT_WORDS = {
  failed: (count: number) => `${count} failed`,
  unsent: (count: number) => `${count} not sent`,
  stale: (count: number) => are(count, 'stale'),
  'not-reviewed': (count: number) => are(count, 'not reviewed'),
  blocked: (count: number) => are(count, 'blocked'),
  unconfirmed: (count: number) => are(count, 'not confirmed'),
  'kept-in-clone': (count: number) => are(count, 'not recorded on origin yet'),
  'still-sending': (count: number) => `${count} without a file ${count === 1 ? 'is' : 'are'} still sending`,
} as const;

function are(count: number, what: string): string {
  return `${count} ${count === 1 ? 'is' : 'are'} ${what}`;
}
