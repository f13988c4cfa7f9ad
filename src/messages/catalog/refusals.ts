import type { CampaignId } from '../../model/campaign.ts';
import { nearestNames } from '../../model/nearest.ts';
import type { OptionForm, OutputPathFault, RefusalCause, RefusalParams } from '../../model/reasons.ts';
import { counted, firstFew, nameList } from '../../model/show.ts';
import { allow, code, listed, option, run, say, type Message, type Phrase } from '../phrase.ts';
import { REMOTE_REFUSALS } from './remote-refusals.ts';
import { ended, messageFor, messageOnGitHub, messageText, type Catalog } from './row.ts';

const [workspace, key, file] = ['production', 'promo/black-friday', 'campaigns/promo/black-friday.yaml'];
const [commit, last, branch] = ['1a2b3c4', '5d6e7f8', 'main'];
const campaignId = '65f1c0ffee65f1c0ffee0001' as CampaignId;

/** Why a command ended early, and what to do. */
export const REFUSALS: Catalog<RefusalParams> = {
  'bad-option': {
    says: (fault) => optionFault(fault)[0],
    todo: (fault) => optionFault(fault)[1],
    example: { option: '--max-wait', value: 'soon', why: 'form', form: 'duration' },
  },
  'unknown-name': {
    says: ({ what, name, where }) =>
      say`There is no ${what} ${name}${where === undefined ? '' : ` in ${where}`}.`,
    todo: ({ name, known }) => suggested(name, known),
    example: { what: 'campaign', name: 'promo/red-friday', known: [key], where: workspace },
  },
  'several-campaigns': {
    says: ({ name, keys }) => say`${name} matches ${keys.length} campaigns.`,
    todo: ({ keys }) => say`Name one of them: ${nameList(keys)}.`,
    example: { name: 'promo', keys: [key, 'promo/sale'] },
  },
  'no-workspace-chosen': {
    says: () => say`No workspace was chosen.`,
    todo: ({ file, known }) =>
      say`Name one with ${option('-w', 'workspace')} (${nameList(known)}), or set ${code('default')} in ${file}.`,
    example: { file: 'campaigns/workspaces.yaml', known: ['staging', workspace] },
  },
  'invalid-key': {
    says: ({ key }) => say`${key} can't be a key.`,
    todo: () => say`Use ${FORMS.key}.`,
    example: { key: 'Promo' },
  },
  'key-taken': {
    says: ({ name, by }) => say`${name} is already used by ${by}, so nothing was changed.`,
    todo: () => say`Choose another one. To list what is managed, ${run('campaigns state list')}.`,
    example: { name: key, by: campaignId },
  },
  'no-repository': {
    says: ({ folder, why }) => say`${folder} ${NO_REPOSITORY[why]}.`,
    todo: () =>
      say`Check ${option('-C', 'working-directory')} and git itself (2.38 or newer). To start a repository, ${run('git init', 'check it out in an earlier step')}.`,
    example: { why: 'no-repository', folder: '/work/shop' },
  },
  'git-failed': {
    says: ({ said }) => say`git failed:\n${ended(said.trim().replaceAll(/^/gm, '    '))}`,
    todo: () => say`Fix what git reports, then run this again.`,
    example: { said: 'fatal: unable to write new index file' },
  },
  'no-configuration': {
    says: ({ file }) => say`There is no ${file}, which names the services that campaigns are sent to.`,
    todo: () => say`To create it, ${run('campaigns init')}.`,
    example: { file: 'campaigns/workspaces.yaml' },
  },
  'invalid-files': {
    says: ({ said }) =>
      say`Files have errors, so nothing was planned or changed${said === undefined ? '' : `: ${said}`}.`,
    todo: () => say`Correct them, then run this again.`,
    example: {},
  },
  'no-files': {
    says: ({ folder, managed }) =>
      say`There are no campaign files in ${folder}/${managed > 0 ? `, although the record has ${counted(managed, 'campaign')}` : ''}.`,
    todo: () =>
      say`Check the folder (${option('-C', 'working-directory')}) and the branch. If the files were deleted on purpose, ${run('campaigns state forget --all')}.`,
    example: { folder: 'campaigns', managed: 14 },
  },
  'no-author': {
    says: ({ file }) => say`git has no author with a usable email address for ${file}.`,
    todo: ({ workspace }) => say`Set ${code('actor')} for ${workspace} in campaigns/workspaces.yaml.`,
    example: { file, workspace },
  },
  uncommitted: {
    says: ({ files }) =>
      say`Some files have changes that are not committed: ${firstFew(files, FILES_SHOWN)}.`,
    todo: ({ dirty }) =>
      say`Commit them with git first${dirty === undefined ? '' : option(`, or use --allow dirty, which ${dirty} them`)}.`,
    example: { files: [file], dirty: 'applies' },
  },
  'wrong-commit': {
    says: ({ commit, branch }) => say`Commit ${commit} isn't on ${branch ?? 'a default branch'} on origin.`,
    todo: ({ branch }) =>
      say`Push it to ${branch ?? 'origin'} or merge it there, then pull. To apply it anyway, use ${allow('branch')}.`,
    example: { commit, branch },
  },
  'older-commit': {
    says: ({ commit, last }) =>
      say`Commit ${commit} isn't newer than ${last}, which was already applied. Applying it could undo newer work.`,
    todo: ({ last }) =>
      say`Check out the newest commit. To go back on purpose, commit a revert. If ${last} was lost, check the plan, then use ${allow('branch')}.`,
    example: { commit, last },
  },
  superseded: {
    says: ({ last, branch }) => say`A newer commit of ${branch}, ${last}, was already applied.`,
    todo: () => say`There is nothing left to do here.`,
    example: { last, branch },
  },
  'other-branch': {
    says: ({ commit, last, branch }) =>
      say`Commit ${last} was applied last, and it isn't on ${branch}. Applying ${commit} could undo it, so nothing was applied.`,
    todo: ({ last, branch }) =>
      say`Merge ${last} into ${branch} and apply again. If ${branch} is right without it, apply once with ${allow('branch')}.`,
    example: { commit, last, branch },
  },
  'origin-unreachable': {
    says: ({ said }) =>
      say`git could not read or write what this needs, so nothing more was sent: ${ended(said ?? 'origin does not send its newest commit')}`,
    todo: () =>
      say`Check the network, the address of origin, and the permissions there and in the folder .git, then run this again.`,
    example: { said: 'fatal: could not resolve host: example.com' },
  },
  'target-not-merged': {
    says: ({ workspace, variable, baseUrl, appKey }) =>
      say`${workspace} would send the API key in ${variable} to ${baseUrl} (app_key ${appKey}), but the default branch of origin doesn't name this target. Nothing was sent.`,
    todo: ({ file }) =>
      say`If this target is wrong, correct it in ${file}. If it is right, merge the change first${option(', or use --allow target')}.`,
    example: {
      ...{ workspace, variable: 'CAMPAIGNS_API_KEY', baseUrl: 'https://elsewhere.example.com/' },
      ...{ appKey: 'SHOP', file: 'campaigns/workspaces.yaml' },
    },
  },
  'plan-file-unusable': {
    says: (fault) => say`${fault.path} can't be applied: ${planFileFault(fault)}`,
    todo: () => say`To create a plan file, ${run('campaigns plan --out plan.json', 'use the plan command')}.`,
    example: { path: 'plan.json', why: 'other-workspace', planned: 'staging' },
  },
  'output-path-refused': {
    says: ({ path, why, said }) =>
      say`The plan can't be written to ${path}: ${ended(said ?? OUTPUT_PATHS[why])}`,
    todo: ({ option }) => say`Choose another path, such as plan.${option === '--out' ? 'json' : 'html'}.`,
    example: { option: '--out', path: 'campaigns/welcome.yaml', why: 'tracked' },
  },
  'output-not-written': {
    says: ({ said }) => say`Could not write to standard output: ${ended(said)}`,
    todo: () => say`Check where the output goes, then run this again.`,
    example: { said: 'write ENOSPC' },
  },
  canceled: {
    says: ({ left }) =>
      say`Canceled. ${left === undefined ? 'Nothing was changed' : `Left to do: ${counted(left, 'change')}`}.`,
    todo: () => say`To continue, run this again.`,
    example: { left: 2 },
  },
  ...REMOTE_REFUSALS,
};

