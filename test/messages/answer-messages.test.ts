import { expect, it } from 'vitest';
import { problemText } from '../../src/messages/answer-messages.ts';
import type { AnswerProblem } from '../../src/model/answer-problem.ts';
import type { CampaignId } from '../../src/model/campaign.ts';

const ID = '64a1' as CampaignId;
const at = Date.parse('2031-01-01T09:14:05.000Z');
const baseUrl = 'https://api.example.com/';

it.each<readonly [problem: AnswerProblem, text: string]>([
  [
    { code: 'no-connection', baseUrl, error: 'ECONNREFUSED' },
    'The service at https://api.example.com/ did not answer (ECONNREFUSED).',
  ],
  [
    { code: 'connection-broke', baseUrl, error: 'UND_ERR_SOCKET' },
    'The connection to https://api.example.com/ broke before the answer was complete (UND_ERR_SOCKET).',
  ],
  [
    { code: 'unexpected', status: 200, content: { kind: 'html', quoted: '<p title="x">' } },
    'The service answered 200 with HTML instead of JSON: "<p title=\\"x\\">".',
  ],
  [
    { code: 'unexpected', status: 200, content: { kind: 'json', quoted: '{"data":[]}' } },
    'The service answered 200 with JSON in an unknown format: {"data":[]}.',
  ],
  [
    { code: 'unexpected', status: 502, content: { kind: 'text', quoted: 'bad gateway' } },
    'The service answered 502 with something that is not JSON: "bad gateway".',
  ],
  [
    { code: 'unexpected', status: 503, content: { kind: 'empty' }, notBefore: at },
    'The service answered 503 with an empty body. It accepts no requests until 2031-01-01 09:14:05 UTC.',
  ],
  [
    { code: 'unexpected', status: 500, content: { kind: 'error', serviceCode: 'E', said: 'Try again.' } },
    'The service answered 500 with E: Try again.',
  ],
  [
    { code: 'refused', status: 403, serviceCode: 'FORBIDDEN', said: 'Not yours' },
    'The service refused: 403 FORBIDDEN: Not yours.',
  ],
  [{ code: 'too-many-requests' }, 'The service keeps answering that there were too many requests.'],
  [
    { code: 'too-many-requests', waitMs: 300_000, notBefore: at },
    'The service accepts no requests for 300 seconds, until 2031-01-01 09:14:05 UTC. Run this again after that.',
  ],
  [
    { code: 'lost-then-limited', notBefore: at },
    'The answer to a request was lost, and the retry was refused because there were too many requests. The service accepts no requests until 2031-01-01 09:14:05 UTC.',
  ],
  [
    { code: 'lost-then-refused', status: 409, said: 'In progress' },
    'The answer to a request was lost, and the retry was refused: 409 In progress.',
  ],
  [
    { code: 'malformed-record', problem: { code: 'not-an-object' } },
    "The service's answer is malformed: a row is not an object.",
  ],
  [
    { code: 'malformed-record', problem: { code: 'no-id' } },
    "The service's answer is malformed: a row has no id.",
  ],
  [
    { code: 'malformed-record', problem: { code: 'no-status', id: ID } },
    "The service's answer is malformed: 64a1 has no status.",
  ],
  [
    { code: 'malformed-record', problem: { code: 'no-channel-or-type', id: ID } },
    "The service's answer is malformed: 64a1 has no channel or delivery type.",
  ],
  [
    {
      code: 'malformed-record',
      problem: { code: 'component-not-an-object', id: ID, component: 'utm_params' },
    },
    "The service's answer is malformed: utm_params of 64a1 is not an object.",
  ],
  [{ code: 'incomplete-record', campaignId: ID }, 'The service returned an incomplete record of 64a1.'],
  [
    { code: 'live-version-hidden', campaignId: ID },
    'The service shows the unpublished draft of 64a1, but not the live version.',
  ],
  [{ code: 'endless-search' }, 'A search for campaigns did not end: there was always another page.'],
  [{ code: 'search-without-list' }, 'The answer to a search has no list of campaigns.'],
  [{ code: 'no-such-campaign' }, 'The service has no campaign with this ID.'],
  [{ code: 'not-asked' }, 'The run did not request it from the service.'],
  [{ code: 'not-passed', campaignId: ID }, 'No record of 64a1 was passed.'],
])('words %j', (problem, text) => {
  expect(problemText(problem)).toBe(text);
});
