import type { ReplaceRefusal } from '../../model/refusals/replace-refusal.ts';
import { code, say } from '../phrase.ts';
import { ended, type RefusalTable } from './refusal-table.ts';

export const REPLACE_REFUSALS: RefusalTable<ReplaceRefusal> = {
  'replace-unmanaged': ({ key, workspace }) => ({
    message: say`${key} isn't bound to a campaign of ${workspace}, so no lock is in its way.`,
    hint: say`Correct its file instead.`,
  }),
  'replace-elsewhere': ({ file, workspace }) => ({
    message: say`${file} isn't for ${workspace}.`,
    hint: say`Name the workspace whose campaign is locked.`,
  }),
  'replace-draft': ({ key, file }) => ({
    message: say`${key} is a draft, and nothing of a draft is locked.`,
    hint: say`Change ${file} itself.`,
  }),
  'replace-unedited': ({ key, file }) => ({
    message: say`${file} says what was last applied, so there is no edit to move into a copy.`,
    hint: say`Edit the file as you want the new version of ${key} to be, then run this again.`,
  }),
  'last-applied-unknown': ({ key, file, workspace }) => ({
    message: say`No commit here has ${file} as it was last applied to ${workspace}, so it can't be put back.`,
    hint: say`Fetch the whole history, and run this again. Or do it by hand: copy the file under another ${code('basic_details.name')}, and undo the edit of ${key}.`,
  }),
  'copy-not-possible': ({ file }) => ({
    message: say`${file} has its name, its key, its status or a ${code('$file')} where it can't be replaced. Nothing was written.`,
    hint: say`Write these values out in the file, then run this again.`,
  }),
  'copy-invalid': ({ file, detail }) => ({
    message: say`${file} would not be valid: ${ended(detail)} Nothing was written.`,
    hint: say`Correct that in the file that you edited, then run this again.`,
  }),
  'replace-canceled': () => ({
    message: say`Canceled. Nothing was written.`,
    hint: say`To do it after all, run ${code('replace')} again.`,
  }),
};
