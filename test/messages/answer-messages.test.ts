import { expect, it } from 'vitest';
import { problemText } from '../../src/messages/answer-messages.ts';
import type { AnswerContent, AnswerProblem, RecordProblem } from '../../src/model/answer-problem.ts';
import type { CampaignId } from '../../src/model/campaign.ts';

const ID = '64a1' as CampaignId;
const notBefore = Date.parse('2031-01-01T09:14:05.000Z');
const broken = { baseUrl: 'https://api.example.com/', error: 'ECONNREFUSED' };
const unexpected = (content: AnswerContent): AnswerProblem => ({ code: 'unexpected', status: 502, content });
const malformed = (problem: RecordProblem): AnswerProblem => ({ code: 'malformed-record', problem });

/** Each problem, and what its sentence must not leave out. */
it.each<readonly [problem: AnswerProblem, parts: readonly string[]]>([
  [{ code: 'no-connection', ...broken }, [broken.baseUrl, broken.error]],
  [{ code: 'connection-broke', ...broken }, [broken.baseUrl, broken.error]],
  [unexpected({ kind: 'html', quoted: '<p title="x">' }), ['502', '<p title=\\"x\\">']],
  [unexpected({ kind: 'json', quoted: '{"data":[]}' }), ['502', '{"data":[]}']],
  [unexpected({ kind: 'text', quoted: 'bad gateway' }), ['502', '"bad gateway"']],
  [{ ...unexpected({ kind: 'empty' }), notBefore }, ['502', '2031-01-01 09:14:05 UTC']],
  [unexpected({ kind: 'error', serviceCode: 'E', said: 'Try again.' }), ['502', 'E: Try again.']],
  [
    { code: 'refused', status: 403, serviceCode: 'FORBIDDEN', said: 'Not yours' },
    ['403', 'FORBIDDEN: Not yours'],
  ],
  [{ code: 'too-many-requests' }, []],
  [{ code: 'too-many-requests', waitMs: 300_000, notBefore }, ['300 seconds', '2031-01-01 09:14:05 UTC']],
  [{ code: 'lost-then-limited', notBefore }, ['2031-01-01 09:14:05 UTC']],
  [{ code: 'lost-then-refused', status: 409, said: 'In progress' }, ['409', 'In progress']],
  [malformed({ code: 'not-an-object' }), []],
  [malformed({ code: 'no-id' }), []],
  [malformed({ code: 'no-status', id: ID }), [ID]],
  [malformed({ code: 'no-channel-or-type', id: ID }), [ID]],
  [malformed({ code: 'component-not-an-object', id: ID, component: 'utm_params' }), [ID, 'utm_params']],
  [{ code: 'incomplete-record', campaignId: ID }, [ID]],
  [{ code: 'live-version-hidden', campaignId: ID }, [ID]],
  [{ code: 'endless-search' }, []],
  [{ code: 'search-without-list' }, []],
  [{ code: 'no-such-campaign' }, []],
  [{ code: 'not-asked' }, []],
  [{ code: 'not-passed', campaignId: ID }, [ID]],
])('%j is one or more sentences with all that is known', (problem, parts) => {
  const text = problemText(problem);
  expect(text).toMatch(/^[A-Z].*\.$/);
  expect(text).not.toMatch(/undefined|null|\[object|\.\.| {2}/);
  for (const part of parts) expect(text).toContain(part);
});