const FILES_SHOWN = 5;

/** How many names a hint has: a line with more of them is not read. */
const NAMED_AT_MOST = 3;

const FORMS: Readonly<Record<OptionForm, string>> = {
  duration: 'a duration such as 90s, 10m or 2h',
  milliseconds: 'a whole number from 1 to 9999999 (the default is 30000)',
  secret: 'at least 32 random characters, the same for plan and apply',
  note: 'at most 2,000 characters, for example a link to a page',
  workspace: 'at most 40 lowercase letters, digits and hyphens (init adds "local" by itself)',
  key: 'lowercase letters, digits, ".", "_" and "-", with "/" between segments, such as promo/black-friday',
};

const NO_REPOSITORY: Readonly<Record<RefusalParams['no-repository']['why'], string>> = {
  'no-folder': "doesn't exist",
  'no-git': 'was not read, because git 2.38 or newer was not found',
  'other-repository': 'is in a repository of its own, whose settings could make git run programs',
  'no-repository': "isn't in a git repository",
  'another-user': "belongs to another user, so git doesn't read it without the setting safe.directory",
};

const OUTPUT_PATHS: Readonly<Record<OutputPathFault, string>> = {
  campaign: 'it is a YAML file in the campaign folder',
  git: 'git keeps the repository there',
  tracked: 'git tracks this file',
  failed: 'the system refused it',
};

