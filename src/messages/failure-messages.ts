import {
  failureCode,
  type Complaint,
  type Failed,
  type FailureCause,
  type Refused,
} from '../model/failure.ts';
import { describeRefusal } from './refusal-messages.ts';
import {
  code,
  command,
  joined,
  perPlace,
  plainText,
  say,
  sentence,
  type Message,
  type Phrase,
} from './phrase.ts';

/** Why a change failed and what to do about it, for the workspace that its commands name. */
export function describeFailure({ key, cause }: Failed, workspace: string): Message {
  switch (cause.code) {
    case 'refused':
      return describeRefused(cause, key, workspace);
    case 'unreadable':
      return {
        why: joined(
          say`The campaign could not be read${cause.before === 'write' ? ' right before the change, so nothing was sent' : ''}.`,
          say`${cause.detail}`,
        ),
        todo: say`Run apply again. If it fails again, look at the campaign in the service.`,
      };
    case 'unreachable':
      return {
        why: joined(say`${cause.detail}`, say`Nothing was sent.`),
        todo: say`Run apply again when the service answers.`,
      };
    case 'unclear':
      return {
        why: joined(
          say`${cause.detail}`,
          say`${cause.found === 'several' ? 'Several campaigns in the service could be the one that was created.' : "It isn't known yet whether the change was made."}`,
        ),
        todo:
          cause.found === 'several'
            ? say`The next plan lists them: choose one there.`
            : say`Run apply again: it finds out first, and sends nothing twice.`,
      };
    case 'still-unclear':
      return {
        why: say`An earlier run sent ${SENT[cause.sent]} and got no answer. Its outcome could not be determined.`,
        todo: say`Run apply again: it checks again first, and sends nothing twice.`,
      };
    case 'not-read-back':
      return {
        why: joined(say`The service accepted the change, but ${NOT_READ[cause.why]}.`, say`${cause.detail}`),
        todo: say`Run apply again: it reads the campaign first, and sends nothing twice.`,
      };
    case 'status-not-shown':
      return {
        why: say`The service accepted ${cause.action}, but still shows ${cause.status}.`,
        todo: say`Run apply again in 5 minutes: it reads the status first. If that doesn't help, look at the campaign in the service.`,
      };
    case 'other-status':
      return {
        why: say`The service accepted ${cause.action}, but the campaign is ${cause.status} now, not ${cause.expected}.`,
        todo: say`Look at the campaign in the service.`,
      };
    case 'start-not-sent':
      return {
        why: say`${cause.action} was not sent, because the service doesn't show everything that was sent before it.`,
        todo: say`Run apply again in 5 minutes.`,
      };
    case 'interrupted':
      return {
        why: say`The run ended before this was sent.`,
        todo: say`Run apply again: it continues here.`,
      };
    case 'not-recorded':
      return {
        why: joined(describeRefusal(cause.because).message, say`${OUTCOME[cause.outcome]}`),
        todo: RECORD_AGAIN,
      };
  }
}

/** The same as one text, for terminals and JSON documents. */
export function failureText(failed: Failed, workspace: string): string {
  const { why, todo } = describeFailure(failed, workspace);
  return plainText(joined(why, todo));
}

/** A failure in a few words, as a title. */
export function failureTitle({ key, cause }: Failed): string {
  return `${key} failed: ${failureCode(cause)}`;
}

const SENT = {
  create: 'its creation',
  update: 'an update of it',
  transition: 'a change of its status',
} as const;

const NOT_READ: Readonly<Record<Extract<FailureCause, { code: 'not-read-back' }>['why'], string>> = {
  'no-id': 'its answer names no campaign',
  missing: 'then said that it has no such campaign',
  unreadable: 'the campaign could not be read back',
};

type RecordOutcome = Extract<FailureCause, { code: 'not-recorded' }>['outcome'];

