import type { ServiceRefusal } from '../../model/refusals/service-refusal.ts';
import { inTerminal, perPlace, say } from '../phrase.ts';
import { ended, type RefusalTable } from './refusal-table.ts';

export const SERVICE_REFUSALS: RefusalTable<ServiceRefusal> = {
  'no-api-key': ({ workspace, variable }) => ({
    message: say`There is no API key for ${workspace}.`,
    hint: perPlace(
      `Set the environment variable ${variable} to the API key (for the local service: local).`,
      'Give the input api-key, from a secret of this repository.',
    ),
  }),
  'no-publish-key': ({ workspace, variable }) => ({
    message: say`There is no API key for publishing in ${workspace}.`,
    hint: say`Set the environment variable ${variable} to the API key for the earlier version of the API.`,
  }),
  'bad-timeout': ({ variable, value }) => ({
    message: say`${variable} is "${value}", which is not a number of milliseconds.`,
    hint: say`Set it to a whole number from 1 to 9999999, or unset it: the default is 30000.`,
  }),
  'credential-refused': ({ workspace, variable, said }) => ({
    message: say`${ended(said)}`,
    hint: say`Check ${perPlace(`the API key in ${variable}`, 'the input api-key')}, and the app_key of ${workspace} in workspaces.yaml.`,
  }),
  'service-unreachable': ({ workspace, baseUrl, said }) => ({
    message: say`The campaign service could not be reached. ${ended(said)}`,
    hint: say`Check the base_url of ${workspace} (${baseUrl}), then run this again.${inTerminal(' To start the local service: campaigns serve')}`,
  }),
};
