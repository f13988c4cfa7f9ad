import { nearest, nearestNames } from '../../model/nearest.ts';
import { firstFew, nameList } from '../../model/show.ts';
import type { RepositoryRefusal } from '../../model/refusals/repository-refusal.ts';
import { describeMissingRecord } from '../record-messages.ts';
import { alternatives, code, inTerminal, joined, perMedium, say, type Phrase } from '../phrase.ts';
import { ended, type RefusalTable } from './refusal-table.ts';

export const REPOSITORY_REFUSALS: RefusalTable<RepositoryRefusal> = {
  'no-folder': ({ folder }) => ({
    message: say`There is no folder ${folder}.`,
    hint: say`Check ${perMedium('-C', 'the input working-directory, and make sure that an earlier step checks out the repository')}.`,
  }),
  'folder-of-another-user': ({ folder }) => ({
    message: say`git refuses to read ${folder}, because its files belong to another user.`,
    hint: say`If that is intended, as in a job that runs in a container, ${perMedium(`run: git config --global --add safe.directory ${folder}`, "add the folder to git's safe.directory setting in an earlier step.")}`,
  }),
  'no-git': ({ found }) => ({
    message: say`git 2.38 or newer is needed, but ${found === undefined ? 'git was not found' : say`this is git ${found}`}.`,
    hint: perMedium('Install it, or add it to PATH.', 'Add an earlier step that installs it.'),
  }),
  'other-repository': ({ folder }) => ({
    message: say`git takes ${folder}, or a folder around it, for a repository of its own.`,
    hint: say`If files called HEAD, objects and refs were committed there, delete them: the settings next to them could make git run programs. Otherwise, name a folder of ${perMedium("your repository's work tree with -C", "the job's repository, not of a submodule, in the input working-directory")}.`,
  }),
  'no-repository': ({ folder }) => ({
    message: say`${folder} isn't in a git repository.`,
    hint: perMedium(
      'Campaigns are kept in git: run git init, or name the folder of your repository with -C.',
      'Check out the repository in an earlier step, and set the input working-directory to its folder.',
    ),
  }),
  'git-failed': ({ said }) => ({
    message: say`git failed:\n${ended(said.trim().replaceAll(/^/gm, '    '))}`,
    hint: say`Fix what git reports (such as a full disk, a missing permission, or a .lock file that an earlier git command left behind), then run this again.`,
  }),
  'no-configuration': ({ file, elsewhere }) => ({
    message: say`There is no ${file}.`,
    hint:
      elsewhere === undefined
        ? say`It names the services that campaigns are sent to. ${perMedium('Create it with campaigns init.', 'Create it with the init command, and commit it.')}`
        : say`There is ${elsewhere}. ${elsewhere.endsWith('.yml') ? 'Rename' : 'Move'} it to ${file}, and commit that.`,
  }),
  'invalid-configuration': ({ file }) => ({
    message: say`${file} has errors.`,
    hint: say`Correct them, then run this again.`,
  }),
  'invalid-files': ({ todo, noRecord, valid }) => ({
    message: say`Campaign files have errors, so ${WITH_INVALID_FILES[todo]}.`,
    hint: noRecord
      ? describeMissingRecord(noRecord)
      : joined(
          valid
            ? say`${firstFew(valid, NAMED_AT_MOST)} ${valid.length === 1 ? 'has' : 'have'} no errors, but all campaign files of the workspace must be correct, because campaigns are compared with each other.`
            : [],
          valid
            ? say`Correct the files that have errors, then run this again. If a campaign must stop right away, stop or pause it in the service.`
            : say`Correct them, then run this again.`,
        ),
  }),
  'no-workspace-chosen': ({ file, known }) => ({
    message: say`No workspace was chosen.`,
    hint: say`Name one with ${perMedium('-w', 'the input workspace')} (${nameList(known)}), or set ${code('default')} in ${file}.`,
  }),
  'unknown-workspace': ({ file, workspace, known }) => ({
    message: say`There is no workspace ${workspace} in ${file}.`,
    hint: say`${suggested(workspace, known)} If ${workspace} is commented out in the file, uncomment it.`,
  }),
  'unknown-campaign': (unknown) => ({
    message: unknown.isPattern
      ? say`No ${unknown.what} matches ${unknown.name}.`
      : say`There is no ${unknown.what} ${unknown.name}.`,
    hint: keySuggestion(unknown),
  }),
  'not-for-workspace': ({ name, file, workspace }) => ({
    message: say`${name} isn't for ${workspace}: the list of ${code('workspaces')} in ${file} doesn't include it.`,
    hint: say`Name a workspace from that list with ${perMedium('-w', 'the input workspace')}, or add ${workspace} to the list.`,
  }),
  'several-campaigns': ({ name, keys }) => ({
    message: say`${name} matches ${keys.length} campaigns.`,
    hint: say`Name one of them: ${nameList(keys)}.`,
  }),
  'no-campaign-files': ({ folder }) => ({
    message: say`There are no campaign files in ${folder}/.`,
    hint: say`Check ${perMedium('-C, or start with campaigns init', 'the input working-directory, or commit a campaign file')}.`,
  }),
  'all-files-gone': ({ workspace, managed }) => ({
    message: say`There are no campaign files for ${workspace}, but ${managed} ${managed === 1 ? 'campaign is' : 'campaigns are'} managed there.`,
    hint: say`Check that this is the right folder and branch. If the files were deleted on purpose, ${perMedium(`run: campaigns state forget --all -w ${workspace}`, 'ask an engineer to use the state forget command.')}`,
  }),
  'no-author': ({ file, workspace }) => ({
    message: say`git has no author with a usable email address for ${file}.`,
    hint: say`Set ${code('actor')} for ${workspace} in campaigns/workspaces.yaml.`,
  }),
  'no-such-commit': ({ ref, isShallow }) => ({
    message: say`There is no commit ${ref} in this clone${isShallow ? SHALLOW : '.'}`,
    hint: isShallow
      ? FETCH_REST
      : say`Name a branch, a tag or a commit of this clone. For a branch on origin, run ${code('git fetch')} and name it origin/NAME.`,
  }),
  'no-common-commit': ({ ref, isShallow }) => ({
    message: say`${ref} and HEAD have no commit in common in this clone${isShallow ? SHALLOW : '.'}`,
    hint: isShallow ? FETCH_REST : say`Name the branch from which this one was created.`,
  }),
};

