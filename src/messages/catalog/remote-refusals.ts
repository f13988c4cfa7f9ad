import { readRemedy, type ReadRemedy } from '../../model/answer-problem.ts';
import type { CampaignId, Live } from '../../model/campaign.ts';
import type { LeaseHolder } from '../../model/lease.ts';
import type { AddressFault } from '../../model/live-answer.ts';
import type { RefusalParams, ReplaceFault, EventFault } from '../../model/reasons.ts';
import { nameList } from '../../model/show.ts';
import { utcSecondFrom } from '../../model/utc-words.ts';
import { isOnThisMachine } from '../../model/workspace.ts';
import { describeProblem } from '../answer-messages.ts';
import { fileFaultWords } from '../file-fault-messages.ts';
import { capitalized, code, joined, option, run, say, type Phrase } from '../phrase.ts';
import { stateFileWords } from '../state-file-messages.ts';
import { ended, type Catalog } from './row.ts';

const [workspace, branch, key] = ['production', 'campaigns-state/production', 'promo/black-friday'];
const file = 'campaigns/promo/black-friday.yaml';
const campaignId = '65f1c0ffee65f1c0ffee0001' as CampaignId;
const baseUrl = 'https://api.example.com/';
const NO_ANSWER = { code: 'no-connection', baseUrl, error: 'ECONNREFUSED' } as const;
const since = Date.UTC(2026, 10, 21, 9, 14, 5);

