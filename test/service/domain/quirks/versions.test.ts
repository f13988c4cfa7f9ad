import { describe, expect, test } from 'vitest';
import { EVERYBODY, inAnHour, push, type Body } from '../../../support/contract/bodies.ts';
import { FIRST_PAGE, UTM } from '../../../support/contract/operations.ts';
import { listAt, lookUp } from '../../../support/contract/reply.ts';
import { LOCAL, play, type Playground } from '../../../support/service/running.ts';

const VERSIONED = [{ ...LOCAL, features: ['versioning'] }];
const DRAFTS = { workspaces: VERSIONED, quirks: ['draft-versions'] };
const utm = (utm_source: string): Body => ({ utm_params: { utm_source, utm_medium: 'push' } });

/** Every document of a campaign in a search: its version, its status and its `utm_params`. */
async function documents({ client }: Playground, campaign: string) {
  const status = ['DRAFT', 'SCHEDULED', 'ACTIVE', 'PAUSED', 'SENT'];
  const answer = await client.search({ ...FIRST_PAGE, campaign_fields: { ids: [campaign], status } });
  const rows = listAt(answer, 'data.campaigns').map((row) =>
    ['version_number', 'status', 'utm_params.utm_source'].map((field) => lookUp(row, field)),
  );
  return rows.toSorted((one, other) => Number(one[0]) - Number(other[0]));
}

async function paused({ client }: Playground): Promise<string> {
  const id = await client.published(push('EVENT_TRIGGERED'));
  await client.act(id, 'PAUSE');
  return id;
}

/** Open point S7. */
describe('draft-versions', () => {
  test.each<[string, (played: Playground) => Promise<string>]>([
    ['ACTIVE', ({ client }) => client.published(push('EVENT_TRIGGERED'))],
    ['PAUSED', paused],
    [
      'SCHEDULED',
      async ({ client }) =>
        client.published(push('ONE_TIME', { scheduling_details: inAnHour(await client.now()) })),
    ],
  ])('updates of a campaign that is %s make one DRAFT above it', async (status, make) => {
    const played = await play(DRAFTS);
    const { client } = played;
    const live = await make(played);
    const answer = await client.update(live, utm('second'));
    const draft = String(answer.at('data.id'));
    expect([answer.status, draft === live]).toEqual([200, false]);
    expect((await client.get(draft)).at('data')).toMatchObject({ id: draft, campaign_id: live });
    expect((await client.get(live)).at('data.id')).toBe(live);
    for (const id of [live, draft]) {
      expect((await client.update(id, utm(`by ${id}`))).at('data.id')).toBe(draft);
      expect(await documents(played, live)).toEqual([
        [1, status, undefined],
        [2, 'DRAFT', `by ${id}`],
      ]);
    }
  });

  test('publishing the DRAFT makes it the live document', async () => {
    const played = await play(DRAFTS);
    const { client } = played;
    const first = await paused(played);
    const second = String((await client.update(first, utm('second'))).at('data.id'));
    expect((await client.publish(second)).status).toBe(204);
    expect(await documents(played, first)).toEqual([
      [1, 'PAUSED', undefined],
      [2, 'PAUSED', 'second'],
    ]);
    expect((await client.get(first)).at('data.id')).toBe(second);
    expect((await client.update(second, utm('third'))).status).toBe(200);
    expect((await documents(played, first)).at(-1)).toEqual([3, 'DRAFT', 'third']);
  });

  test('status actions and locks are those of the live document, and the DRAFT stays one', async () => {
    const played = await play(DRAFTS);
    const { client } = played;
    const live = await client.published(push('EVENT_TRIGGERED'));
    const draft = String((await client.update(live, utm('second'))).at('data.id'));
    for (const id of [live, draft])
      expect((await client.update(id, { segmentation_details: EVERYBODY })).status).toBe(409);
    expect((await client.act(draft, 'PAUSE')).status).toBe(200);
    expect((await client.act(live, 'RESUME')).status).toBe(200);
    expect((await client.act(live, 'PAUSE')).status).toBe(200);
    expect(await documents(played, live)).toEqual([
      [1, 'PAUSED', undefined],
      [2, 'DRAFT', 'second'],
    ]);
  });
});

/** Open points S7 and W3. */
describe('document-ids', () => {
  test('only the ID of the newest document names a campaign in a path', async () => {
    const { client } = await play({ workspaces: VERSIONED, quirks: ['document-ids'] });
    const first = await client.published(push('EVENT_TRIGGERED'));
    const campaign = String((await client.get(first)).at('data.campaign_id'));
    const second = String((await client.update(first, UTM)).at('data.id'));
    for (const id of [campaign, first]) {
      const answers = [
        await client.get(id),
        await client.update(id, UTM),
        await client.validate(id),
        await client.act(id, 'PAUSE'),
        await client.publish(id),
        await client.executions(id, FIRST_PAGE),
      ];
      expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404, 404]);
    }
    expect((await client.get(second)).at('data')).toMatchObject({ campaign_id: campaign, version_number: 2 });
  });
});
