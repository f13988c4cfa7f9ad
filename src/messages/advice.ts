import type { DaySpan } from '../model/schedule.ts';
import type { Action } from '../model/transitions.ts';
import { allow, perMedium, run, say, type InputConsent, type Phrase } from './phrase.ts';

// Advice that several messages give, as the end of a sentence. Only the command line can do some of it. A marketer, who
// reads a message on GitHub, is asked to hand that to an engineer.

/** To stop managing a campaign. */
export function forgetCampaign(key: string, workspace: string): Phrase {
  return say`${run(`campaigns state forget ${key} -w ${workspace}`, 'ask an engineer to use the state forget command')}`;
}

/** To write the file of a managed campaign again, as it was applied last. */
export function restoreFile(key: string, workspace: string): Phrase {
  return say`${run(`campaigns revert ${key} -w ${workspace}`, 'restore its file')}`;
}

/** To manage a live campaign with the file that has the key. `id`: `ID` where a person has to choose. */
export function adoptCampaign(id: string, { key, workspace }: { key: string; workspace: string }): Phrase {
  return say`${run(`campaigns adopt ${key} --id ${id} -w ${workspace}`, 'ask an engineer to link it to this file with the adopt command')}`;
}

/** To keep live values in the files. `args`: of the pull. */
export function keepLive(args: string): Phrase {
  return say`${run(`campaigns pull ${args}`, 'write them into the file')}`;
}

/** To manage live campaigns with files that exist already. */
export function adoptAll(workspace: string): Phrase {
  return say`${run(`campaigns adopt --all -w ${workspace}`, 'ask an engineer to link the files to the live campaigns with the adopt command')}`;
}

/** To allow what is refused, for one campaign if it is named. Only an engineer can set the inputs of a workflow. */
export function useConsent(what: InputConsent, only?: string): Phrase {
  return say`${perMedium('use ', 'ask an engineer to use ')}${allow(what, only)}`;
}

/** To have changes reviewed that are merged, but not applied. */
export const REVIEW_AGAIN =
  'Open a pull request that edits the file in any way. Its plan shows the pending changes, and merging it applies them.';

/** Above the trace of a bug of this program in a terminal. */
export const REPORT_BUG = 'This is a bug in campaign-reconciler; please report it with the lines below.';

/** What an action does to a campaign, as in `the campaign was paused`. */
export const PAST_TENSE: Readonly<Record<Action, string>> = {
  PUBLISH: 'published',
  PAUSE: 'paused',
  RESUME: 'resumed',
  STOP: 'stopped',
};

/** How many spans of days a message names. */
const NAMED_AT_MOST = 3;

/** The days of a blackout: `from 2026-12-24 to 2026-12-26 and on 2027-01-01`. */
export function blackoutDays(days: readonly DaySpan[]): string {
  const first = days
    .slice(0, NAMED_AT_MOST)
    .map(({ from, to }) => (from === to ? `on ${from}` : `from ${from} to ${to}`));
  const words = days.length > NAMED_AT_MOST ? [...first, 'on other days'] : first;
  return [words.slice(0, -1).join(', '), ...words.slice(-1)].filter((one) => one !== '').join(' and ');
}