function optionFault({
  option,
  value = '',
  ...fault
}: Readonly<RefusalParams['bad-option']>): readonly [Phrase, Phrase] {
  const given = code(`${option} ${value}`.trim());
  switch (fault.why) {
    case 'choices':
      return [say`${given} isn't valid.`, suggested(value, fault.values)];
    case 'form':
      return [say`${given} isn't valid.`, say`Use ${FORMS[fault.form]}.`];
    case 'said':
      return [say`${given} can't be used: ${ended(fault.said)}`, say`Correct it, then run this again.`];
    case 'together':
      return [say`${given} can't be used together with ${fault.other}.`, say`Use one or the other.`];
    case 'needs':
      return [say`${given} only works with ${fault.other}.`, say`Add that, or leave out ${code(option)}.`];
    case 'missing':
      return [say`${given} is missing.`, say`Add it, then run this again.`];
    case 'unconfirmed':
      return [say`This needs confirmation, and there is no terminal.`, say`To confirm, add ${code(option)}.`];
  }
}

/** The names that were probably meant, otherwise the known names, if they are few. */
function suggested(name: string, known: readonly string[]): Phrase {
  const near = nearestNames(name, known);
  if (near.length > 0) return say`Did you mean ${listed(near, 'or')}?`;
  if (known.length === 0)
    return say`Check the spelling, for which workspaces its file is, and that the clone is complete.`;
  return say`Use one of these: ${firstFew(known, NAMED_AT_MOST)}.`;
}

function planFileFault(fault: Readonly<RefusalParams['plan-file-unusable']>): Phrase {
  switch (fault.why) {
    case 'not-a-plan':
      return say`it isn't a plan file.`;
    case 'offline':
      return say`it was planned offline, so it was never compared with the service.`;
    case 'other-workspace':
      return say`it is a plan for ${fault.planned}.`;
  }
}

/** Why a command ended early, and what to do. */
export function describeRefusal(cause: RefusalCause): Message {
  return messageFor(REFUSALS, cause.code, cause);
}

export function refusalText(cause: RefusalCause): string {
  return messageText(describeRefusal(cause));
}

export function refusalOnGitHub(cause: RefusalCause): string {
  return messageOnGitHub(describeRefusal(cause));
}
