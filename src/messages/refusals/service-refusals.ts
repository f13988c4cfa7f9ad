import type { ServiceRefusal } from '../../model/refusals/service-refusal.ts';
import { describeProblem } from '../answer-messages.ts';
import { capitalized, inTerminal, joined, perMedium, say, sentence } from '../phrase.ts';
import type { AddressFault } from '../../model/live-answer.ts';
import { isLoopback, isOnThisMachine, LOCAL_PORT } from '../../model/workspace.ts';
import type { RefusalTable } from './refusal-table.ts';

export const SERVICE_REFUSALS: RefusalTable<ServiceRefusal> = {
  'no-api-key': ({ workspace, variable, isLocal }) => ({
    message: say`There is no API key for ${workspace}.`,
    hint: perMedium(
      `Set the environment variable ${variable} to the API key${isLocal ? ' (for the local service: local)' : ''}.`,
      'Set the input api-key from a secret of this repository.',
    ),
  }),
  'no-publish-key': ({ workspace, variable }) => ({
    message: say`There is no API key for publishing in ${workspace}.`,
    hint: say`Set the environment variable ${variable} to the API key for the earlier version of the API.`,
  }),
  'bad-timeout': ({ variable, value }) => ({
    message: say`${variable} is "${value}", which isn't a number of milliseconds.`,
    hint: say`Set it to a whole number from 1 to 9999999, or unset it: the default is 30000.`,
  }),
  'credential-refused': ({ workspace, variable, problem }) => ({
    message:
      problem.code === 'refused'
        ? sentence(
            say`The service refused the API key (${problem.status} ${problem.serviceCode}): ${problem.said}`,
          )
        : describeProblem(problem),
    hint: say`Check ${perMedium(`the API key in ${variable}`, 'the input api-key')}, and the app_key of ${workspace} in workspaces.yaml.`,
  }),
  'wrong-address': ({ workspace, baseUrl, why, place, problem }) => {
    const correct = say`correct the base_url of ${workspace}${betterAddress(baseUrl, why)}, then run this again.`;
    const correctThere = place ? say`${{ kind: 'place', place }}: ${correct}` : correct;
    // The service itself may be failing, so the address is only the second guess.
    if (why === 'closed')
      return {
        message: joined(
          say`The server at ${baseUrl} closed the connection without an answer.`,
          describeProblem(problem),
        ),
        hint: say`Check that the campaign service runs there. If that server expects https:, ${correctThere}`,
      };
    return {
      message: joined(
        say`${baseUrl} isn't the address of the campaign service: ${WRONG_ADDRESS[why]}.`,
        describeProblem(problem),
      ),
      hint: capitalized(correctThere),
    };
  },
  'service-unreachable': ({ workspace, baseUrl, problem }) => ({
    message: joined(say`The campaign service could not be reached.`, describeProblem(problem)),
    hint: say`Check the base_url of ${workspace} (${baseUrl}), then run this again.${isOnThisMachine({ baseUrl }) ? inTerminal(` To start the local service: campaigns serve${portOf(baseUrl)}`) : ''}`,
  }),
};

/** The option for another port than the usual one, from which `base_url` expects the local service. */
function portOf(baseUrl: string): string {
  const { port, protocol } = new URL(baseUrl);
  const expected = port || (protocol === 'https:' ? '443' : '80');
  return Number(expected) === LOCAL_PORT ? '' : ` --port ${expected}`;
}

const WRONG_ADDRESS: Readonly<Record<Exclude<AddressFault, 'closed'>, string>> = {
  'not-https': 'base_url begins with https:, but the server there speaks http:',
  'web-page': 'the server there answers with web pages',
  'no-such-path': "the server there doesn't know the paths of the API",
  redirect: 'the server there redirects, and an API key is never sent to the target of a redirect',
};

/** What to write instead, if the address itself shows it. */
function betterAddress(baseUrl: string, why: AddressFault): string {
  const { protocol, host, hostname, pathname } = new URL(baseUrl);
  if (why === 'closed') return ` (for example https://${host}/)`;
  if (why === 'not-https') return isLoopback(hostname) ? ` (for example http://${host}/)` : '';
  return pathname === '/' ? '' : ` (it may be ${protocol}//${host}/, without the path ${pathname})`;
}
