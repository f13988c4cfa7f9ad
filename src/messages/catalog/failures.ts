import type { Failed, Stale } from '../../model/failure.ts';
import type { Complaint } from '../../model/refused-step.ts';
import type { ChangedSince, FailureParams, StaleParams } from '../../model/reasons.ts';
import { PAST_TENSE } from '../advice.ts';
import { describeProblem } from './faults.ts';
import { componentList } from '../component-names.ts';
import { code, joined, run, say, sentence, type Message, type Phrase } from '../phrase.ts';
import { describeRefusal } from './refusals.ts';
import { messageFor, messageText, type Catalog } from './row.ts';

/** What a row needs besides the parameters of its code. */
interface Place {
  readonly key: string;
  readonly workspace: string;
}

type Placed<Params> = { [Code in keyof Params]: Params[Code] & Place };

const AT: Place = { key: 'promo/black-friday', workspace: 'production' };
const NO_ANSWER = {
  code: 'no-answer',
  baseUrl: 'https://api.example.com/',
  said: 'ECONNREFUSED',
} as const;
const PLACE = { file: 'campaigns/promo/black-friday.yaml', line: 3, column: 5 };

/** Why a change failed. */
export const FAILURES: Catalog<Placed<FailureParams>> = {
  refused: {
    says: ({ step, status, serviceCode, complaints, more }) =>
      say`The service refused ${step === 'create' || step === 'update' ? `the ${step} request` : step} (${status} ${serviceCode}): ${complaintList(complaints, more)}`,
    todo: ({ status, workspace }) => refusedAdvice(status, workspace),
    example: {
      ...AT,
      ...{ step: 'update', status: 400, serviceCode: 'INVALID', more: 0 },
      complaints: [{ target: 'utm_params.utm_source', message: 'is too long', place: PLACE }],
    },
  },
  unreadable: {
    says: ({ before, problem }) =>
      joined(
        say`The campaign could not be read${before === 'write' ? ' right before the change, so nothing was sent' : ''}.`,
        problem ? describeProblem(problem) : [],
      ),
    todo: () => say`${AGAIN}. If it fails again, check the campaign in the service.`,
    example: { ...AT, before: 'write', problem: NO_ANSWER },
  },
  unreachable: {
    says: ({ problem }) => joined(describeProblem(problem), say`Nothing was sent.`),
    todo: () => say`${AGAIN} when the service answers.`,
    example: { ...AT, problem: NO_ANSWER },
  },
  unclear: {
    says: ({ found, problem }) =>
      joined(problem ? describeProblem(problem) : [], say`${UNCLEAR[found]}, so the result isn't known.`),
    todo: ({ found, workspace }) =>
      found === 'several' ? plan(workspace) : say`${AGAIN}. It first checks whether the change was made.`,
    example: { ...AT, found: 'nothing', problem: NO_ANSWER },
  },
  'not-read-back': {
    says: ({ why, problem }) =>
      joined(
        say`The service accepted the change, but ${why === 'missing' ? 'then reported that the campaign does not exist' : 'the campaign could not be read afterward'}.`,
        problem ? describeProblem(problem) : [],
      ),
    todo: () => say`${AGAIN}. It first reads the campaign.`,
    example: { ...AT, why: 'missing' },
  },
  'not-reached': {
    says: ({ action, shown, expected }) =>
      shown === null
        ? say`${action} was not sent, because the service doesn't show all the changes that were sent before it.`
        : say`The service accepted ${action}, but shows ${shown}${expected === undefined ? '' : `, not ${expected}`}.`,
    todo: ({ expected }) =>
      expected === undefined
        ? say`${AGAIN} in 5 minutes. It first reads the campaign.`
        : say`Check the campaign in the service.`,
    example: { ...AT, action: 'PAUSE', shown: 'ACTIVE' },
  },
  'maybe-made': {
    says: ({ action, status, serviceCode, said, shown }) =>
      say`The service refused ${action} (${status} ${serviceCode}): ${sentence(say`${said}`)} It ${shown === undefined ? 'could not be read afterward' : `still shows ${shown}`}, so the campaign may already be ${PAST_TENSE[action]}.`,
    todo: () =>
      say`${AGAIN} in 5 minutes. If the status is still wrong then, check the campaign in the service.`,
    example: {
      ...AT,
      ...{ action: 'PAUSE', status: 422, serviceCode: 'UNPROCESSABLE_ENTITY', shown: 'ACTIVE' },
      said: 'PAUSE is not possible while the campaign is PAUSED',
    },
  },
  interrupted: {
    says: () => say`The run ended before it sent this change.`,
    todo: () => say`${AGAIN}. It continues with this change.`,
    example: AT,
  },
  'not-recorded': {
    says: ({ because, outcome }) =>
      joined(
        describeRefusal(because).why,
        outcome === 'nothing-sent' ? say`Nothing was sent.` : say`The next apply first checks what was sent.`,
      ),
    todo: ({ because }) => describeRefusal(because).todo,
    example: {
      ...AT,
      because: {
        code: 'not-recorded',
        branch: 'campaigns-state/production',
        said: 'fatal: no route to host',
      },
      outcome: 'in-this-clone',
    },
  },
};

