import { ENDED_STATUSES, type LastEdit } from '../model/campaign.ts';
import type { ReplaceAdvice } from '../model/held.ts';
import type { DaySpan } from '../model/schedule.ts';
import { emergencyStopFor, type Action } from '../model/transitions.ts';
import { firstFew, utcMinute } from '../model/show.ts';
import { allow, code, perMedium, run, say, type InputConsent, type Phrase } from './phrase.ts';

// Advice that several messages give, as the end of a sentence. Only the command line can do some of it. A marketer, who
// reads a message on GitHub, is asked to hand that to an engineer.

/** To stop managing a campaign. */
export function forgetCampaign(key: string, workspace: string): Phrase {
  return run(`campaigns state forget ${key} -w ${workspace}`);
}

/** To write the file of a managed campaign again, as it was applied last. */
export function restoreFile(key: string, workspace: string): Phrase {
  return run(`campaigns revert ${key} -w ${workspace}`, 'restore its file');
}

/** To manage a live campaign with the file that has the key. `id`: `ID` where a person has to choose. */
export function adoptCampaign(id: string, { key, workspace }: { key: string; workspace: string }): Phrase {
  return run(
    `campaigns adopt ${key} --id ${id} -w ${workspace}`,
    'ask an engineer to link it to this file with the adopt command',
  );
}

/** To keep live values in the files. `args`: of the pull. */
export function keepLive(args: string): Phrase {
  return run(`campaigns pull ${args}`, 'write them into the file');
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

/** The days of a blackout: `2026-12-24 to 2026-12-26, 2027-01-01`. */
export function blackoutDays(days: readonly DaySpan[]): string {
  const spans = days.map(({ from, to }) => (from === to ? from : `${from} to ${to}`));
  return firstFew(spans, NAMED_AT_MOST);
}

/**
 * What to do about an edit that can't be sent. Two active campaigns would send both versions to the same people, so the copy
 * with the edit begins as a draft, and the old campaign ends before the copy starts.
 */
export function undoOrReplace(advice: ReplaceAdvice, workspace: string): Phrase {
  return say`Undo this edit to keep the old version. ${replaceByCopy(advice, workspace)}`;
}

/** To send the new version: how a copy takes over from a campaign that can't be edited. */
export function replaceByCopy({ key, type, status }: ReplaceAdvice, workspace: string): Phrase {
  const copied = perMedium(
    say`${run(`campaigns replace ${key} -w ${workspace}`, '')}. It makes a draft of it.`,
    say`copy this file with ${code('status: DRAFT')} and another ${code('basic_details.name')}, and undo the edit here.`,
  );
  const rest = ENDED_STATUSES.includes(status)
    ? say`Then publish the draft. Whoever got the old version gets both.`
    : say`Then ${endOld(type, say`here`)}. Publish the draft only after that, or people get both.`;
  return say`To send the new one, ${copied} ${rest}`;
}

/** To end the campaign that a copy replaces. */
export function endOld(type: string, here: Phrase): Phrase {
  const stop = emergencyStopFor(type);
  return stop ? say`set ${code(`status: ${stop}`)} ${here}` : say`end the old campaign in the service`;
}

/** `by ada@example.com on 2031-01-01 08:00 UTC`: who last edited a campaign in the service, and when. */
export function editWords({ by, at }: LastEdit): string {
  return [...(by === null ? [] : [`by ${by}`]), ...(at === null ? [] : [`on ${utcMinute(at)}`])].join(' ');
}

/** The last edit as the end of a sentence; empty if it isn't known. */
export function lastEdited(edit: LastEdit | undefined): string {
  return edit ? ` (last edited there ${editWords(edit)})` : '';
}
