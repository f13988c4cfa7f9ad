import type { CampaignId } from '../../model/campaign.ts';
import type { RefusalCause, RefusalParams } from '../../model/reasons.ts';
import { counted, firstFew, nameList } from '../../model/show.ts';
import { keyFaultWords } from '../key-fault-messages.ts';
import { allow, code, joined, option, run, say, type Message } from '../phrase.ts';
import { restoreRecord } from '../record-messages.ts';
import {
  nameAdvice,
  NO_REPOSITORY,
  optionAdvice,
  optionFault,
  outputPathFault,
  planFileFault,
  READ_ORIGIN,
} from './refusal-words.ts';
import { REMOTE_REFUSALS, renameOthers } from './remote-refusals.ts';
import { ended, messageFor, messageOnGitHub, messageText, type Catalog } from './row.ts';

const [workspace, key, file] = ['production', 'promo/black-friday', 'campaigns/promo/black-friday.yaml'];
const [commit, last, branch] = ['1a2b3c4', '5d6e7f8', 'main'];
const campaignId = '65f1c0ffee65f1c0ffee0001' as CampaignId;

/** Why a command ended early, and what to do. */
export const REFUSALS: Catalog<RefusalParams> = {
  'bad-option': {
    says: optionFault,
    todo: optionAdvice,
    example: { option: '--max-wait', value: 'soon', why: 'form', form: 'duration' },
  },
  'unknown-name': {
    says: ({ what, name, where }) =>
      what === 'common commit'
        ? say`This branch and ${name} have no commit in common in this clone.`
        : say`There is no ${what} ${name}${where === undefined ? '' : ` in ${where}`}.`,
    todo: nameAdvice,
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
    says: ({ key, fault }) => say`${key} can't be a key: ${ended(keyFaultWords(fault))}`,
    todo: () => say`Choose another key, such as ${code('promo/black-friday')}.`,
    example: { key: 'Promo', fault: { code: 'wrong-characters', segment: 'Promo' } },
  },
  'key-taken': {
    says: ({ name, by }) => say`${name} is already used by ${by}, so nothing was changed.`,
    todo: () =>
      say`Choose another one, or leave it out. To list what is managed, ${run('campaigns state list', 'ask an engineer to use the state list command')}.`,
    example: { name: key, by: campaignId },
  },
  'no-repository': {
    says: ({ why, ...place }) => NO_REPOSITORY[why](place).says,
    todo: ({ why, ...place }) => NO_REPOSITORY[why](place).todo,
    example: { why: 'no-repository', folder: '/work/shop' },
  },
  'git-failed': {
    says: ({ said }) => say`git failed:\n${ended(said.trim().replaceAll(/^/gm, '    '))}`,
    todo: () =>
      say`Fix what git reports (such as a full disk, a missing permission, or a .lock file of an earlier git command), then run this again.`,
    example: { said: 'fatal: unable to write new index file' },
  },
  'no-configuration': {
    says: ({ file }) => say`There is no ${file}, which names the services that campaigns are sent to.`,
    todo: () => say`To create it, ${run('campaigns init', 'ask an engineer to use the init command')}.`,
    example: { file: 'campaigns/workspaces.yaml' },
  },
  'invalid-files': {
    says: ({ said }) =>
      say`Files have errors, so nothing was planned or changed${said === undefined ? '' : `: ${said}`}.`,
    todo: ({ noRecord }) =>
      joined(
        say`Correct them, then run this again.`,
        noRecord
          ? say`No record of ${noRecord.workspace} was found. If the service already has these campaigns, restore it first. ${restoreRecord(noRecord.workspace, noRecord.hasOrigin)}`
          : [],
      ),
    example: {},
  },
  'no-files': {
    says: ({ folder, managed }) =>
      say`There are no campaign files in ${folder}/${managed > 0 ? `, although the record has ${counted(managed, 'campaign')}` : ''}.`,
    todo: ({ workspace, managed }) =>
      say`Check the folder (${option('-C', 'working-directory')}) and the branch. ${
        managed > 0
          ? say`If the files were deleted on purpose, ${run(`campaigns state forget --all -w ${workspace ?? 'NAME'}`, 'ask an engineer to use the state forget command')}.`
          : say`To start with examples, ${run('campaigns init', 'ask an engineer to use the init command')}.`
      }`,
    example: { folder: 'campaigns', workspace, managed: 14 },
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
    says: ({ why, commit, branch }) =>
      why === 'not-fetched'
        ? say`git could not fetch ${branch ?? 'the default branch'} from origin, so nothing was sent.`
        : say`Commit ${commit} isn't on ${branch ?? 'a default branch'} on origin.`,
    todo: ({ why, branch }) =>
      why === 'not-fetched'
        ? READ_ORIGIN
        : say`Push it to ${branch ?? 'origin'} or merge it there, then pull. To apply it anyway, use ${allow('branch')}.`,
    example: { why: 'not-on-branch', commit, branch },
  },
  'older-commit': {
    says: ({ why, commit, last }) =>
      say`Commit ${commit} is ${why === 'gone' ? 'not known to be newer' : 'older'} than ${last}, which was already applied. Applying it could undo newer work.`,
    todo: ({ why, last }) =>
      why === 'gone'
        ? say`Push ${last} from the clone that applied it. If it is gone, check the plan, then use ${allow('branch')}.`
        : say`Check out the newest commit. To go back on purpose, commit a revert.`,
    example: { why: 'older', commit, last },
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
    todo: ({ confusedWith }) => renameOthers(confusedWith) ?? READ_ORIGIN,
    example: { said: 'fatal: could not resolve host: example.com' },
  },
  'target-not-merged': {
    says: ({ workspace, variable, baseUrl, appKey, instead }) =>
      say`${workspace} would send the API key in ${variable} to ${baseUrl} (app_key ${appKey}), but the default branch of origin ${instead === null ? "doesn't name this target" : `says ${instead}`}. Nothing was sent.`,
    todo: ({ file }) =>
      say`If this target is wrong, correct it in ${file}. If it is right, merge the change first${option(', or use --allow target')}.`,
    example: {
      ...{ workspace, variable: 'CAMPAIGNS_API_KEY', baseUrl: 'https://elsewhere.example.com/' },
      ...{ appKey: 'SHOP', file: 'campaigns/workspaces.yaml', instead: 'https://api.example.com/' },
    },
  },
  'plan-file-unusable': {
    says: (fault) => say`${fault.path} can't be applied: ${planFileFault(fault)}`,
    todo: () => say`To create a plan file, ${run('campaigns plan --out plan.json', 'use the plan command')}.`,
    example: { path: 'plan.json', why: 'other-workspace', planned: 'staging' },
  },
  'output-path-refused': {
    says: (fault) => say`The plan can't be written to ${fault.path}: ${outputPathFault(fault)}`,
    todo: ({ option }) => say`Choose another path, such as plan.${option === '--out' ? 'json' : 'html'}.`,
    example: { option: '--out', path: 'campaigns/welcome.yaml', why: 'tracked' },
  },
  'output-not-written': {
    says: ({ said }) => say`Could not write to standard output: ${ended(said)}`,
    todo: () => say`Check where the output goes, then run this again.`,
    example: { said: 'write ENOSPC' },
  },
  canceled: {
    says: ({ why, left }) =>
      say`${why === 'signal' ? 'Interrupted' : 'Canceled'}. ${left === undefined ? 'Nothing was changed' : `Left to do: ${counted(left, 'change')}`}.`,
    todo: () => say`To continue, run this again.`,
    example: { why: 'answer', left: 2 },
  },
  ...REMOTE_REFUSALS,
};

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

const FILES_SHOWN = 5;
