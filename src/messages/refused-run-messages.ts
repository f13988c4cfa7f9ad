import type { GuardRefusal } from '../model/plan.ts';
import type { Refusal } from '../model/result.ts';
import { allow, perMedium, say, type Phrase } from './phrase.ts';

/** Why a run or a plan was refused as a whole, what is sent nevertheless, and what to do. */
export interface RefusedRun {
  readonly what: Phrase;
  readonly sent: Phrase;
  readonly todo: Phrase;
}

/** A run that was refused before it had done everything. */
export function describeRefusedRun(refusal: Refusal): RefusedRun {
  switch (refusal) {
    case 'invalid-files':
      return {
        what: say`The campaign files are invalid.`,
        sent: say`Nothing was sent.`,
        todo: say`Correct the errors that the annotations show.`,
      };
    case 'lease':
      return {
        what: say`Another run is applying to this workspace.`,
        sent: say`Nothing more was sent.`,
        todo: say`Run this again when the other run has ended.`,
      };
    case 'credential':
      return {
        what: say`The service refused the API key.`,
        sent: say`Nothing more was sent.`,
        todo: say`Check the API key of this workspace and its scope, then run this again.`,
      };
    case 'guard':
      return {
        what: guardRefused('too many live campaigns'),
        sent: say`Only pauses and stops were sent.`,
        todo: ALLOW_GUARD,
      };
  }
}

/** A plan that the guard refuses, before it is applied. */
export function describeRefusedPlan({ touched, live, share }: GuardRefusal): RefusedRun {
  return {
    what: guardRefused(`${touched} of ${live} live campaigns, more than ${Math.round(share * 100)}%`),
    sent: say`Only pauses and stops will be applied.`,
    todo: ALLOW_GUARD,
  };
}

function guardRefused(what: string): Phrase {
  return say`The guard refused the plan because it changes ${what}.`;
}

const ALLOW_GUARD = say`If you want all these changes, ${perMedium('use ', 'start apply manually with ')}${allow('guard')}.`;
