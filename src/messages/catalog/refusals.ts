import type { LeaseRecord, OptionFaultParams, OptionForm, RefusalParams } from '../../model/reasons.ts';
import type { Live } from '../../model/campaign.ts';
import { nearestNames } from '../../model/nearest.ts';
import { counted, firstFew, nameList, utcFrom } from '../../model/show.ts';
import { RECIPIENTS_AT_MOST } from '../../model/test-send.ts';
import { isOnThisMachine } from '../../model/workspace.ts';
import { adoptCampaign } from '../advice.ts';
import { componentList } from '../field-names.ts';
import {
  allow,
  capitalized,
  code,
  joined,
  listed,
  option,
  run,
  say,
  type Part,
  type Phrase,
} from '../phrase.ts';
import { complaintList, describeProblem, fileFaultWords } from './faults.ts';
import { ended, inWords, row, saidFor, type Catalog } from './row.ts';

/** Why a command ended early, and what to do. */
export const REFUSALS: Catalog<RefusalParams> = {
  'bad-option': ({ value = '', ...fault }) =>
    saidFor(OPTION_FAULTS, { ...fault, value, given: code(`${fault.option} ${value}`.trim()) }, 'why'),
  'unknown-name': ({ what, name, where, known }) =>
    row`There is no ${what} ${name}${where === undefined ? '' : ` in ${where}`}. — ${suggested(name, known)}`,
  'several-campaigns': ({ name, keys }) =>
    row`${name} matches ${keys.length} campaigns. — Name one of them: ${nameList(keys)}.`,
  'no-workspace-chosen': ({ file, known }) =>
    row`No workspace was chosen. — Name one with ${option('-w', 'workspace')} (${nameList(known)}), or set ${code('default')} in ${file}.`,
  'key-taken': ({ name, by }) =>
    row`${name} is already used by ${by}, so nothing was changed. — Choose another one. To list what is managed, ${run('campaigns state list')}.`,
  'no-repository': ({ folder, why }) =>
    row`${folder} can't be used as a git repository (${inWords(why)}). — Check ${option('-C', 'working-directory')} and git itself (2.38 or newer). To start a repository, ${run('git init', 'check it out in an earlier step')}.`,
  'git-failed': ({ said }) =>
    row`git failed:\n${ended(said.trim().replaceAll(/^/gm, '    '))} — Fix what git reports, then run this again.`,
  'no-configuration': ({ file }) =>
    row`There is no ${file}, which names the services that campaigns are sent to. — To create it, ${run('campaigns init')}.`,
  'invalid-files': ({ said }) =>
    row`Files have errors, so nothing was planned or changed${said === undefined ? '' : `: ${said}`}. — Correct them, then run this again.`,
  'no-files': ({ folder, managed }) => row`
    There are no campaign files in ${folder}/${managed > 0 ? `, although the record has ${counted(managed, 'campaign')}` : ''}.
    — Check the folder (${option('-C', 'working-directory')}) and the branch. If the files were deleted on purpose, ${run('campaigns state forget --all')}.`,
  'no-author': ({ file, workspace }) =>
    row`git has no author with a usable email address for ${file}. — Set ${code('actor')} for ${workspace} in campaigns/workspaces.yaml.`,
  uncommitted: ({ files, dirty }) =>
    row`Some files have changes that are not committed: ${firstFew(files, FILES_SHOWN)}. — Commit them with git first${dirty === undefined ? '' : option(`, or use --allow dirty, which ${dirty} them`)}.`,
  'wrong-commit': ({ commit, branch }) =>
    row`Commit ${commit} isn't on ${branch ?? 'a default branch'} on origin. — Push it to ${branch ?? 'origin'} or merge it there, then pull. To apply it anyway, use ${allow('branch')}.`,
  'older-commit': ({ commit, last }) => row`
    Commit ${commit} isn't newer than ${last}, which was already applied. Applying it could undo newer work.
    — Check out the newest commit. To go back on purpose, commit a revert. If ${last} was lost, check the plan, then use ${allow('branch')}.`,
  superseded: ({ last, branch }) =>
    row`A newer commit of ${branch}, ${last}, was already applied. — There is nothing left to do here.`,
  'other-branch': ({ commit, last, branch }) =>
    row`Commit ${last} was applied last, and it isn't on ${branch}. Applying ${commit} could undo it, so nothing was applied. — Merge ${last} into ${branch} and apply again. If ${branch} is right without it, apply once with ${allow('branch')}.`,
  'origin-unreachable': ({ said }) => row`
    git could not read or write what this needs, so nothing more was sent: ${ended(said ?? 'origin does not send its newest commit')}
    — Check the network, the address of origin, and the permissions there and in the folder .git, then run this again.`,
  'target-not-merged': ({ workspace, variable, baseUrl, appKey, file }) => row`
    ${workspace} would send the API key in ${variable} to ${baseUrl} (app_key ${appKey}), but the default branch of origin doesn't name this target. Nothing was sent.
    — If this target is wrong, correct it in ${file}. If it is right, merge the change first${option(', or use --allow target')}.`,
  'plan-file-unusable': (fault) =>
    row`${fault.path} can't be applied (${inWords(fault.why)}${'planned' in fault ? `: ${fault.planned}` : ''}). — To create a plan file, ${run('campaigns plan --out plan.json', 'use the plan command')}.`,
  'output-path-refused': ({ path, said = 'it is a file of the repository' }) =>
    row`${path} can't be written: ${ended(said)} — Check where this leads, or choose another path.`,
  canceled: ({ left }) =>
    row`Canceled. ${left === undefined ? 'Nothing was changed' : `Left to do: ${counted(left, 'change')}`}. — To continue, run this again.`,
  'no-api-key': ({ workspace, publish, variable }) =>
    row`There is no API key for ${publish ? 'publishing in ' : ''}${workspace}. — Set ${option(`the environment variable ${variable}`, 'api-key from a secret of this repository')}.`,
  'credential-refused': ({ workspace, problem, variable }) =>
    row`${joined(say`The service refused the API key of ${workspace}.`, describeProblem(problem))} — Check the API key in ${option(variable, 'api-key')}, and the app_key of ${workspace} in workspaces.yaml.`,
  'wrong-address': ({ baseUrl, problem, workspace, place }) =>
    row`${joined(say`${baseUrl} isn't the campaign service.`, describeProblem(problem))} — Correct the base_url of ${workspace}${place ? say` (${{ kind: 'place', place }})` : ''}, then run this again.`,
  'service-unreachable': ({ problem, workspace, baseUrl }) => row`
    ${joined(say`The campaign service could not be reached.`, describeProblem(problem))}
    — ${problem.code === 'proxy' ? 'After that, run this again.' : `Check the base_url of ${workspace} (${baseUrl}), then run this again.`}${isOnThisMachine({ baseUrl }) ? say` To start the local service, ${run('campaigns serve')}.` : ''}`,
  'campaign-unreadable': ({ campaignId, workspace, problem }) => row`
    ${joined(say`${campaignId === undefined ? 'The campaigns' : `Campaign ${campaignId}`} in ${workspace} could not be read.`, describeProblem(problem))}
    — Run this again. If it fails again, check the ID, and in the service the campaign and the access of the API key.`,
  'request-refused': ({ problem, place }) =>
    row`${describeProblem(problem)} — ${place ? say`Correct ${{ kind: 'place', place }}` : say`Correct what it names`}, then run this again.`,
  'not-manageable': ({ campaignId, why }) =>
    row`${campaignId} can't be managed from this file: ${NOT_MANAGEABLE[why]}. — Choose another campaign, and edit this one in the service.`,
  'state-unusable': ({ branch, path, fault, said }) =>
    row`${path} on ${branch} can't be used: ${inWords(fault)} (${said}). — Restore its last good version with git revert, and push. To inspect it, ${run(`git show ${branch}:${path}`, 'ask an engineer to look at the branch')}.`,
  'state-newer': ({ where }) =>
    row`${where} was written by a newer version of campaign-reconciler. Nothing was changed. — Upgrade campaign-reconciler.`,
  'no-state-branch': ({ branch, known }) =>
    row`There is no branch ${branch}, neither in this clone nor on origin, so nothing can be said about its changes. — ${suggested(branch.replace(/^.*\//, ''), known)}`,
  'record-cut': ({ branch }) => row`
    This clone has only the newest commits of ${branch}, so what is missing in it can't be told from what was never recorded.
    — To get all of it, ${run(`git fetch --unshallow origin ${branch}`, 'check out the whole history')}. Then run this again.`,
  'state-other-target': ({ workspace, recorded, now }) =>
    row`${workspace} is now ${now}, but its campaigns were recorded for ${recorded}. — Restore the old setting, or give the new target another workspace name. To move the workspace for good, ${run(`campaigns state target -w ${workspace}`)}.`,
  'state-diverged': ({ branch, kept }) => row`
    ${branch} has two different histories, and they can't be combined.
    — ${kept === null ? say`Rename ${code(branch)} in this clone: the history on origin takes precedence. Then run this again.` : say`Run this again. What this run recorded is kept in this clone as ${code(kept)}.`}`,
  'not-recorded': ({ branch, said }) =>
    row`The record on ${branch} could not be updated: ${ended(said ?? 'another run updated it first')} — If git refused this, allow pushes to ${code('campaigns-state/**')}. Then run this again.`,
  'work-open': ({ key, workspace, found }) =>
    found.length === 0
      ? row`Another run changed ${key}, or is changing it, and the result isn't known yet. — To find out, ${run(`campaigns apply -w ${workspace}`, 'run the apply workflow')}.`
      : row`
        An earlier run may have created ${key}: ${nameList(found.map(({ id, status }) => `${id} (${status})`).sort())}.
        — Rename those that aren't it in the service, then run this again. If one is this campaign, ${adoptCampaign(found.length === 1 ? (found[0]?.id ?? 'ID') : 'ID', { key, workspace })}.`,
  'lease-held': ({ workspace, holder }) =>
    row`Another run is applying to ${workspace}${holder === undefined ? '' : say`: ${runOf(holder)}`}. — Run this again when it has ended. If it was killed, ${run(`campaigns state release -w ${workspace}`)}.`,
  'lease-lost': ({ workspace, said }) =>
    row`This run lost the workspace ${workspace}: ${ended(said ?? 'it was released, or taken over by another run')} — Run this again when no other run is active.`,
  'not-written': ({ fault }) =>
    row`${ended(fileFaultWords(fault)[0])} Nothing was written. — ${capitalized(ended(fileFaultWords(fault)[1]))}${fault.why === 'changed' ? '' : ' Then run this again.'}`,
  'nothing-to-restore': ({ key, why }) =>
    row`There is no version of ${key} to restore (${inWords(why)}). — Name another commit or key. To list what was applied, ${run(`campaigns log ${key}`, 'open the history of the file')}.`,
  'cannot-replace': ({ key, why, file }) => row`
    The edit of ${key} can't be moved into a copy (${inWords(why)}). Nothing was written.
    — Edit ${file} directly. If it is locked, copy it by hand with ${code('status: DRAFT')} and another name, undo the edit, and end the old campaign before you publish the copy.`,
  'event-unusable': ({ why, said }) => row`
    The event of this workflow run can't be used (${inWords(why)}${said === undefined ? '' : `: ${said}`}). Nothing was sent.
    — Run plan on pull_request, apply on push to a branch, drift on schedule, and test-send on pull_request when it is labeled, with ${code('github-token')}; elsewhere, use the command line.`,
  'not-merged': ({ pull }) =>
    row`#${pull} isn't merged, so there is nothing to apply. — Run apply on push to the base branch. On pull_request, use ${code('command: plan')}.`,
  'test-refused': ({ status, serviceCode, complaints, more }) =>
    row`The service refused the test (${status} ${serviceCode}), so nothing was sent: ${complaintList(complaints, more)} — Correct the file or the recipients, then send it again.`,
  'test-unclear': ({ problem }) =>
    row`${joined(describeProblem(problem), say`So it isn't known whether the test messages were sent.`)} — Ask the recipients first. Send the test again only if nothing arrived.`,
  'test-limited': () =>
    row`The service refused the test because there were too many requests, so nothing was sent. — Wait a few minutes, then send it again.`,
  incomplete: ({ key, lacks }) =>
    row`${key} can't be shown or tested, because it lacks ${componentList(lacks)}. — Add that to its file, then run this again.`,
  'no-test-recipients': ({ workspace, channel }) =>
    row`Nobody gets test messages of ${channel} campaigns in ${workspace}. — On the base branch, add recipients to ${code('test_recipients')} in campaigns/workspaces.yaml.`,
  'test-not-tried': () =>
    row`Not sent, because the run ended before it. — Fix what ended the run. If other messages of this commit were sent, push a commit. Then set the label again.`,
  'serve-cannot-start': ({ said }) =>
    row`The local service can't start: ${ended(said)} — Choose another port, host or data file, then run this again.`,
};