const SHALLOW = ', which is shallow: it has only the newest commits.';
/** The next step in a clone that has only the newest commits. */
export const FETCH_REST = perMedium(
  'Run git fetch --unshallow to fetch the rest of the history; in a workflow, set fetch-depth: 0 in the checkout step.',
  'Set fetch-depth: 0 in the checkout step.',
);

/** The name that was probably meant, or all names to choose from. */
export function suggested(name: string, known: readonly string[]): Phrase {
  const near = nearest(name, known);
  return near === undefined ? say`Name one of: ${nameList(known)}.` : say`Did you mean ${near}?`;
}

type UnknownCampaign = Extract<RepositoryRefusal, { code: 'unknown-campaign' }>;

/** How many keys a hint names: a line with more of them is not read. */
const NAMED_AT_MOST = 3;

/** "did you mean …" for campaign keys, otherwise the known keys, if they are few, or where all are listed. */
function keySuggestion({ name, what, known, workspace }: UnknownCampaign): Phrase {
  const near = nearestNames(name, known);
  if (near.length > 0) return say`Did you mean ${alternatives(near)}?`;
  if (known.length > NAMED_AT_MOST)
    return say`Name one of the ${known.length} campaigns, such as ${nameList(known.slice(0, 1))}.${inTerminal(` To list them, run: ${what === 'managed campaign' ? 'campaigns state list' : 'campaigns status'}${workspace === undefined ? '' : ` -w ${workspace}`}`)}`;
  if (known.length > 0) return say`Name one of these: ${nameList(known)}.`;
  return what === 'managed campaign'
    ? say`Nothing has been applied or imported yet.`
    : say`There are none yet. Add a campaign file first.`;
}

const WITH_INVALID_FILES: Readonly<
  Record<Extract<RepositoryRefusal, { code: 'invalid-files' }>['todo'], string>
> = {
  plan: 'nothing was planned',
  status: "they can't be compared with the live campaigns",
  write: 'nothing was changed',
};
