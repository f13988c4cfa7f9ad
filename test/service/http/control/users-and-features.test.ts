import { describe, expect, test } from 'vitest';
import { BARE_PUSH } from '../../../support/contract/bodies.ts';
import { clientOf, LOCAL, play } from '../../../support/service/running.ts';

const OTHER = { ...LOCAL, appKey: 'other', apiKey: 'else' };
const ADA = { id: 'ada', email: 'ada@example.com', push_id: 'p1', attributes: { 'First Name': 'Ada' } };

describe('control: users', () => {
  test.each([
    [{}, 'users'],
    [{ users: [7] }, 'users.0'],
    [{ users: [ADA, { id: '' }] }, 'users.1.id'],
    [{ users: [{ id: 'a', email: 5 }] }, 'users.0.email'],
    [{ users: [{ id: 'a', push_id: [] }] }, 'users.0.push_id'],
    [{ users: [{ id: 'a', attributes: [] }] }, 'users.0.attributes'],
    [{ users: [], app_key: 'nobody' }, 'app_key'],
  ])('refuses all of %j', async (body, target) => {
    const { control } = await play();
    expect(await control('POST', 'users', body)).toMatchObject({ status: 400, value: { error: { target } } });
  });
});

describe('control: features', () => {
  const queuing = { ...BARE_PUSH, delivery_controls: { queuing_enabled: true, queue_duration: 2 } };

  test('are set for one workspace, until the next reset', async () => {
    const { client, control, service } = await play({ workspaces: [LOCAL, OTHER] });
    expect((await client.create(queuing)).status).toBe(400);
    const order = { features: ['queuing'] };
    expect(await control('POST', 'features', order)).toEqual({ status: 200, value: order });
    expect((await client.create(queuing)).status).toBe(201);
    expect((await clientOf(service, OTHER).create(queuing)).status).toBe(400);
    await control('POST', 'features', { ...order, app_key: 'other' });
    expect((await clientOf(service, OTHER).create(queuing)).status).toBe(201);
    await control('POST', 'reset');
    expect((await client.create(queuing)).status).toBe(400);
  });

  test.each([{}, { features: 'queuing' }, { features: ['flying'] }, { features: [], app_key: 'nobody' }])(
    'refuses the request %j',
    async (order) => {
      const { control } = await play();
      expect((await control('POST', 'features', order)).status).toBe(400);
    },
  );
});

describe('control: names an unknown field', () => {
  test.each([
    ['campaigns', { campaign: [], campaigns: [] }, 'campaign'],
    ['campaigns', { campaigns: [], appkey: 'local' }, 'appkey'],
    ['users', { users: [], workspace: 'local' }, 'workspace'],
    ['users', { users: [ADA, { id: 'bob', emial: 'bob@example.com' }] }, 'users.1.emial'],
    ['users', { users: [{ id: 'bob', first_name: 'Bob' }] }, 'users.0.first_name'],
    ['features', { features: [], on: true }, 'on'],
    ['quirks', { quirks: [], quirk: 'merge-updates' }, 'quirk'],
  ])('%s: %j', async (path, body, target) => {
    const { control } = await play();
    expect(await control('POST', path, body)).toMatchObject({ status: 400, value: { error: { target } } });
  });
});