/** Refusals about the service, the record, the lease and what a run writes. */
export const REMOTE_REFUSALS = {
  'no-api-key': {
    says: ({ workspace, publish }) =>
      say`There is no API key for ${publish ? 'publishing in ' : ''}${workspace}.`,
    todo: ({ variable }) =>
      say`Set ${option(`the environment variable ${variable}`, 'api-key from a secret of this repository')}.`,
    example: { workspace, variable: 'CAMPAIGNS_API_KEY', publish: false },
  },
  'credential-refused': {
    says: ({ workspace, problem }) =>
      joined(say`The service refused the API key of ${workspace}.`, describeProblem(problem)),
    todo: ({ workspace, variable }) =>
      say`Check the API key in ${option(variable, 'api-key')}, and the app_key of ${workspace} in workspaces.yaml.`,
    example: {
      ...{ workspace, variable: 'CAMPAIGNS_API_KEY' },
      problem: { code: 'refused', status: 401, serviceCode: 'UNAUTHORIZED', said: 'Unknown credential.' },
    },
  },
  'wrong-address': {
    says: ({ baseUrl, why, problem }) =>
      joined(
        say`${baseUrl} isn't the campaign service: the server there ${WRONG_ADDRESS[why]}.`,
        describeProblem(problem),
      ),
    todo: ({ workspace, place }) =>
      say`${place === undefined ? 'C' : say`${{ kind: 'place', place }}: c`}orrect the base_url of ${workspace}, then run this again.`,
    example: {
      ...{
        workspace,
        baseUrl,
        why: 'web-page',
        place: { file: 'campaigns/workspaces.yaml', line: 3, column: 15 },
      },
      problem: { code: 'unexpected', status: 200, content: { kind: 'html', quoted: '<!doctype html>' } },
    },
  },
  'service-unreachable': {
    says: ({ problem }) => joined(say`The campaign service could not be reached.`, describeProblem(problem)),
    todo: ({ workspace, baseUrl }) =>
      say`Check the base_url of ${workspace} (${baseUrl}), then run this again.${isOnThisMachine({ baseUrl }) ? say` To start the local service, ${run('campaigns serve', 'ask an engineer to use the serve command')}.` : ''}`,
    example: { workspace, baseUrl, problem: NO_ANSWER },
  },
  'campaign-unreadable': {
    says: ({ campaignId, workspace, problem }) =>
      joined(
        say`${campaignId === undefined ? 'The campaigns' : `Campaign ${campaignId}`} in ${workspace} could not be read.`,
        describeProblem(problem),
      ),
    todo: ({ problem }) => READ_AGAIN[readRemedy(problem)],
    example: { campaignId, workspace, problem: NO_ANSWER },
  },
  'not-manageable': {
    says: ({ campaignId, why }) =>
      say`${campaignId} can't be managed from this file: ${NOT_MANAGEABLE[why]}.`,
    todo: () => say`Choose another campaign, and edit this one in the service.`,
    example: { campaignId, why: 'flow-node' },
  },
  'state-unusable': {
    says: ({ branch, path, fault }) =>
      say`${path} on ${branch} can't be used: ${ended(stateFileWords(fault))}`,
    todo: ({ branch, path }) =>
      say`Restore its last good version with git revert, and push. To inspect it, ${run(`git show ${branch}:${path}`, 'ask an engineer to look at the branch')}.`,
    example: {
      branch,
      path: 'ledger.json',
      fault: { code: 'not-json', said: 'Unexpected end of JSON input' },
    },
  },
  'state-newer': {
    says: ({ where }) =>
      say`${where} was written by a newer version of campaign-reconciler. Nothing was changed.`,
    todo: () => say`Upgrade campaign-reconciler.`,
    example: { where: `${branch}:ledger.json` },
  },
  'state-other-target': {
    says: ({ workspace, recorded, now }) =>
      say`${workspace} is now ${now}, but its campaigns were recorded for ${recorded}.`,
    todo: ({ workspace }) =>
      say`Restore the old setting, or give the new target another workspace name. To move the workspace for good, ${run(`campaigns state target -w ${workspace}`, 'ask an engineer to use the state target command')}.`,
    example: { workspace, recorded: 'api.example.com (SHOP)', now: 'staging.example.com (SHOP)' },
  },
  'state-diverged': {
    says: ({ branch }) => say`${branch} has two different histories, and they can't be combined.`,
    todo: ({ branch, kept }) =>
      kept === null
        ? say`The history on origin takes precedence. To set the other one aside, ${run(`git branch -m ${branch} kept-state`, 'ask an engineer to rename the branch in the clone that the runner uses')}.`
        : say`Another run recorded a different result first; this one is kept in this clone as ${code(kept)}. Run this again.`,
    example: { branch, kept: null },
  },
  'not-recorded': {
    says: ({ branch, said }) =>
      say`The record on ${branch} could not be updated: ${ended(said ?? 'another run updated it first')}`,
    todo: () => say`If git refused this, allow pushes to ${code('campaigns-state/**')}. Then run this again.`,
    example: { branch, said: 'fatal: no route to host' },
  },
  'work-open': {
    says: ({ key, found }) =>
      found.length === 0
        ? say`Another run changed ${key}, or is changing it, and the result isn't known yet.`
        : say`An earlier run may have created ${key}: ${nameList(found.map(({ id, status }) => `${id} (${status})`).sort())}.`,
    todo: ({ key, workspace, found }) =>
      found.length === 0
        ? say`To find out, ${run(`campaigns apply -w ${workspace}`, 'run the apply workflow')}.`
        : say`Rename it in the service, then run this again. If it is this campaign, ${run(`campaigns adopt ${key} --id ${found[0]?.id ?? 'ID'} -w ${workspace}`, 'ask an engineer to link it to the file with the adopt command')}.`,
    example: { key, workspace, found: [{ id: campaignId, status: 'DRAFT' }] },
  },
  'lease-held': {
    says: ({ workspace, holder }) =>
      say`Another run is applying to ${workspace}${holder === undefined ? '' : say`: ${runOf(holder)}`}.`,
    todo: ({ workspace }) =>
      say`Run this again when it has ended. If it was killed, ${run(`campaigns state release -w ${workspace}`, 'ask an engineer to use the state release command')}.`,
    example: {
      workspace,
      holder: { run: '20261121T091405-1a2b3c4d', by: 'ada', since, until: since + 120_000 },
    },
  },
  'lease-lost': {
    says: ({ workspace, said }) =>
      said === null
        ? say`While this run was working, the workspace ${workspace} was released or taken over by another run.`
        : say`The workspace ${workspace} was not released: ${ended(said)}`,
    todo: () => say`Run this again when no other run is active.`,
    example: { workspace, said: null },
  },
  'not-written': {
    says: ({ fault, written }) =>
      say`${ended(fileFaultWords(fault).message)} ${written === 0 ? 'Nothing was written.' : `Files written before it: ${written}.`}`,
    todo: ({ fault }) => say`${capitalized(ended(fileFaultWords(fault).hint))} Then run this again.`,
    example: {
      written: 0,
      fault: { at: file, code: 'E_FILE', why: 'unwritable', said: 'EROFS: read-only file system' },
    },
  },
  'nothing-to-restore': {
    says: ({ key, why, now }) =>
      say`${key} ${NOTHING_TO_RESTORE[why]}${now === undefined ? '' : ` to ${now}`}.`,
    todo: ({ key, now }) =>
      say`Name another commit or key. To list what was applied, ${run(`campaigns log ${now ?? key}`, 'open the history of the file')}.`,
    example: { key, why: 'never-applied' },
  },
  'cannot-replace': {
    says: ({ key, why }) =>
      say`${key} can't be moved into a copy: ${CANNOT_REPLACE[why]}. Nothing was written.`,
    todo: ({ file }) =>
      say`Edit ${file} directly. If it is locked, copy it by hand with another ${code('basic_details.name')}, and undo the edit in ${file}.`,
    example: { key, file, why: 'unedited' },
  },
  'event-unusable': {
    says: ({ why, said }) =>
      say`This workflow run can't be used: ${EVENT_FAULTS[why]}${said === undefined ? '' : ` (${said})`}. Nothing was sent.`,
    todo: () =>
      say`Run plan on pull_request, apply on push to a branch, and drift on schedule; elsewhere, use the command line.`,
    example: { why: 'unknown', said: 'issues' },
  },
  'event-with-secrets-for-forks': {
    says: () =>
      say`This workflow runs on pull_request_target, which would expose the secrets of this repository to pull requests from forks.`,
    todo: () => say`Run it on pull_request instead.`,
    example: {},
  },
  'not-merged': {
    says: ({ pull }) => say`#${pull} isn't merged, so there is nothing to apply.`,
    todo: () => say`Run apply on push to the base branch. On pull_request, use ${code('command: plan')}.`,
    example: { pull: 12 },
  },
  'serve-cannot-start': {
    says: ({ option, value, said }) =>
      say`The local service can't start with ${code(`${option} ${value}`)}: ${ended(said)}`,
    todo: () => say`Choose another value, then run this again.`,
    example: { option: '--port', value: '4010', said: 'listen EADDRINUSE: address already in use' },
  },
} satisfies Partial<Catalog<RefusalParams>>;

