import { readRemedy, type ReadRemedy } from '../../model/answer-problem.ts';
import type { BindingRefusal } from '../../model/refusals/binding-refusal.ts';
import { describeProblem } from '../answer-messages.ts';
import { keyFaultWords } from '../key-fault-messages.ts';
import { code, command, joined, perMedium, say, type Phrase } from '../phrase.ts';
import { suggested } from './repository-refusals.ts';
import { ended, type RefusalTable } from './refusal-table.ts';

export const BINDING_REFUSALS: RefusalTable<BindingRefusal> = {
  'not-managed': ({ key, workspace }) => ({
    message: say`${key} isn't managed in ${workspace}.`,
    hint: seeManaged(workspace),
  }),
  'invalid-key': ({ key, fault }) => ({
    message: say`${key} can't be a key: ${ended(keyFaultWords(fault))}`,
    hint: say`Choose another key, such as ${code('promo/black-friday')}.`,
  }),
  'key-bound': ({ key, campaignId, workspace }) => ({
    message: say`${key} is already bound to ${campaignId}.`,
    hint: joined(say`Choose another key.`, seeManaged(workspace)),
  }),
  'campaign-bound': ({ campaignId, key, workspace }) => ({
    message: say`${campaignId} is already bound to ${key}.`,
    hint: joined(say`Keep that key, or choose another campaign.`, seeManaged(workspace)),
  }),
  'work-open': ({ key, workspace }) => ({
    message: say`An earlier run may have sent a change to ${key}, and the result isn't known yet.`,
    hint: say`${perMedium('To find out, run: ', '')}${command(`campaigns apply -w ${workspace}`, 'Run the apply workflow to find out.')}`,
  }),
  'creation-not-searched': ({ key }) => ({
    message: say`The service did not say whether an earlier run created ${key}, so no campaigns were forgotten.`,
    hint: say`Run this again when the service works again.`,
  }),
  'creation-found': ({ key, workspace, found }) => ({
    message: say`An earlier run may have created ${key}: ${found
      .map(({ id, status }) => `${id} (${status})`)
      .sort()
      .join(', ')}.`,
    hint: say`${found.length > 1 ? 'If one of them is the campaign' : 'If this is the campaign'}, ${perMedium('bind it to the file instead: ', '')}${command(`campaigns import ${found.length === 1 ? (found[0]?.id ?? 'ID') : 'ID'} --key ${key} --adopt -w ${workspace}`, 'ask an engineer to link it to the file with the import command')}. Otherwise, rename ${found.length > 1 ? 'them' : 'it'} in the service, then run this again.`,
  }),
  'no-campaign-file': ({ key, workspace, known }) => ({
    message: say`There is no campaign file ${key} for ${workspace}.`,
    hint: known.length === 0 ? say`Add its file first.` : suggested(key, known),
  }),
  'no-live-campaign': ({ campaignId, workspace }) => ({
    message: say`The service has no campaign ${campaignId} in ${workspace}.`,
    hint: say`Copy the ID from the service, and check the app_key of ${workspace} in workspaces.yaml.`,
  }),
  'campaign-unreadable': ({ campaignId, problem }) => ({
    message: joined(say`The campaign ${campaignId} could not be read.`, describeProblem(problem)),
    hint: READ_AGAIN[readRemedy(problem)],
  }),
  'not-manageable': ({ campaignId, why }) => ({
    message: say`${campaignId} can't be managed from a file: ${READ_ONLY[why]}.`,
    hint: say`Choose another campaign, and edit this one in the service.`,
  }),
  'other-type': ({ campaignId, live, file, wanted }) => ({
    message: say`${campaignId} is ${live}, and ${file} says ${wanted}. A file can't change a campaign's type.`,
    hint: say`Choose another campaign, or correct the file.`,
  }),
};

const READ_AGAIN: Readonly<Record<ReadRemedy, Phrase>> = {
  retry: say`Run this again when the service works again.`,
  access: say`Give the API key access to this campaign in the service, then run this again.`,
  deleted: say`Copy the ID from the service.`,
  check: say`Open the campaign in the service, and correct or report what is wrong there.`,
};

const READ_ONLY = {
  'flow-node': 'it is a node of a flow',
  child: 'it is one send of a periodic campaign',
  channel: 'its channel is read-only in this API',
} as const;

function seeManaged(workspace: string): Phrase {
  return perMedium(
    `To list managed campaigns: campaigns state list -w ${workspace}`,
    'List managed campaigns with the state list command.',
  );
}
