import { describe, expect, test } from 'vitest';
import { startService } from '../../../../src/service/http/start-service.ts';
import { push } from '../../../support/contract/bodies.ts';
import { LOCAL, play } from '../../../support/service/running.ts';

describe('quirks over the control interface', () => {
  test('replace all others; DELETE clears them, and a reset restores those of the start', async () => {
    const { control } = await play({ quirks: ['details-only'] });
    const list = async () => (await control('GET', 'quirks')).value;
    expect(await list()).toEqual({ quirks: ['details-only'] });
    const quirks = ['read-lag=30s', 'respell=entities,trim', 'merge-updates'];
    expect(await control('POST', 'quirks', { quirks })).toEqual({ status: 200, value: { quirks } });
    expect(await list()).toEqual({ quirks });
    expect(await control('DELETE', 'quirks')).toEqual({ status: 200, value: { quirks: [] } });
    expect(await list()).toEqual({ quirks: [] });
    await control('POST', 'reset');
    expect(await list()).toEqual({ quirks: ['details-only'] });
  });

  test('take effect immediately', async () => {
    const { client, control } = await play();
    const body = { updated_by: 'growth@example.com', status: 'PUBLISH' };
    const publish = async () => {
      const id = await client.created(push('EVENT_TRIGGERED'));
      return (await client.send('PATCH', `core-services/v1/campaigns/${id}`, body)).status;
    };
    expect(await publish()).toBe(204);
    await control('POST', 'quirks', { quirks: ['publish-200'] });
    expect(await publish()).toBe(200);
    await control('POST', 'reset');
    expect(await publish()).toBe(204);
  });

  test.each<[string, object, string, RegExp]>([
    ['no list', { quirks: 'merge-updates' }, 'quirks', /must be a list/],
    ['a list of numbers', { quirks: [5] }, 'quirks.0', /must be text/],
    ['nothing', {}, 'quirks', /is required/],
    ['another field', { quirks: [], quirk: 'merge-updates' }, 'quirk', /not allowed/],
    [
      'an unknown quirk',
      { quirks: ['gremlins'] },
      'quirks',
      /"gremlins" is not a quirk; there are merge-updates/,
    ],
    ['a bad time', { quirks: ['read-lag=soon'] }, 'quirks', /read-lag: write a time such as read-lag=500ms/],
  ])('refuses %s, and changes none', async (_case, body, target, message) => {
    const { control } = await play({ quirks: ['merge-updates'] });
    const { status, value } = await control('POST', 'quirks', body);
    expect([status, value]).toMatchObject([
      400,
      { error: { code: 'VALIDATION_FAILED', target, message: expect.stringMatching(message) as string } },
    ]);
    expect((await control('GET', 'quirks')).value).toEqual({ quirks: ['merge-updates'] });
  });
});

test('a service does not start with unknown quirks', async () => {
  const options = {
    port: 0,
    workspaces: [LOCAL],

    limits: 'off',
    clock: 'manual',
  } as const;
  await expect(startService({ ...options, control: false, quirks: ['gremlins'] })).rejects.toThrow(
    /gremlins/,
  );
});
