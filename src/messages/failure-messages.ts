import { featureOf } from '../model/feature-fields.ts';
import { type Complaint, type Failed, type FailureCause, type Refused } from '../model/failure.ts';
import type { AnswerProblem } from '../model/answer-problem.ts';
import { AFTER_COMMAND, APPLY_AGAIN, goneWithFile, PAST_TENSE } from './advice.ts';
import { describeProblem } from './answer-messages.ts';
import { describeRefusal } from './catalog/refusals.ts';
import { code, joined, perMedium, plainText, say, sentence, type Message, type Phrase } from './phrase.ts';

/** Why a change failed and what to do about it. Commands in the advice name the workspace. */
export function describeFailure({ key, cause }: Failed, workspace: string): Message {
  switch (cause.code) {
    case 'refused':
      return describeRefused(cause, key, workspace);
    case 'unreadable':
      return {
        why: joined(
          say`The campaign could not be read${cause.before === 'write' ? ' right before the change, so nothing was sent' : ''}.`,
          problemWords(cause),
        ),
        todo: say`${APPLY_AGAIN}. If it fails again, check the campaign in the service.`,
      };
    case 'unreachable':
      return {
        why: joined(describeProblem(cause.problem), say`Nothing was sent.`),
        todo: say`${APPLY_AGAIN} when the service answers.`,
      };
    case 'unclear':
      return {
        why: joined(
          problemWords(cause),
          say`${cause.found === 'several' ? 'Several campaigns in the service could be the one that was created.' : 'The service may or may not have made the change.'}`,
        ),
        todo:
          cause.found === 'several'
            ? choose(workspace)
            : say`${APPLY_AGAIN}. It first checks whether the change was made.`,
      };
    case 'still-unclear':
      return {
        why: say`An earlier run ${TRIED[cause.sent]}, and the result still isn't known.`,
        todo: say`${APPLY_AGAIN}. It first checks this once more.`,
      };
    case 'not-read-back':
      return {
        why: joined(say`The service accepted the change, but ${NOT_READ[cause.why]}.`, problemWords(cause)),
        todo: say`${APPLY_AGAIN}. It first reads the campaign.`,
      };
    case 'status-not-shown':
      return {
        why: say`The service accepted ${cause.action}, but still shows ${cause.status}.`,
        todo: say`${APPLY_AGAIN} in 5 minutes. It first reads the status. If the status is still ${cause.status}, check the campaign in the service.`,
      };
    case 'maybe-made':
      return {
        why: say`The service refused ${cause.action} (${cause.status} ${cause.serviceCode}): ${sentence(say`${cause.said}`)} ${cause.shown === undefined ? 'The campaign could not be read afterward' : `The service still shows ${cause.shown}, which may be out of date`}, so the campaign may already be ${PAST_TENSE[cause.action]}${cause.shown === 'DRAFT' && cause.action !== 'PUBLISH' ? ', or was never published' : ''}.`,
        todo: say`${APPLY_AGAIN} in 5 minutes. It first reads the status. If the campaign isn't ${PAST_TENSE[cause.action]} by then, check it in the service.`,
      };
    case 'other-status':
      return {
        why: say`The service accepted ${cause.action}, but the campaign is ${cause.status} now, not ${cause.expected}.`,
        todo: say`Check the campaign in the service.`,
      };
    case 'start-not-sent':
      return {
        why: say`${cause.action} was not sent, because the service doesn't show all the changes that were sent before it.`,
        todo: say`${APPLY_AGAIN} in 5 minutes.`,
      };
    case 'interrupted':
      return {
        why: say`The run ended before it sent this change.`,
        todo: say`${APPLY_AGAIN}. It continues with this change.`,
      };
    case 'not-recorded':
      return {
        why: joined(describeRefusal(cause.because).why, outcomeWords(cause)),
        todo: recordAgain(cause),
      };
  }
}

