import { describe, expect, test } from 'vitest';
import { BARE_PUSH, EVERYBODY, onAttribute, push } from '../../support/contract/bodies.ts';
import { clientOf, LOCAL, play } from '../../support/service/running.ts';

const QUEUED = { delivery_controls: { bypass_dnd: false, queuing_enabled: true, queue_duration: 12 } };
const LIMITED = {
  campaign_audience_limit: {
    ...{ is_campaign_audience_limit_enabled: true, metric: 'SENT', frequency: 'TOTAL', limit: 100 },
  },
};
const PER_SEND = { campaign_audience_limit: { ...LIMITED.campaign_audience_limit, frequency: 'INSTANCE' } };
const FILTER = { name: 'City', data_type: 'string', operator: 'is', value: 'Berlin' };
const UNNAMED = { segmentation_details: { included_filters: onAttribute(FILTER) } };
const NAMED = {
  segmentation_details: { included_filters: onAttribute({ ...FILTER, project_name: 'Shop' }) },
};

describe('features', () => {
  test.each<[string, readonly string[], object, string | null]>([
    ['queuing without it', [], QUEUED, 'delivery_controls.queuing_enabled'],
    ['queuing with it', ['queuing'], QUEUED, null],
    [
      'queuing for no time',
      ['queuing'],
      { delivery_controls: { queuing_enabled: true, queue_duration: 0 } },
      'delivery_controls.queue_duration',
    ],
    ['an audience limit without it', [], LIMITED, 'campaign_audience_limit'],
    ['an audience limit with it', ['audience_limit'], LIMITED, null],
    [
      'a limit per send of a one-time campaign',
      ['audience_limit'],
      PER_SEND,
      'campaign_audience_limit.frequency',
    ],
    ['a filter without project, no portfolio', [], UNNAMED, null],
    [
      'a filter without project, portfolio',
      ['portfolio'],
      UNNAMED,
      'segmentation_details.included_filters.filters.0.project_name',
    ],
    [
      'a filter without project in an inner group, portfolio',
      ['portfolio'],
      {
        segmentation_details: { included_filters: { filter_operator: 'or', filters: [onAttribute(FILTER)] } },
      },
      'segmentation_details.included_filters.filters.0.filters.0.project_name',
    ],
    ['a filter with project, portfolio', ['portfolio'], NAMED, null],
    ['a filter with project, no portfolio', [], NAMED, null],
  ])('%s', async (_case, features, components, target) => {
    const { client } = await play({ workspaces: [{ ...LOCAL, features }] });
    const created = await client.create({ ...BARE_PUSH, ...components });
    const updated = await client.update(await client.created(BARE_PUSH), components);
    if (target === null) {
      expect([created.status, updated.status], created.text).toEqual([201, 200]);
      return;
    }
    for (const answer of [created, updated]) {
      expect([answer.status, answer.at('error.code'), answer.at('error.target')]).toEqual([
        400,
        'VALIDATION_FAILED',
        target,
      ]);
    }
  });
});

describe('workspaces', () => {
  const other = { ...LOCAL, appKey: 'other', apiKey: 'else' };

  test('are completely separate, including idempotency keys', async () => {
    const { client, service } = await play({ workspaces: [LOCAL, other] });
    const stranger = clientOf(service, other);
    const key = '5e0b2d8f-2f61-4a7b-8f0e-6a1d9d6c0b01';
    const id = String((await client.create(BARE_PUSH, { key })).at('data.id'));
    expect((await stranger.get(id)).status).toBe(404);
    expect((await stranger.update(id, {})).status).toBe(404);
    const query = { limit: 15, page: 1, campaign_fields: { status: ['DRAFT'] } };
    expect((await stranger.search(query)).at('data.campaigns')).toEqual([]);
    expect((await stranger.create(BARE_PUSH, { key })).at('data.id')).not.toBe(id);
  });

  test('the key of one workspace is not valid for another', async () => {
    const { service } = await play({ workspaces: [LOCAL, other] });
    const mixed = clientOf(service, { ...LOCAL, apiKey: other.apiKey });
    expect((await mixed.create(BARE_PUSH)).status).toBe(401);
  });

  test('a credential without scopes neither updates nor publishes; everything else needs none', async () => {
    const { client, control } = await play({ workspaces: [{ ...LOCAL, scopes: [] }] });
    const id = 'abcabcabcabcabcabcabcabc';
    await control('POST', 'campaigns', { campaigns: [{ ...push('EVENT_TRIGGERED'), id }] });
    const changes = [await client.update(id, { segmentation_details: EVERYBODY }), await client.publish(id)];
    expect(changes.map((answer) => [answer.status, answer.at('error.code')])).toEqual(
      changes.map(() => [403, 'FORBIDDEN']),
    );
    const reads = [
      await client.get(id),
      await client.validate(id),
      await client.search({ limit: 1, page: 1 }),
    ];
    expect(reads.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await client.create(BARE_PUSH)).status).toBe(201);
  });
});
