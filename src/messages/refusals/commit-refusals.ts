import type { CommitRefusal, KnownTarget } from '../../model/refusals/commit-refusal.ts';
import { firstFew } from '../../model/show.ts';
import { fileFaultWords } from '../file-fault-messages.ts';
import { allow, inTerminal, perMedium, say, type Phrase } from '../phrase.ts';
import { ended, type RefusalTable } from './refusal-table.ts';

const RUN_APPLY = perMedium('run apply', 'run the apply workflow');

export const COMMIT_REFUSALS: RefusalTable<CommitRefusal> = {
  uncommitted: ({ files, untracked }) => ({
    message: say`Some files are not committed: ${firstFew(files, FILES_SHOWN)}.`,
    hint: perMedium(
      untracked.length === 0
        ? 'Commit them, so that the history shows what was sent. For a trial only, use --allow dirty: it applies them as they are.'
        : `git does not track ${newFiles(untracked, files)} yet, and git commit -a leaves ${itOrThem(untracked)} out. Add what is new with git add, then commit.`,
      'An earlier step of this job changed them: remove that step, or commit what it writes.',
    ),
  }),
  'origin-unreachable': ({ said }) => ({
    message: say`git could not reach origin, so nothing was sent: ${ended(said)}`,
    hint: READ_ORIGIN,
  }),
  'branch-not-fetched': ({ branch }) => ({
    message: say`git could not fetch ${branch} from origin, so nothing was sent.`,
    hint: READ_ORIGIN,
  }),
  'no-default-branch': ({ commit }) => ({
    message: say`Commit ${commit} isn't on origin, which has no default branch yet.`,
    hint: say`Push it first. To apply it anyway, use ${allow('branch')}.`,
  }),
  'not-on-default-branch': ({ commit, branch }) => ({
    message: say`Commit ${commit} isn't on ${branch}, the default branch of origin.`,
    hint: say`Push it to ${branch}, or merge it there and pull. To apply it anyway, use ${allow('branch')}.`,
  }),
  'older-commit': ({ commit, last }) => ({
    message: say`Commit ${commit} is older than ${last}, which was already applied. Applying it would undo newer work.`,
    hint: say`Check out the newest commit. To go back on purpose, commit a revert.`,
  }),
  'last-commit-gone': ({ commit, last }) => ({
    message: say`Commit ${last} was applied last, but it is neither in this clone nor on origin. So the checked-out commit, ${commit}, may be older, and applying it could undo ${last}.`,
    hint: say`Push ${last} from the clone that applied it. If it is gone because the branch was rewritten, check the plan, then apply with ${allow('branch')}.`,
  }),
  superseded: ({ last, branch }) => ({
    message: say`A newer commit of ${branch}, ${last}, was already applied. There is nothing left to do here.`,
    hint: [],
  }),
  'other-branch': ({ commit, last, branch }) => ({
    message: say`Commit ${last} was applied last, and it isn't on ${branch}. Applying ${commit} could undo it, so nothing was applied.`,
    hint: say`Merge ${last} into ${branch} and ${RUN_APPLY} again. If ${branch} is right without it, apply the reviewed commit: ${RUN_APPLY} once with ${allow('branch')}.`,
  }),
  'unmerged-target': ({ workspace, variable, baseUrl, appKey, file, known }) => ({
    message: say`${workspace} would send the API key in ${variable} to ${baseUrl} (app_key ${appKey}), ${instead(known)}.`,
    hint:
      known.kind === 'no-origin'
        ? // A commit alone allows nothing: without an origin, there is no reviewed version.
          say`Nothing was sent. If the new address (${baseUrl}) is wrong, correct it in ${file}. If it is right, commit the change first.${inTerminal(' Then use --allow target to send the key there.')}`
        : say`Nothing was sent. If the new address (${baseUrl}) is wrong, correct it in ${file}. If it is right, ${perMedium(publishTarget(known), 'merge the change first')}.${inTerminal(' To send the key to the new address anyway, use --allow target.')}`,
  }),
  'not-applied': ({ isInterrupted, isUnsent, left }) => ({
    message: say`${isInterrupted ? 'The run was interrupted.' : isUnsent ? 'Canceled: nothing was sent.' : 'Canceled.'} ${left === 1 ? '1 change is' : `${left} changes are`} left.`,
    hint: [],
  }),
  'not-a-plan-file': ({ path }) => ({ message: say`${path} isn't a plan file.`, hint: MAKE_PLAN }),
  'plan-file-unreadable': ({ path, fault }) => ({
    message: say`${path} can't be read: ${ended(fileFaultWords(fault).message)}`,
    hint: MAKE_PLAN,
  }),
  'plan-file-not-json': ({ path, said }) => ({
    message: say`${path} can't be read: ${ended(said)}`,
    hint: MAKE_PLAN,
  }),
  'plan-of-other-workspace': ({ path, planned, workspace }) => ({
    message: say`${path} is a plan for ${planned}, not for ${workspace}.`,
    hint: say`Use ${perMedium(`-w ${planned}`, `the input workspace: ${planned}`)}, or create a plan for ${workspace}.`,
  }),
  'offline-plan-file': ({ path }) => ({
    message: say`${path} was planned offline, so it was never compared with the service and can't be applied.`,
    hint: perMedium(
      'Create one without --offline: campaigns plan --out plan.json',
      'Create a plan that is not offline.',
    ),
  }),
};

const FILES_SHOWN = 5;

/** The files that git doesn't track: by name, unless these are all that the sentence before has named. */
function newFiles(untracked: readonly string[], files: readonly string[]): string {
  return untracked.length === files.length ? itOrThem(untracked) : firstFew(untracked, FILES_SHOWN);
}

function itOrThem({ length }: readonly string[]): string {
  return length === 1 ? 'it' : 'them';
}

const READ_ORIGIN = say`Check the network, the address of origin, and the permission to read it, then run this again.`;

const MAKE_PLAN = perMedium(
  'To create one, run: campaigns plan --out plan.json',
  'Create one with the plan command.',
);

/** How the target gets on origin's default branch, with or without pull requests. */
function publishTarget(known: KnownTarget): string {
  return 'branch' in known
    ? `first push the change to ${known.branch} or merge it there`
    : 'first push the change';
}

/** How the target differs from the one on origin's default branch. */
function instead(known: KnownTarget): Phrase {
  switch (known.kind) {
    case 'no-origin':
      return say`and there is no origin to compare this target with`;
    case 'no-default-branch':
      return say`and origin has no default branch to compare this target with`;
    case 'no-such-workspace':
      return say`and ${known.branch} on origin doesn't name this target`;
    case 'other-target': {
      const fields = known.fields.map(([name, value]) => `${name} ${value}`);
      const more = fields.length === 0 ? '' : ` (${fields.join(', ')})`;
      return say`but ${known.branch} on origin sends it to ${known.baseUrl}${more}`;
    }
  }
}
