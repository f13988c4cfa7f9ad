import { describe, expect, test } from 'vitest';
import { startService } from '../../../../src/service/http/start-service.ts';
import { LOCAL, play } from '../../../support/service/running.ts';

describe('quirks over the control interface', () => {
  test.each<[string, object, string, RegExp]>([
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
