import type { ChangeParams, FailureParams, StaleParams } from '../../model/reasons.ts';
import { PAST_TENSE } from '../advice.ts';
import { componentList } from '../field-names.ts';
import { code, joined, run, say, sentence, type Phrase } from '../phrase.ts';
import { complaintList, describeProblem } from './faults.ts';
import { REFUSALS } from './refusals.ts';
import { messageFor, row, saidFor, type Catalog } from './row.ts';

/** What a row needs besides the parameters of its code. */
type Placed<Params> = { [Code in keyof Params]: Params[Code] & { readonly workspace: string } };

/** Why a change failed. */
export const FAILURES: Catalog<Placed<FailureParams>> = {
  refused: ({ step, status, serviceCode, complaints, more, workspace }) =>
    row`The service refused ${step === 'create' || step === 'update' ? `the ${step} request` : step} (${status} ${serviceCode}): ${complaintList(complaints, more)} — ${refusedAdvice(status, workspace)}`,
  unreadable: ({ before, problem }) => row`
    ${joined(say`The campaign could not be read${before === 'write' ? ' right before the change, so nothing was sent' : ''}.`, problem ? describeProblem(problem) : [])}
    — Apply again. If it fails again, check the campaign in the service.`,
  unreachable: ({ problem }) =>
    row`${joined(describeProblem(problem), say`Nothing was sent.`)} — Apply again when the service answers.`,
  unclear: ({ found, problem, workspace }) => [
    joined(problem ? describeProblem(problem) : [], say`${UNCLEAR[found]}, so the result isn't known.`),
    found === 'several' ? plan(workspace) : say`Apply again. It first checks whether the change was made.`,
  ],
  'not-read-back': ({ why, problem }) => row`
    ${joined(say`The service accepted the change, but ${why === 'missing' ? 'then reported that the campaign does not exist' : 'the campaign could not be read afterward'}.`, problem ? describeProblem(problem) : [])}
    — Apply again. It first reads the campaign.`,
  'not-reached': ({ action, shown, expected }) => [
    shown === null
      ? say`${action} was not sent, because the service doesn't show all the changes that were sent before it.`
      : say`The service accepted ${action}, but shows ${shown}${expected === undefined ? '' : `, not ${expected}`}.`,
    expected === undefined
      ? say`Apply again in 5 minutes. It first reads the campaign.`
      : say`Check the campaign in the service.`,
  ],
  'maybe-made': ({ action, status, serviceCode, said, shown }) => row`
    The service refused ${action} (${status} ${serviceCode}): ${sentence(say`${said}`)} It ${shown === undefined ? 'could not be read afterward' : `still shows ${shown}`}, so the campaign may already be ${PAST_TENSE[action]}.
    — Apply again in 5 minutes. If the status is still wrong then, check the campaign in the service.`,
  interrupted: () =>
    row`The run ended before it sent this change. — Apply again. It continues with this change.`,
  'not-recorded': ({ because, outcome }) => {
    const { why, todo } = messageFor(REFUSALS, because);
    const left =
      outcome === 'nothing-sent' ? 'Nothing was sent.' : 'The next apply first checks what was sent.';
    return [joined(why, say`${left}`), todo];
  },
};

/** Why a planned change was not sent: something changed since the plan. */
export const STALE: Catalog<Placed<StaleParams>> = {
  overtaken: ({ commit, isNewer }) =>
    row`Another run has applied ${isNewer ? 'a newer' : 'another'} commit, ${commit.slice(0, 7)}. — Apply again from the newest commit.`,
  'other-run': ({ workspace }) =>
    row`Another run has changed this campaign since the plan was made. — ${plan(workspace)}`,
  changed: (change) =>
    row`${saidFor(CHANGED, change, 'what')} after the plan was made. — ${plan(change.workspace)}`,
};

const GONE = say`The live campaign or its file changed or was removed`;

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

const CHANGED: Catalog<ChangeParams, Phrase> = {
  'file-gone': () => GONE,
  gone: () => GONE,
  plan: () => GONE,
  type: ({ live, recorded }) => say`Its type changed from ${recorded} to ${live}`,
  status: ({ from, to }) => say`Its status changed from ${from} to ${to}`,
  locked: ({ status }) => say`Its status became ${status}, in which it can't be edited,`,
  components: ({ components }) => say`In the service, ${componentList(components)} changed`,
  name: ({ campaignId }) =>
    say`A campaign with the same name, channel and type appeared in the service (${campaignId})`,
};
