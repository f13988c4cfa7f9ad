import { expect, it } from 'vitest';
import { describeFailure, failureText } from '../../src/messages/failure-messages.ts';
import { firstPlace, joined, plainTextOnGitHub } from '../../src/messages/phrase.ts';
import { describeStale } from '../../src/messages/stale-messages.ts';
import { key } from '../support/builders.ts';
import { FAILURE_EXAMPLES, PLACE, refused, STALE_EXAMPLES } from '../support/failure-examples.ts';

const MESSAGES = [
  ...FAILURE_EXAMPLES.map(
    (cause) => [cause, describeFailure({ key: key('a'), cause, responseId: null }, 'local')] as const,
  ),
  ...STALE_EXAMPLES.map((cause) => [cause, describeStale({ key: key('a'), cause }, 'production')] as const),
];

it.each(MESSAGES)('%j says what happened and what to do', (_, { why, todo }) => {
  for (const one of [why, todo]) expect(plainTextOnGitHub(one)).toMatch(/^[A-Z](?:(?! {2}).)*[.!?]$/s);
});

it.each(MESSAGES)('%j names neither options nor command lines on GitHub', (_, { why, todo }) => {
  expect(plainTextOnGitHub(joined(why, todo))).not.toMatch(/--[a-z]|\bcampaigns (import|state|plan|apply)/);
});

it('no two failures read the same', () => {
  const texts = MESSAGES.map(([, { why, todo }]) => plainTextOnGitHub(joined(why, todo)));
  expect(new Set(texts).size).toBe(texts.length);
});

it('a refusal names the place in the file', () => {
  const failed = { key: key('a'), cause: refused(400), responseId: null };
  expect(failureText(failed, 'local')).toBe(
    'The service rejected the campaign as invalid (400 SOME_CODE): campaigns/a.yaml:3:5 utm_params.utm_source: is wrong. Correct the file, then apply again.',
  );
  expect(firstPlace(describeFailure(failed, 'local').why)).toEqual(PLACE);
});

it('an author that the service refuses is explained: no file says it', () => {
  const cause = refused(400, {
    complaints: [{ target: 'created_by', message: 'is unknown', place: undefined }],
  });
  expect(failureText({ key: key('a'), cause, responseId: null }, 'local')).toContain(
    "created_by: is unknown (taken from the author of the file's last commit, or from actor in workspaces.yaml).",
  );
});

it.each([
  ['delivery_controls.queue_duration', 'queuing'],
  ['delivery_controls.queuing_enabled', 'queuing'],
  ['campaign_audience_limit', 'audience_limit'],
  ['campaign_audience_limit.limit', 'audience_limit'],
])('if the service refuses %s, it may lack a feature that workspaces.yaml lists', (target, feature) => {
  const cause = refused(400, { complaints: [{ target, message: "can't be used", place: PLACE }] });
  expect(failureText({ key: key('a'), cause, responseId: null }, 'local')).toContain(
    `Correct the file, then apply again. If local doesn't have the feature ${feature}, remove the fields that need it, and remove ${feature} from the features of local in campaigns/workspaces.yaml.`,
  );
});
