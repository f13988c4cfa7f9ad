import { describe, expect, test } from 'vitest';
import { featureMistakes, readWorkspaces } from '../../../../src/service/http/settings/read-workspaces.ts';

const ENTRY = { app_key: 'SHOP', api_key_env: 'SHOP_KEY' };

const read = (value: unknown) =>
  readWorkspaces(JSON.stringify(value), { env: { SHOP_KEY: 'secret', EMPTY: '' }, taken: ['local'] });

describe('a list of workspaces', () => {
  test('is read with its secrets, without features and with the usual scope', () => {
    expect(read([ENTRY])).toEqual({
      kind: 'read',
      value: [
        {
          appKey: 'SHOP',
          apiKey: 'secret',
          features: [],
          scopes: ['campaigns:create_manage'],
        },
      ],
    });
  });

  test('may name features, and any scopes', () => {
    const scopes = ['campaigns:read', 'anything'];
    const given = read([{ ...ENTRY, features: ['queuing', 'versioning'], scopes }]);
    expect(given).toMatchObject({ value: [{ features: ['queuing', 'versioning'], scopes }] });
    expect(read([{ ...ENTRY, scopes: [] }])).toMatchObject({ value: [{ scopes: [] }] });
  });

  test.each<[string, unknown, string, string]>([
    ['an object', {}, '', 'list'],
    ['an entry that is a text', ['SHOP'], 'entry 1', 'object'],
    ['an entry without app_key', [{ api_key_env: 'SHOP_KEY' }], 'entry 1, app_key', 'text'],
    ['an empty app_key', [{ ...ENTRY, app_key: '' }], 'entry 1, app_key', 'empty'],
    ['an entry without api_key_env', [{ app_key: 'SHOP' }], 'entry 1, api_key_env', 'variable'],
    ['a number for api_key_env', [{ ...ENTRY, api_key_env: 7 }], 'entry 1, api_key_env', 'variable'],
    [
      'a variable that is not set',
      [{ ...ENTRY, api_key_env: 'NO' }],
      'entry 1, api_key_env',
      'NO is not set',
    ],
    ['a variable that is empty', [{ ...ENTRY, api_key_env: 'EMPTY' }], 'entry 1, api_key_env', 'not set'],
    ['features as a text', [{ ...ENTRY, features: 'queuing' }], 'entry 1, features', 'list'],
    ['features with a number', [{ ...ENTRY, features: ['queuing', 1] }], 'entry 1, features', 'list'],
    ['an unknown feature', [{ ...ENTRY, features: ['queueing'] }], 'entry 1, features', 'queueing'],
    ['scopes as a text', [{ ...ENTRY, scopes: 'all' }], 'entry 1, scopes', 'list'],
    ['scopes that are null', [{ ...ENTRY, scopes: null }], 'entry 1, scopes', 'list'],
    ['an unknown field', [{ ...ENTRY, feature: [] }], 'entry 1', 'feature'],
    ['an app_key twice', [ENTRY, ENTRY], 'entry 2, app_key', 'already'],
    ['the app_key of the first', [{ ...ENTRY, app_key: 'local' }], 'entry 1, app_key', 'already'],
  ])('refuses %s', (_case, value, place, reported) => {
    expect(read(value)).toMatchObject({
      kind: 'refused',
      mistakes: [{ place, message: expect.stringContaining(reported) as string }],
    });
  });

  test('does not repeat a secret that is in the place of a variable', () => {
    expect(JSON.stringify(read([{ ...ENTRY, api_key_env: 'sk-very-secret' }]))).not.toContain('very-secret');
  });

  test('reports several mistakes at once', () => {
    expect(read([7, { ...ENTRY, features: 1, scopes: 1 }])).toMatchObject({ mistakes: [{}, {}, {}] });
  });
});

test('features are known by name', () => {
  expect(featureMistakes(['queuing', 'audience_limit', 'portfolio', 'versioning'], '')).toEqual([]);
  expect(featureMistakes(['Queuing'], 'here')).toMatchObject([{ place: 'here' }]);
});
