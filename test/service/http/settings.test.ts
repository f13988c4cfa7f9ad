import { describe, expect, test } from 'vitest';
import type { Limits } from '../../../src/service/domain/rate-limits.ts';
import { featureMistakes, readLimits, readWorkspaces } from '../../../src/service/http/settings.ts';

function limitsIn(value: unknown): Limits {
  const found = readLimits(JSON.stringify(value));
  if (found.kind === 'refused') throw new Error(found.mistakes.join());
  return found.value;
}

describe('limits of a file', () => {
  test('operations that are not named keep their limits', () => {
    expect(limitsIn({})).toEqual({});
    expect(Object.keys(limitsIn({ search: 'off' }))).toEqual(['search']);
  });

  test('fields replace the real limits one by one', () => {
    expect(limitsIn({ search: { per_second: 2 } }).search).toEqual([
      { limit: 2, spanMs: 1000 },
      { limit: 100, spanMs: 60_000 },
      { limit: 6000, spanMs: 3_600_000 },
    ]);
    expect(limitsIn({ create: { created_per_day: 7 } }).creations?.at(-1)).toEqual({
      ...{ limit: 7, spanMs: 86_400_000 },
    });
    expect(limitsIn({ publish: { per_minute: 3 } })).toEqual({ publish: [{ limit: 3, spanMs: 60_000 }] });
  });

  test('off removes the limits of one operation, and for create also those of creations', () => {
    expect(limitsIn({ create: 'off', get: 'off' })).toEqual({ create: [], creations: [], get: [] });
  });

  test.each<[string, unknown, readonly string[]]>([
    ['a list', [], ['must be an object']],
    ['an unknown operation', { serach: 'off' }, ['"serach"', 'search']],
    ['an unknown field', { get: { per_week: 1 } }, ['"per_week"', 'per_hour']],
    ['a creation limit elsewhere', { search: { created_per_day: 1 } }, ['"created_per_day"']],
    ['no limits', { get: null }, ['get', '"off"']],
    ['another word', { get: 'on' }, ['get', '"off"']],
    ['zero', { get: { per_hour: 0 } }, ['get.per_hour', '>= 1']],
    ['a part', { get: { per_hour: 1.5 } }, ['get.per_hour', 'whole']],
    ['a text', { get: { per_hour: '5' } }, ['get.per_hour', 'whole']],
  ])('refuses %s', (_case, value, words) => {
    expectMistake(readLimits(JSON.stringify(value)), words);
  });

  test('refuses what is not JSON', () => {
    expectMistake(readLimits('create: off'), ['not JSON']);
  });
});

const ENTRY = { app_key: 'SHOP', api_key_env: 'SHOP_KEY' };

const read = (value: unknown) =>
  readWorkspaces(JSON.stringify(value), { env: { SHOP_KEY: 'secret', EMPTY: '' }, taken: ['local'] });

describe('a list of workspaces', () => {
  test('is read with its secrets, without features and with the usual scope', () => {
    const scopes = ['campaigns:create_manage'];
    expect(read([ENTRY])).toMatchObject({
      value: [{ appKey: 'SHOP', apiKey: 'secret', features: [], scopes }],
    });
  });

  test('may name features, and any scopes', () => {
    const [features, scopes] = [['queuing'], ['campaigns:read', 'anything']];
    expect(read([{ ...ENTRY, features, scopes }])).toMatchObject({ value: [{ features, scopes }] });
    expect(read([{ ...ENTRY, scopes: [] }])).toMatchObject({ value: [{ scopes: [] }] });
  });

  test.each<[string, unknown, readonly string[]]>([
    ['an object', {}, ['must be a list']],
    ['an entry that is a text', ['SHOP'], ['0 must be an object']],
    ['an entry without app_key', [{ api_key_env: 'SHOP_KEY' }], ['0.app_key', 'required']],
    ['an empty app_key', [{ ...ENTRY, app_key: '' }], ['app_key', 'empty']],
    ['an app_key with a colon', [{ ...ENTRY, app_key: 'a:b' }], ['app_key', 'colon']],
    ['an entry without api_key_env', [{ app_key: 'SHOP' }], ['0.api_key_env', 'required']],
    ['a variable that is not set', [{ ...ENTRY, api_key_env: 'NO' }], ['NO is not set']],
    ['a variable that is empty', [{ ...ENTRY, api_key_env: 'EMPTY' }], ['EMPTY is not set']],
    ['features as a text', [{ ...ENTRY, features: 'queuing' }], ['0.features', 'list']],
    ['an unknown feature', [{ ...ENTRY, features: ['queueing'] }], ['0.features.0', '"queuing"']],
    ['scopes that are null', [{ ...ENTRY, scopes: null }], ['0.scopes', 'list']],
    ['an unknown field', [{ ...ENTRY, feature: [] }], ['"feature"', 'features']],
    ['an app_key twice', [ENTRY, ENTRY], ['"SHOP"', 'already']],
    ['the app_key of the first', [{ ...ENTRY, app_key: 'local' }], ['"local"', 'already']],
  ])('refuses %s', (_case, value, words) => {
    expectMistake(read(value), words);
  });

  test('does not repeat a secret that is in the place of a variable', () => {
    expect(JSON.stringify(read([{ ...ENTRY, api_key_env: 'sk-very-secret' }]))).not.toContain('very-secret');
  });
});

test('features are known by name', () => {
  expect(featureMistakes(['queuing', 'audience_limit', 'portfolio', 'versioning'])).toEqual([]);
  expect(featureMistakes(['Queuing'])).toHaveLength(1);
});

/** One mistake with these words. */
function expectMistake(found: object, words: readonly string[]): void {
  const { mistakes } = found as { readonly mistakes?: readonly string[] };
  expect(mistakes).toHaveLength(1);
  for (const word of words) expect(mistakes?.[0]).toContain(word);
}
