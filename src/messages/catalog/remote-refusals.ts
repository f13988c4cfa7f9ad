import type { CampaignId, Live } from '../../model/campaign.ts';
import type { LeaseHolder } from '../../model/lease.ts';
import type { RefusalParams, ReplaceFault, EventFault, StateFileFault } from '../../model/reasons.ts';
import { nameList } from '../../model/show.ts';
import { utcFrom } from '../../model/utc-words.ts';
import { isOnThisMachine } from '../../model/workspace.ts';
import { capitalized, code, joined, option, run, say, type Phrase } from '../phrase.ts';
import { adoptAll, adoptCampaign } from '../advice.ts';
import { describeProblem, fileFaultWords } from './faults.ts';
import { ended, type Catalog } from './row.ts';

const [workspace, branch, key] = ['production', 'campaigns-state/production', 'promo/black-friday'];
const file = 'campaigns/promo/black-friday.yaml';
const campaignId = '65f1c0ffee65f1c0ffee0001' as CampaignId;
const baseUrl = 'https://api.example.com/';
const NO_ANSWER = { code: 'no-answer', baseUrl, said: 'ECONNREFUSED' } as const;
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
    says: ({ baseUrl, problem }) =>
      joined(say`${baseUrl} isn't the campaign service.`, describeProblem(problem)),
    todo: ({ workspace, place }) =>
      say`Correct the base_url of ${workspace}${place ? say` (${{ kind: 'place', place }})` : ''}, then run this again.`,
    example: {
      ...{ workspace, baseUrl, place: { file: 'campaigns/workspaces.yaml', line: 3, column: 15 } },
      problem: { code: 'unexpected', status: 200, said: '<!doctype html>' },
    },
  },
  'service-unreachable': {
    says: ({ problem }) => joined(say`The campaign service could not be reached.`, describeProblem(problem)),
    todo: ({ workspace, baseUrl }) =>
      say`Check the base_url of ${workspace} (${baseUrl}), then run this again.${isOnThisMachine({ baseUrl }) ? say` To start the local service, ${run('campaigns serve')}.` : ''}`,
    example: { workspace, baseUrl, problem: NO_ANSWER },
  },
  'campaign-unreadable': {
    says: ({ campaignId, workspace, problem }) =>
      joined(
        say`${campaignId === undefined ? 'The campaigns' : `Campaign ${campaignId}`} in ${workspace} could not be read.`,
        describeProblem(problem),
      ),
    todo: () =>
      say`Run this again. If it fails again, check the ID, and in the service the campaign and the access of the API key.`,
    example: { campaignId, workspace, problem: NO_ANSWER },
  },
  'not-manageable': {
    says: ({ campaignId, why }) =>
      say`${campaignId} can't be managed from this file: ${NOT_MANAGEABLE[why]}.`,
    todo: () => say`Choose another campaign, and edit this one in the service.`,
    example: { campaignId, why: 'flow-node' },
  },
  'state-unusable': {
    says: ({ branch, path, fault, said }) =>
      say`${path} on ${branch} can't be used: ${STATE_FAULTS[fault]} (${said}).`,
    todo: ({ branch, path }) =>
      say`Restore its last good version with git revert, and push. To inspect it, ${run(`git show ${branch}:${path}`, 'ask an engineer to look at the branch')}.`,
    example: { branch, path: 'ledger.json', fault: 'not-json', said: 'Unexpected end of JSON input' },
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
      say`Restore the old setting, or give the new target another workspace name. To move the workspace for good, ${run(`campaigns state target -w ${workspace}`)}.`,
    example: { workspace, recorded: 'api.example.com (SHOP)', now: 'staging.example.com (SHOP)' },
  },
  'state-diverged': {
    says: ({ branch }) => say`${branch} has two different histories, and they can't be combined.`,
    todo: ({ branch, kept }) =>
      kept === null
        ? say`Rename ${code(branch)} in this clone: the history on origin takes precedence. Then run this again.`
        : say`Run this again. What this run recorded is kept in this clone as ${code(kept)}.`,
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
        : say`Rename it in the service, then run this again. If it is this campaign, ${adoptCampaign(found[0]?.id ?? 'ID', { key, workspace })}.`,
    example: { key, workspace, found: [{ id: campaignId, status: 'DRAFT' }] },
  },
  'lease-held': {
    says: ({ workspace, holder }) =>
      say`Another run is applying to ${workspace}${holder === undefined ? '' : say`: ${runOf(holder)}`}.`,
    todo: ({ workspace }) =>
      say`Run this again when it has ended. If it was killed, ${run(`campaigns state release -w ${workspace}`)}.`,
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
      say`${ended(fileFaultWords(fault)[0])} ${written === 0 ? 'Nothing was written.' : `Files written before it: ${written}.`}`,
    todo: ({ fault }) => say`${capitalized(ended(fileFaultWords(fault)[1]))} Then run this again.`,
    example: {
      written: 0,
      fault: { at: file, code: 'E_FILE', why: 'unwritable', said: 'EROFS: read-only file system' },
    },
  },
  'nothing-to-restore': {
    says: ({ key, why }) => say`${key} ${NOTHING_TO_RESTORE[why]}.`,
    todo: ({ key }) =>
      say`Name another commit or key. To list what was applied, ${run(`campaigns log ${key}`, 'open the history of the file')}.`,
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

export const NOT_MANAGEABLE: Readonly<Record<NonNullable<Live['readOnly']> | 'other-type', string>> = {
  'flow-node': 'it is a node of a flow',
  child: 'it is one send of a periodic campaign',
  channel: 'its channel is read-only in this API',
  'other-type': 'its channel or delivery type differs, and a file never changes these',
};

const STATE_FAULTS: Readonly<Record<StateFileFault, string>> = {
  missing: 'it is missing',
  'not-json': 'it is not JSON',
  'other-format': 'it is not of the format that it must have',
  'other-shape': 'it does not match the schema',
  'other-key': 'it is for another key',
  'bound-twice': 'another file binds the same campaign',
};

/** If a clone has the record, pushing it restores everything; otherwise the files are bound again. */
export function restoreRecord(workspace: string): Phrase {
  return say`push ${code(`campaigns-state/${workspace}`)} from a clone or copy that still has it. Otherwise, ${adoptAll(workspace)}.`;
}

/** `run X by ada (started …, workspace reserved until …)` */
export function runOf({ run, by, since, until }: LeaseHolder): Phrase {
  return say`run ${run} by ${by ?? 'an unknown user'} (started ${utcFrom(since)}, workspace reserved until ${utcFrom(until)})`;
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
