import { place } from '../../model/diagnostic.ts';
import type { FileRefusal } from '../../model/refusals/file-refusal.ts';
import { nameList } from '../../model/show.ts';
import { capitalized, command, inTerminal, perMedium, say } from '../phrase.ts';
import { fileFaultWords } from '../file-fault-messages.ts';
import { FETCH_REST } from './repository-refusals.ts';
import { ended, type RefusalTable } from './refusal-table.ts';

export const FILE_REFUSALS: RefusalTable<FileRefusal> = {
  'never-applied': ({ key, workspace }) => ({
    message: say`${key} was never applied in ${workspace}, so there is no version to go back to.`,
    hint: perMedium(
      `Name a commit instead: campaigns revert ${key} --to COMMIT`,
      'Choose a commit from the history of its file.',
    ),
  }),
  'key-moved': ({ key, now, workspace, to }) => ({
    message: say`${key} was moved to ${now} in ${workspace}.`,
    hint: say`${perMedium('To restore its file, run: ', 'Use that key.')}${command(`campaigns revert ${now}${to === undefined ? '' : ` --to ${to}`} -w ${workspace}`, '')}`,
  }),
  'adoption-not-applied': () => ({
    message: say`This campaign was adopted, and no apply has recorded it yet.`,
    hint: perMedium('Run campaigns apply first.', 'Run an apply first.'),
  }),
  'no-applied-version': ({ key, workspace, isShallow }) => ({
    message: isShallow
      ? say`This clone has only the newest commits, and none of them has the version of ${key} that was last applied in ${workspace}.`
      : say`No commit has the version of ${key} that was last applied in ${workspace}.`,
    hint: isShallow
      ? FETCH_REST
      : perMedium(
          `Name a commit instead (campaigns log ${key} lists them): campaigns revert ${key} --to COMMIT`,
          'Choose a commit from the history of its file.',
        ),
  }),
  'no-file-then': ({ key, commit }) => ({
    message: say`${key} had no file in commit ${commit}.`,
    hint: say`Choose another commit.${inTerminal(` To list those that were applied, run: campaigns log ${key}`)}`,
  }),
  'version-unreadable': ({ key, commit, problem }) => ({
    message: say`The version of ${key} in commit ${commit} can't be used: ${ended(`${place(problem)} ${problem.message}`)}`,
    hint: say`Choose another commit.`,
  }),
  'file-outside': ({ file, folder }) => ({
    message: say`${file} is not in ${folder}/, so it isn't a campaign file.`,
    hint: say`Move it there, then run this again.`,
  }),
  'file-taken': ({ key, file, by }) => ({
    message: say`The file of ${key} would be ${file}, which now belongs to ${by}.`,
    hint: say`Rename the file of ${by}, then run this again.`,
  }),
  'files-uncommitted': ({ files, todo }) => ({
    message: say`${nameList(files)} ${files.length === 1 ? 'has' : 'have'} uncommitted changes that would be lost.`,
    hint: say`${todo === 'overwrite' ? inTerminal('To discard these changes, use --allow dirty. ') : ''}To keep them, commit them first.`,
  }),
  'files-not-written': ({ file, fault }) => {
    const { message, hint } = fileFaultWords(fault);
    return {
      message: say`${file}: ${ended(message)} No file was changed.`,
      hint: say`${capitalized(ended(hint))} Then run this again.`,
    };
  },
  'file-changed': ({ file }) => ({
    message: say`${file} changed while this command was running, so no files were written.`,
    hint: say`Run this again.`,
  }),
};