const OUTCOME: Readonly<Record<RecordOutcome, string>> = {
  'nothing-sent': 'Nothing was sent.',
  'in-this-clone': 'The outcome is kept in this clone only; the next apply from here pushes it.',
  nowhere: 'The outcome is recorded nowhere; the next apply reads the campaign and records what it finds.',
  unknown: '',
};

const RECORD_AGAIN = say`Run apply again: it reads first what was sent. If the push is refused again, allow pushes to ${code('campaigns-state/**')}.`;

function describeRefused(refused: Refused, key: string, workspace: string): Message {
  const { step, status, serviceCode } = refused;
  const says = say`(${status} ${serviceCode}): ${complaints(refused)}`;
  switch (status) {
    case 400:
      return { why: say`The service found it invalid ${says}`, todo: CORRECT };
    case 401:
      return step === 'PUBLISH'
        ? {
            why: say`Publishing needs the earlier version of the API, which refused the API key ${says}`,
            todo: say`It may need an API key of its own: set ${code('publish_api_key_env')} for ${workspace} in campaigns/workspaces.yaml.`,
          }
        : {
            why: say`The service refused the API key ${says}`,
            todo: say`Check the API key of ${workspace}.`,
          };
    case 403:
      return {
        why: say`The API key may not change this campaign ${says}`,
        todo: say`It needs ${step === 'PUBLISH' ? 'the scope that the service asks for publishing' : say`the scope ${code('campaigns:create_manage')}`}. If the campaign belongs to another team, remove the file or ask that team.`,
      };
    case 404:
      return {
        why: say`The service no longer has this campaign ${says}`,
        todo: say`Check ${code('app_key')} of ${workspace}. If the campaign is really gone: ${command(`campaigns state forget ${key} -w ${workspace}`, 'remove its binding with the command state forget')}.`,
      };
    case 409:
      return step === 'create'
        ? {
            why: say`It conflicts with another campaign or another request ${says}`,
            todo: PLAN_AGAIN,
          }
        : {
            why: say`The campaign's current state doesn't allow it ${says}`,
            todo: PLAN_AGAIN,
          };
    case 422:
      return { why: say`It doesn't fit the campaign as it is now ${says}`, todo: UNFIT[step] };
    default:
      return { why: say`The service refused it ${says}`, todo: PLAN_AGAIN };
  }
}

const CORRECT = perPlace(
  'Correct the file, then apply again.',
  'Correct the file in a pull request. Merging it applies the change.',
);
const PLAN_AGAIN = perPlace(
  'Run campaigns plan to see what is possible now.',
  'Open a pull request that touches the file. Its plan shows what is possible now.',
);
const COMPLETE = say`Complete the file where something is missing, or set another ${code('status')}.`;

const UNFIT: Readonly<Record<Refused['step'], Phrase>> = {
  create: CORRECT,
  update: perPlace(
    'Correct the file, then apply again. To see what is possible now, run campaigns plan.',
    'Correct the file in a pull request. Its plan shows what is possible now.',
  ),
  PUBLISH: COMPLETE,
  PAUSE: COMPLETE,
  RESUME: COMPLETE,
  STOP: COMPLETE,
};

/** What the service says is wrong, each with its place in the files, where it has one. */
function complaints({ complaints: all, more }: Refused): Phrase {
  const each = all.map(complaintWords);
  const text = each.flatMap((one, at) => (at === 0 ? one : say`; ${one}`));
  return sentence(more > 0 ? say`${text}; and ${more} more` : text);
}

function complaintWords({ target, message, place }: Complaint): Phrase {
  if (target === '') return say`${message}`;
  const what = message.includes(target) ? message : `${target}: ${message}`;
  if (place) return say`${{ kind: 'place', place }} ${what}`;
  return AUTHORS.has(target) ? say`${what} (${FROM_GIT})` : say`${what}`;
}

const AUTHORS = new Set(['created_by', 'updated_by']);
const FROM_GIT = 'from the author of the last commit of the file, or from actor in workspaces.yaml';