const WRONG_ADDRESS: Readonly<Record<AddressFault, string>> = {
  'not-https': 'speaks http:, not https:',
  closed: 'closes connections without an answer',
  'web-page': 'answers with web pages',
  'no-such-path': "doesn't know the paths of the API",
  redirect: 'redirects, and an API key is never sent to the target of a redirect',
};

const READ_AGAIN: Readonly<Record<ReadRemedy, Phrase>> = {
  retry: say`Run this again when the service works again.`,
  access: say`Give the API key access to this campaign in the service, then run this again.`,
  deleted: say`Copy the ID from the service, and check the app_key of the workspace in workspaces.yaml.`,
  check: say`Open the campaign in the service, and correct or report what is wrong there.`,
};

const NOT_MANAGEABLE: Readonly<Record<NonNullable<Live['readOnly']> | 'other-type', string>> = {
  'flow-node': 'it is a node of a flow',
  child: 'it is one send of a periodic campaign',
  channel: 'its channel is read-only in this API',
  'other-type': 'its channel or delivery type differs, and a file never changes these',
};

/** `run X by ada (started …, workspace reserved until …)` */
export function runOf({ run, by, since, until }: LeaseHolder): Phrase {
  return say`run ${run} by ${by ?? 'an unknown user'} (started ${utcSecondFrom(since)}, workspace reserved until ${utcSecondFrom(until)})`;
}

const NOTHING_TO_RESTORE: Readonly<Record<RefusalParams['nothing-to-restore']['why'], string>> = {
  'never-applied': 'was never applied in this workspace',
  adopted: 'was adopted, and no apply has recorded it yet',
  'no-version': 'has no commit in this clone with what was last applied',
  'no-file': 'had no file in that commit',
  moved: 'was moved',
};

const CANNOT_REPLACE: Readonly<Record<ReplaceFault, string>> = {
  unmanaged: "it isn't bound to a campaign in this workspace, so nothing in it is locked",
  'other-workspace': "its file isn't for this workspace",
  draft: "it is a draft, and drafts aren't locked",
  unedited: "its file hasn't been edited since the last apply",
  'not-plain': "its name, key, status or a $file path isn't a plain value",
  snippets: 'parts of the edit would be lost, or stay in files that it shares',
};

const EVENT_FAULTS: Readonly<Record<EventFault, string>> = {
  'no-variable': "a variable of the GitHub runner isn't set",
  unreadable: "its GitHub event can't be read",
  incomplete: 'its GitHub event lacks a field',
  unknown: "its event doesn't say whether the commit comes from this repository or from a fork",
  tag: 'it runs on a tag, but reviewed changes are merged into a branch',
  'merge-queue': "the merge queue hasn't merged this pull request yet",
  'no-repository': "the input github-token is empty, so GitHub can't be asked which repository this is",
};