/** How many names a hint has: a line with more of them is not read. */
const NAMED_AT_MOST = 3;

const FORMS: Readonly<Record<OptionForm, string>> = {
  pair: 'a name, an equals sign and a value, such as product_name=Boots',
  duration: 'a duration such as 90s, 10m or 2h',
  proxy: 'an address such as http://proxy.example:3128; other kinds of proxies are not supported',
  secret: 'at least 32 random characters, the same for plan and apply',
  note: 'at most 2,000 characters, for example a link to a page',
  workspace: 'at most 40 lowercase letters, digits and hyphens (init adds "local" by itself)',
  to: 'a day that does not come before --from',
  recipients: `at least one recipient and at most ${RECIPIENTS_AT_MOST}, none of them empty`,
  'one-type': 'recipients of one type, or name the type of all of them with --type',
  key: 'lowercase letters, digits, ".", "_" and "-", with "/" between segments, such as promo/black-friday',
};

export const NOT_MANAGEABLE: Readonly<Record<NonNullable<Live['readOnly']> | 'other-type', string>> = {
  'flow-node': 'it is a node of a flow',
  child: 'it is one send of a periodic campaign',
  channel: 'its channel is read-only in this API',
  'other-type': 'its channel or delivery type differs, and a file never changes these',
};

/** `given`: the option with its value. */
type Given = {
  [Why in keyof OptionFaultParams]: OptionFaultParams[Why] & { option: string; value: string; given: Part };
};

