import type { CampaignId } from '../model/campaign.ts';
import type { LiveAnswer } from '../model/live-answer.ts';
import { isDraftOf, isTransitionLive, verifyIntent } from '../model/verify.ts';
import type { Intent } from '../model/state.ts';
import { SECOND_MS } from '../model/time.ts';
import type { KnownCampaigns, LiveAnswers } from './ports.ts';
import type { Run } from './run.ts';

/** A service may show a write only after a while (open point W31). The waits between reads, in milliseconds. */
const WAITS_MS = [SECOND_MS, 3 * SECOND_MS, 10 * SECOND_MS];

/** Whether to wait for changes that are not visible immediately. */
export type Waits = 'patient' | 'at-once';

/** A campaign whose write should become visible. */
export interface Expected {
  readonly id: CampaignId;
  readonly intent: Intent;
}

/**
 * Reads campaigns that were written: first with a search, which is cheap; then with Get each campaign that the search
 * doesn't show as sent, because Get may be more current; and those again as long as `waits` allows. The last answer for
 * each campaign counts.
 */
export async function readBack(run: Run, expected: readonly Expected[], waits: Waits): Promise<LiveAnswers> {
  const { remote, clock, signal } = run.options;
  if (expected.length === 0) return new Map();
  const answers = new Map(await remote.readCampaigns(idsOf(expected), run.known()));
  const readAgain = async (): Promise<boolean> => {
    const missing = expected.filter((one) => !isShown(run, one, answers.get(one.id)));
    if (missing.length === 0) return false;
    const known = newestDocuments(run.known(), answers);
    for (const [id, answer] of await remote.readEach(idsOf(missing), known)) answers.set(id, answer);
    return missing.some((one) => !isShown(run, one, answers.get(one.id)));
  };
  for (const wait of [0, ...(waits === 'patient' ? WAITS_MS : [])]) {
    if (wait > 0) await clock.sleep(wait, signal);
    if (signal.aborted || !(await readAgain())) break;
  }
  return answers;
}

/** An edit may have created a newer document, whose ID requests may have to name (S7). */
export function newestDocuments(known: KnownCampaigns, answers: LiveAnswers): KnownCampaigns {
  return new Map(
    [...known].map(([id, one]) => {
      const answer = answers.get(id);
      return [id, answer?.kind === 'present' ? { ...one, documentId: answer.live.documentId } : one];
    }),
  );
}

function idsOf(expected: readonly Expected[]): CampaignId[] {
  return [...new Set(expected.map(({ id }) => id))];
}

function isShown(run: Run, { intent }: Expected, answer: LiveAnswer | undefined): boolean {
  // Reading again doesn't help if the credential was refused.
  if (answer?.kind === 'unknown') return answer.cause === 'credential';
  if (answer?.kind !== 'present') return false;
  const { live } = answer;
  const known = run.bindings.get(intent.key);
  if (intent.kind === 'transition') return isTransitionLive(intent, live, known);
  // Waiting would not make the draft live.
  if (intent.kind === 'update' && isDraftOf(intent, live, { known })) return true;
  const verified = verifyIntent(intent, live.components, known);
  return [...verified.values()].every(({ kind }) => kind === 'shown');
}
