import { expect, it } from 'vitest';
import type { Answer } from '../../src/apply/ports.ts';
import type { JsonObject, JsonValue } from '../../src/model/json.ts';
import type { CampaignService } from '../../src/remote/campaign-service.ts';
import { readMeta } from '../../src/remote/campaign-meta.ts';
import { campaignId } from '../support/builders.ts';

const ID = campaignId('64a1b2c3d4e5f60718293041');
const details = { count: 41_000, last_updated_time: '2024-11-27T09:05:42.661000' };

/** A service that answers each question in turn. */
function answering(...answers: readonly Answer[]) {
  const left = [...answers];
  const asked: JsonObject[] = [];
  const read = (_: string, { body = {} }: { readonly body?: JsonObject }) => {
    asked.push(body);
    const answer = left.shift();
    if (!answer) throw new Error('asked once too often');
    return Promise.resolve(answer);
  };
  const counted: CampaignService['counted'] = (_, act) => act(() => undefined);
  return { service: { read, counted }, asked };
}

const rows = (campaigns: JsonValue): Answer => ({ kind: 'done', data: { campaigns }, responseId: null });
const row = (more: JsonObject): JsonObject => ({ campaign_id: ID, ...more });

it.each<
  readonly [
    what: string,
    campaigns: readonly JsonObject[],
    estimate: object | undefined,
    rejection: string | undefined,
  ]
>([
  [
    'an estimate',
    [row({ reachability_details: details })],
    { count: 41_000, at: '2024-11-27T09:05:42.661Z' },
    undefined,
  ],
  ['none yet', [row({ reachability_details: null })], undefined, undefined],
  ['no field for it', [row({})], undefined, undefined],
  ['a rejection', [row({ rejection_comment: 'No discount.' })], undefined, 'No discount.'],
  ['an empty rejection', [row({ rejection_comment: ' ' })], undefined, undefined],
  [
    'both of two versions',
    [row({ version_number: 2, rejection_comment: 'Why?' }), row({ reachability_details: details })],
    { count: 41_000, at: '2024-11-27T09:05:42.661Z' },
    'Why?',
  ],
  [
    'a wrong count and a wrong time',
    [row({ reachability_details: { ...details, count: '9' } }), row({ reachability_details: { count: 9 } })],
    undefined,
    undefined,
  ],
])('reads %s', async (_, campaigns, estimate, rejection) => {
  const { service, asked } = answering(rows(campaigns));
  expect((await readMeta(service, [ID])).get(ID)).toEqual({ estimate, rejection });
  expect(asked).toMatchObject([{ limit: 15, page: 1, campaign_fields: { id: ID } }]);
});

it.each<readonly [what: string, campaigns: JsonValue]>([
  ['another campaign', [{ campaign_id: 'other', reachability_details: details }]],
  ['no campaign', []],
  ['no list', { rows: [] }],
])('does not use an answer with %s', async (_, campaigns) => {
  const { service } = answering(rows(campaigns));
  expect((await readMeta(service, [ID])).get(ID)).toBeUndefined();
});

it('asks no more once there was no answer', async () => {
  const problem = { code: 'too-many-requests' } as const;
  const silent: Answer = { kind: 'unclear', cause: 'unreachable', problem };
  const ids = Array.from({ length: 30 }, (_, at) => campaignId(`id-${at}`));
  const { service, asked } = answering(...Array.from({ length: 30 }, () => silent));
  const answers = await readMeta(service, ids);
  expect([...answers.values()].every((one) => one === undefined)).toBe(true);
  expect(answers.size).toBe(30);
  expect(asked.length).toBeLessThanOrEqual(4);
});