function problemWords({ problem }: { readonly problem?: AnswerProblem }): Phrase {
  return problem ? describeProblem(problem) : [];
}

/** A failure as one text, for terminals and JSON documents. */
export function failureText(failed: Failed, workspace: string): string {
  const { why, todo } = describeFailure(failed, workspace);
  return plainText(joined(why, todo));
}

/** A failure in a few words, as a title. */
export function failureTitle({ key, cause }: Failed): string {
  if (cause.code !== 'not-recorded') return `${key}: failed`;
  return `${key}: ${cause.outcome === 'nothing-sent' ? 'not sent' : 'not recorded'}`;
}

const TRIED = {
  create: 'tried to create this campaign',
  update: 'tried to update this campaign',
  transition: "tried to change this campaign's status",
} as const;

const NOT_READ: Readonly<Record<Extract<FailureCause, { code: 'not-read-back' }>['why'], string>> = {
  'no-id': 'its answer contains no campaign ID',
  'other-id': 'its answer names a different campaign',
  missing: 'then reported that the campaign does not exist',
  unreadable: 'the campaign could not be read afterward',
};

type NotRecorded = Extract<FailureCause, { code: 'not-recorded' }>;

const NOT_RECORDED =
  'The outcome was not recorded. The next apply reads the campaign and records what it finds.';

const OUTCOME: Readonly<Record<NotRecorded['outcome'], Phrase>> = {
  'nothing-sent': say`Nothing was sent.`,
  // The clone of a workflow is gone by the next apply.
  'in-this-clone': perMedium(
    'The outcome is stored only in this clone, and the next apply from here pushes it.',
    NOT_RECORDED,
  ),
  nowhere: say`${NOT_RECORDED}`,
  unknown: [],
};

/** Another step of the campaign may have been sent before. */
function outcomeWords({ outcome, step }: NotRecorded): Phrase {
  if (outcome !== 'nothing-sent' || step === undefined) return OUTCOME[outcome];
  const what = step === 'create' ? 'The creation' : step === 'update' ? 'The update' : step;
  return say`${what} was not sent.`;
}

const RUN = perMedium('run apply again.', 'run the apply workflow again.');

/** What to do depends on what git could not do, and on whether anything was sent before that. */
function recordAgain({ because, outcome }: NotRecorded): Phrase {
  const check = outcome === 'nothing-sent' ? [] : say`It first checks what was sent.`;
  return because.code === 'not-recorded' || because.code === 'work-open'
    ? joined(say`If git refused the push, allow pushes to ${code('campaigns-state/**')}. Then ${RUN}`, check)
    : describeRefusal(because).todo;
}

function describeRefused(refused: Refused, key: string, workspace: string): Message {
  const { step, status, serviceCode } = refused;
  const says = say`(${status} ${serviceCode}): ${complaints(refused)}`;
  switch (status) {
    case 400:
      return {
        why: say`The service rejected the campaign as invalid ${says}`,
        todo: correct(refused, workspace),
      };
    case 401:
      return step === 'PUBLISH'
        ? {
            why: say`Publishing uses the earlier version of the API, which refused the API key ${says}`,
            todo: say`That version may need a separate API key. ${perMedium(`To give it one, set publish_api_key_env for ${workspace} in campaigns/workspaces.yaml.`, 'Set the input api-key to a key that may also publish.')}`,
          }
        : {
            why: say`The service refused the API key ${says}`,
            todo: say`Check the API key of ${workspace}.`,
          };
    case 403:
      return {
        why: say`The API key isn't allowed to change this campaign ${says}`,
        todo: say`Give the API key ${step === 'PUBLISH' ? 'the scope that the service requires for publishing' : say`the scope ${code('campaigns:create_manage')}`}. If the campaign belongs to another team, remove the file, or ask that team to make the change.`,
      };
    case 404:
      return {
        why: say`The service no longer has this campaign ${says}`,
        todo: say`Check the ${code('base_url')} and ${code('app_key')} of ${workspace}. If the campaign is really gone, ${goneWithFile(key, workspace)}${AFTER_COMMAND}`,
      };
    case 409:
      return step === 'create'
        ? {
            why: say`The new campaign conflicts with another campaign or request ${says}`,
            todo: planAgain(workspace),
          }
        : {
            why: say`The campaign's current state doesn't allow this change ${says}`,
            todo: planAgain(workspace),
          };
    case 422:
      return {
        why: say`The service can't apply this change to the campaign in its current state ${says}`,
        todo: step === 'update' ? correctAfterPlan(workspace) : UNFIT[step],
      };
    default:
      return { why: say`The service refused this change ${says}`, todo: planAgain(workspace) };
  }
}

