import type { ReplaceRefusal } from '../../model/refusals/replace-refusal.ts';
import { code, listed, say } from '../phrase.ts';
import { ended, type RefusalTable } from './refusal-table.ts';
import { FETCH_REST } from './repository-refusals.ts';

export const REPLACE_REFUSALS: RefusalTable<ReplaceRefusal> = {
  'replace-unmanaged': ({ key, workspace }) => ({
    message: say`${key} isn't bound to a campaign in ${workspace}, so nothing in it is locked.`,
    hint: say`Change its file instead.`,
  }),
  'replace-elsewhere': ({ file, workspace }) => ({
    message: say`${file} isn't for ${workspace}.`,
    hint: say`Name the workspace whose campaign is locked.`,
  }),
  'replace-draft': ({ key, file }) => ({
    message: say`${key} is a draft, and drafts aren't locked.`,
    hint: say`Change ${file} instead.`,
  }),
  'replace-unedited': ({ key, file }) => ({
    message: say`${file} hasn't been edited since the last apply, so there is no edit to move into a copy.`,
    hint: say`Make the edits that you want in the new version of ${key}, then run this again.`,
  }),
  'last-applied-unknown': ({ key, file, workspace }) => ({
    message: say`No commit in this clone has the version of ${file} that was last applied to ${workspace}, so it can't be restored.`,
    hint: say`${FETCH_REST} Then run this again. Or do it manually: copy the file, set a different ${code('basic_details.name')} and ${code('status: DRAFT')} in the copy, and undo the edit to ${key}.`,
  }),
  'copy-not-possible': ({ file }) => ({
    message: say`${file} can't be copied automatically, because its name, its key, its status or the path of a ${code('$file')} isn't a plain value. Nothing was written.`,
    hint: say`Write these values directly in the file, then run this again.`,
  }),
  'edit-not-movable': ({ key, file, snippets }) => ({
    message:
      snippets.length === 0
        ? say`The edit to ${key} can't be moved into a copy: parts of it would be lost, or stay in ${file}. Nothing was written.`
        : say`The edit to ${key} can't be moved into a copy, because it changes ${listed(snippets)}, too. Nothing was written.`,
    hint:
      snippets.length === 0
        ? say`Do it manually: copy the file, set a different ${code('basic_details.name')} and ${code('status: DRAFT')} in the copy, and undo the edit to ${key}.`
        : say`First apply the edit to ${listed(snippets)} alone: undo the other edits to ${key}, commit, and apply. Then make those edits again, and run this again. If the campaign has ended and ${file} is no longer needed, delete it instead.`,
  }),
  'copy-invalid': ({ file, line, isCopy, detail }) => ({
    message: say`Line ${line} of ${file} would not be valid: ${ended(detail)} Nothing was written.`,
    hint: isCopy
      ? say`A new campaign can't have such a value, although the old one may keep it. Correct this in the file that you edited, then run this again.`
      : say`Correct this in the file that you edited, then run this again.`,
  }),
};
