import type { LeaseHolder, LeaseRefusal } from '../../model/refusals/state-refusal.ts';
import { perMedium, say, type Phrase } from '../phrase.ts';
import { ended, renameOthers, type RefusalTable } from './refusal-table.ts';
import { utcSecondFrom } from '../../model/utc-words.ts';

export const LEASE_REFUSALS: RefusalTable<LeaseRefusal> = {
  'lease-held': ({ workspace, holder }) => ({
    message: say`Another run is applying to ${workspace}: ${runOf(holder)}.`,
    hint: say`Run this again when it has ended. If it was killed, wait until ${utcSecondFrom(holder.until)}, or ${free(workspace)}`,
  }),
  'lease-from-the-future': ({ workspace, holder }) => ({
    message: say`Another run is applying to ${workspace}: ${runOf(holder)}. No run reserves a workspace for that long, so the clock of one of the two machines is wrong.`,
    hint: say`Correct the clocks. If that run was killed, ${free(workspace)}`,
  }),
  'lease-of-newer-version': ({ workspace }) => ({
    message: say`Another run is applying to ${workspace}, but this version of campaign-reconciler can't tell which run it is.`,
    hint: say`Upgrade campaign-reconciler. If no run is active, ${free(workspace)}`,
  }),
  'lease-lost': ({ workspace }) => ({
    message: say`While this run was working, another run took over the workspace ${workspace}, or it was released manually.`,
    hint: say`Run this again when no other run is active.`,
  }),
  'lease-unreachable': ({ workspace, attempt, said, confusedWith }) => ({
    message: say`git could not ${ATTEMPTS[attempt](workspace)}: ${ended(said)}`,
    hint:
      confusedWith.length === 0
        ? perMedium(
            'Check that origin, if there is one, can be reached and accepts pushes, and that you may write to the folder .git. Then run this again.',
            'Check the network, the address of origin, and the permission to push there, then run this again.',
          )
        : renameOthers(confusedWith, 'the ref of this reservation'),
  }),
  'lease-not-freed': ({ workspace, said }) => ({
    message: say`The workspace ${workspace} was not released: ${ended(said)}`,
    hint: say`Check the network and the permission to push to origin, then run this again.`,
  }),
  'lease-alive': ({ workspace }) => ({
    message: say`The workspace ${workspace} was not released, because another run is applying to it.`,
    hint: say`Wait for that run, or cancel it, then run this again.`,
  }),
};

const ATTEMPTS = {
  take: (workspace: string) => `reserve ${workspace} for this run`,
  renew: (workspace: string) => `keep ${workspace} reserved for this run`,
  read: (workspace: string) => `check whether ${workspace} is still reserved for this run`,
};

/** `run X by ada (started …, workspace reserved until …)` */
export function runOf({ run, by, since, until }: LeaseHolder): Phrase {
  return say`run ${run} by ${by ?? 'an unknown user'} (started ${utcSecondFrom(since)}, workspace reserved until ${utcSecondFrom(until)})`;
}

function free(workspace: string): Phrase {
  return perMedium(
    `release the workspace: campaigns state release -w ${workspace}`,
    'ask an engineer to use the state release command.',
  );
}