/** Why a planned change was not sent: something changed since the plan. */
export const STALE: Catalog<Placed<StaleParams>> = {
  overtaken: {
    says: ({ commit, isNewer }) =>
      say`Another run has applied ${isNewer ? 'a newer' : 'another'} commit, ${commit.slice(0, 7)}.`,
    todo: () => say`${AGAIN} from the newest commit.`,
    example: { ...AT, commit: '3f2a91c', isNewer: true },
  },
  'other-run': {
    says: () => say`Another run has changed this campaign since the plan was made.`,
    todo: ({ workspace }) => plan(workspace),
    example: AT,
  },
  changed: {
    says: (change) => say`${changedSince(change)} after the plan was made.`,
    todo: ({ workspace }) => plan(workspace),
    example: { ...AT, what: 'status', from: 'DRAFT', to: 'ACTIVE' },
  },
};

/** Why a change failed and what to do about it. Commands in the advice name the workspace. */
export function describeFailure({ key, cause }: Failed, workspace: string): Message {
  return messageFor(FAILURES, cause.code, { ...cause, key, workspace });
}

/** A failure as one text, for terminals and JSON documents. */
export function failureText(failed: Failed, workspace: string): string {
  return messageText(describeFailure(failed, workspace));
}

/** A failure in a few words, as a title. */
export function failureTitle({ key, cause }: Failed): string {
  if (cause.code !== 'not-recorded') return `${key}: failed`;
  return `${key}: ${cause.outcome === 'nothing-sent' ? 'not sent' : 'not recorded'}`;
}

/** Why a change was not sent although it was planned, and what to do. */
export function describeStale({ key, cause }: Stale, workspace: string): Message {
  return messageFor(STALE, cause.code, { ...cause, key, workspace });
}

/** Why a campaign is stale as one text, for terminals and JSON documents. */
export function staleText(stale: Stale, workspace: string): string {
  return messageText(describeStale(stale, workspace));
}

const AGAIN = say`Apply again`;

const UNCLEAR = {
  nothing: 'The service may or may not have made the change',
  several: 'Several campaigns in the service could be the one that was created',
  earlier: 'An earlier run sent a change',
} as const;

/** The next step after a refusal, by its HTTP status. */
function refusedAdvice(status: number, workspace: string): Phrase {
  if (status === 401 || status === 403)
    return say`Check the API key of ${workspace}, its scope (${code('campaigns:create_manage')}), and whether publishing needs a key of its own (${code('publish_api_key_env')}).`;
  if (status === 404)
    return say`Check the ${code('base_url')} and ${code('app_key')} of ${workspace}. If the campaign is really gone, remove its file.`;
  return status === 400 || status === 422 ? say`Correct the file, then apply again.` : plan(workspace);
}

function plan(workspace: string): Phrase {
  return say`To see what is possible now, ${run(`campaigns plan -w ${workspace}`, 'open a pull request that edits the file in any way')}.`;
}

/** What the service complains about, each complaint with its place in the files if it has one. */
function complaintList(all: readonly Complaint[], more: number): Phrase {
  const text = all.flatMap((one, at) => say`${at === 0 ? '' : '; '}${complaintWords(one)}`);
  return sentence(more > 0 ? say`${text}; and ${more} more` : text);
}

function complaintWords({ target, message, place }: Complaint): Phrase {
  const what = target === '' || message.includes(target) ? message : `${target}: ${message}`;
  return place ? say`${{ kind: 'place', place }} ${what}` : say`${what}`;
}

function changedSince(change: ChangedSince): Phrase {
  switch (change.what) {
    case 'file-gone':
      return say`Its file was removed`;
    case 'gone':
      return say`The campaign disappeared from the service`;
    case 'plan':
      return say`The live campaign or the file changed`;
    case 'type':
      return say`Its type changed from ${change.recorded} to ${change.live}`;
    case 'status':
      return say`Its status changed from ${change.from} to ${change.to}`;
    case 'locked':
      return say`Its status became ${change.status}, in which it can't be edited,`;
    case 'components':
      return say`In the service, ${componentList(change.components)} changed`;
    case 'name':
      return say`A campaign with the same name, channel and type appeared in the service (${change.campaignId})`;
  }
}