const OPTION_FAULTS: Catalog<Given> = {
  choices: ({ given, value, values }) => row`${given} isn't valid. — ${suggested(value, values)}`,
  form: ({ given, form }) => row`${given} isn't valid. — Use ${FORMS[form]}.`,
  said: ({ given, said }) => row`${given} can't be used: ${ended(said)} — Correct it, then run this again.`,
  together: ({ given, other }) => row`${given} can't be used together with ${other}. — Use one or the other.`,
  needs: ({ given, other, option }) =>
    row`${given} only works with ${other}. — Add that, or leave out ${code(option)}.`,
  missing: ({ given }) => row`${given} is missing. — Add it, then run this again.`,
  unconfirmed: ({ option }) =>
    row`This needs confirmation, and there is no terminal. — To confirm, add ${code(option)}.`,
};

/** The names that were probably meant, otherwise the known names, if they are few. */
function suggested(name: string, known: readonly string[]): Phrase {
  const near = nearestNames(name, known);
  if (near.length > 0) return say`Did you mean ${listed(near, 'or')}?`;
  if (known.length === 0)
    return say`Check the spelling, for which workspaces its file is, and that the clone is complete.`;
  return say`Use one of these: ${firstFew(known, NAMED_AT_MOST)}.`;
}

const FILES_SHOWN = 5;

/** `run X by ada (started …, workspace reserved until …)` */
export function runOf({ run, page, user, since, until }: LeaseRecord): Phrase {
  return say`run ${run} by ${page ?? user ?? 'an unknown user'} (started ${utcFrom(since)}, workspace reserved until ${utcFrom(until)})`;
}
