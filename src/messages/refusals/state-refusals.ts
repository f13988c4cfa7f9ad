import type { PendingRefusal, RecordFailure, StateProblem } from '../../model/refusals/state-refusal.ts';
import { nameList } from '../../model/show.ts';
import { command, inTerminal, perMedium, say, type Phrase } from '../phrase.ts';
import { AFTER_COMMAND, RUN_AGAIN } from '../advice.ts';
import { stateFileWords } from '../state-file-messages.ts';
import { ended, renameOthers, type RefusalMessage, type RefusalTable } from './refusal-table.ts';

export const STATE_PROBLEMS: RefusalTable<StateProblem> = {
  'state-diverged': ({ branch }) => ({
    message: say`The branch ${branch} has different histories in this clone and on origin, and they can't be combined.`,
    hint: say`The history on origin takes precedence. ${perMedium(`Rename the branch in this clone (git branch -m ${branch} kept-state)`, 'Ask an engineer to rename the branch in the clone that the runner uses')}, then run this again.`,
  }),
  'state-unreachable': ({ branch, said }) => ({
    message: say`git could not read ${branch} from origin: ${ended(said ?? 'origin lists its newest commit, but does not send it')}`,
    hint: say`Check the network, the address of origin, and the permission to read it, then run this again.`,
  }),
  'state-unreadable': ({ branch, path, fault }) => ({
    message: say`${path} on ${branch} can't be read: ${ended(stateFileWords(fault))}`,
    hint: perMedium(
      `Inspect it with git show ${branch}:${path}. Then restore the last good version with git revert, and push.`,
      'Ask an engineer to inspect this file on the branch, and to restore its last good version.',
    ),
  }),
  'state-without-files': ({ branch }) => ({
    message: say`git finds no files on ${branch}.`,
    hint: perMedium(
      `Inspect it with git log ${branch}. Then restore the last good version with git revert, and push.`,
      'Ask an engineer to inspect the branch, and to restore its last good version.',
    ),
  }),
  'state-without-target': ({ branch }) => ({
    message: say`The branch ${branch} has no target.json. Either the branch serves another purpose, or the file was lost.`,
    hint: say`If the branch serves another purpose, rename it. If the file was lost, ${perMedium('use git revert to restore the last version that has it, and push.', 'ask an engineer to restore the last version of the branch that has it.')}`,
  }),
  'state-newer': ({ branch, path, format }) => ({
    message: say`${path} on ${branch} was written by a newer version of campaign-reconciler, in the format ${format}. Nothing was changed.`,
    hint: say`Upgrade campaign-reconciler.`,
  }),
  'state-other-target': ({ workspace, recorded, now }) => ({
    message: say`${workspace} points to ${now.host} (${now.appKey}), but its campaigns were recorded at ${recorded.host} (${recorded.appKey}).`,
    hint: say`Restore the old base_url and app_key, or give the new target its own workspace name. To move the workspace there for good, ${perMedium('run: ', '')}${command(`campaigns state target -w ${workspace}`, 'ask an engineer to use the state target command')}${AFTER_COMMAND}`,
  }),
  'state-other-folder': ({ workspace, recorded, now }) => ({
    message: say`The workspace ${workspace} belongs to the campaign folder ${recorded}/, but this campaign folder is ${now}/. Two folders can't share a workspace name.`,
    hint: say`Give the workspace another name in one of the two workspaces.yaml files. To move the record to this folder for good, ${perMedium('run: ', '')}${command(`campaigns state target -w ${workspace}`, 'ask an engineer to use the state target command')}${AFTER_COMMAND}`,
  }),
};

export const RECORD_FAILURES: RefusalTable<RecordFailure> = {
  'state-moved': ({ branch }) => ({
    message: say`Another run updated ${branch} first.`,
    hint: ONCE_MORE,
  }),
  'state-not-pushed': ({ branch, said, confusedWith }) => ({
    message: say`The branch ${branch} could not be pushed to origin: ${ended(said)}`,
    hint: confusedWith.length === 0 ? ONCE_MORE : renameOthers(confusedWith),
  }),
  'state-not-written': ({ branch, said }) => ({
    message: say`The branch ${branch} could not be written in this clone: ${ended(said)}`,
    hint: say`Fix what git reports, then run this again.`,
  }),
  'campaign-busy': ({ key }) => ({
    message: say`Another run is changing ${key}, or has just changed it.`,
    hint: ONCE_MORE,
  }),
  'recorded-otherwise': ({ keys, ref }) => ({
    message: say`Another run recorded a different result for ${nameList(keys)} first.${inTerminal(` The result of this run is kept in this clone (git log -p ${ref} shows it).`)}`,
    hint: ONCE_MORE,
  }),
};

export const PENDING_REFUSALS: RefusalTable<PendingRefusal> = {
  'pending-not-pushed': ({ failure }) => ({
    message: describeFailure(failure.code, failure).message,
    hint: say`The record of an earlier run is only in this clone. Run this again when origin accepts pushes.`,
  }),
};

const ONCE_MORE: Phrase = say`${RUN_AGAIN}.`;

function describeFailure<Code extends RecordFailure['code']>(
  code: Code,
  failure: Extract<RecordFailure, { code: Code }>,
): RefusalMessage {
  return RECORD_FAILURES[code](failure);
}