const CORRECT = perMedium(
  'Correct the file, then apply again.',
  'Correct the file in a pull request. Merging it applies the change.',
);

/** A field that needs a feature is refused, too, if workspaces.yaml lists a feature that the service doesn't have. */
function correct({ complaints: all }: Refused, workspace: string): Phrase {
  const features = new Set(all.flatMap(({ target }) => featureOf(target) ?? []));
  const [first] = all;
  return joined(
    first && isAuthor(first) ? otherAuthor(workspace) : CORRECT,
    ...[...features].map(
      (feature) =>
        say`If ${workspace} doesn't have the feature ${code(feature)}, remove the fields that need it, and remove ${code(feature)} from the ${code('features')} of ${workspace} in campaigns/workspaces.yaml.`,
    ),
  );
}

function planAgain(workspace: string): Phrase {
  return perMedium(
    `Run campaigns plan -w ${workspace} to see what is possible now.`,
    'Open a pull request that edits the file in any way. Its plan shows what is possible now.',
  );
}

const COMPLETE = say`Add what is missing to the file, or set another ${code('status')}.`;

function choose(workspace: string): Phrase {
  return perMedium(
    `Run campaigns plan -w ${workspace}. It lists them and says how to choose one.`,
    'Open a pull request that edits the file in any way. Its plan lists them and says how to choose one.',
  );
}

function correctAfterPlan(workspace: string): Phrase {
  return perMedium(
    `Correct the file, then apply again. To see what is possible now, run campaigns plan -w ${workspace}.`,
    'Correct the file in a pull request. Its plan shows what is possible now.',
  );
}

const UNFIT: Readonly<Record<Exclude<Refused['step'], 'update'>, Phrase>> = {
  create: CORRECT,
  PUBLISH: COMPLETE,
  PAUSE: COMPLETE,
  RESUME: COMPLETE,
  STOP: COMPLETE,
};

/** What the service complains about, each complaint with its place in the files if it has one. */
function complaints({ complaints: all, more }: Refused): Phrase {
  const each = all.map(complaintWords);
  const text = each.flatMap((one, at) => (at === 0 ? one : say`; ${one}`));
  return sentence(more > 0 ? say`${text}; and ${more} more` : text);
}

function complaintWords(complaint: Complaint): Phrase {
  const { target, message, place } = complaint;
  if (target === '') return say`${message}`;
  const what = message.includes(target) ? message : `${target}: ${message}`;
  if (place) return say`${{ kind: 'place', place }} ${what}`;
  return isAuthor(complaint) ? say`${what} (${FROM_GIT})` : say`${what}`;
}

/** Whether it is about a value that no campaign file has. */
function isAuthor({ target, place }: Complaint): boolean {
  return !place && AUTHORS.has(target);
}

function otherAuthor(workspace: string): Phrase {
  return say`${perMedium('Set', 'In a pull request, set')} ${code('actor')} for ${workspace} in campaigns/workspaces.yaml to a user that the service knows${perMedium(', then apply again.', '. Merging it applies the change.')}`;
}

const AUTHORS = new Set(['created_by', 'updated_by']);
const FROM_GIT = "taken from the author of the file's last commit, or from actor in workspaces.yaml";
