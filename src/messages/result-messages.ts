import type { RecordFailure, StateProblem } from '../model/refusals/state-refusal.ts';
import type { Failed, Overtaken, Stale, Unrecorded } from '../model/result.ts';
import { joined, plainText, say, type Phrase } from './phrase.ts';
import { describeRefusal } from './refusal-messages.ts';

/** What happened to a change that failed; a text is passed on as it is. */
export function describeFailed({ message }: Pick<Failed, 'message'>): string | Phrase {
  return typeof message === 'string' ? message : describeUnrecorded(message);
}

/** Why a change was not sent that something has overtaken; a text is passed on as it is. */
export function describeStale({ message }: Pick<Stale, 'message'>): string | Phrase {
  return typeof message === 'string' ? message : describeOvertaken(message);
}

/** As one text, for a terminal and for JSON documents. */
export function wordsText(words: string | Phrase): string {
  return typeof words === 'string' ? words : plainText(words);
}

function describeUnrecorded({ what, cause }: Unrecorded): Phrase {
  const { message } = describeRefusal(cause);
  return joined(message, what === 'intent' ? say`Nothing was sent.` : whereItIs(cause));
}

/** Where an outcome is that could not be recorded, and what becomes of it. */
function whereItIs({ code }: RecordFailure | StateProblem): Phrase {
  if (code === 'state-not-pushed')
    return say`Its outcome is in this clone only; the next apply from here pushes it.`;
  if (code === 'state-not-written')
    return say`Its outcome is not recorded; the next apply reads the campaign and records what it finds.`;
  return [];
}

function describeOvertaken({ by, isNewer }: Overtaken): Phrase {
  return isNewer
    ? say`A newer commit, ${by}, was applied while this run was at work. Run this again from the newest one.`
    : say`Another commit, ${by}, was applied while this run was at work, and this clone can't tell whether it is newer. Run this again from the newest one.`;
}
