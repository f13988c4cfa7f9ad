import { describe, expect, it } from 'vitest';
import { loadConfiguration } from '../../src/load/load-configuration.ts';
import type { Configuration } from '../../src/model/workspace.ts';
import { DEFAULT_LIMITS } from '../../src/quota/windows.ts';
import { placeAndCode, unmark } from '../support/load/marked.ts';

// The mark » is right before the place that a diagnostic must name, and is not part of the file.

const FILE = 'campaigns/workspaces.yaml';
const LOCAL = `workspaces:
  local:
    base_url: http://127.0.0.1:4010/
    app_key: local
    api_key_env: CAMPAIGNS_API_KEY
`;

function diagnose(text: string) {
  return loadConfiguration(FILE, text, { limits: DEFAULT_LIMITS });
}

function configuration(text: string): Configuration {
  const { configuration: loaded, diagnostics } = diagnose(text);
  expect(diagnostics).toEqual([]);
  if (!loaded) throw new Error('it did not load');
  return loaded;
}

/** The only workspace of a file, with some more lines in its entry. */
function local(lines: string) {
  const { workspaces } = configuration(`${LOCAL}    ${lines}\n`);
  const workspace = workspaces.get('local');
  if (!workspace) throw new Error('local is not there');
  return workspace;
}

describe('a workspace', () => {
  it('has the defaults of the specification if the file says nothing', () => {
    expect(configuration(LOCAL)).toEqual({
      default: 'local',
      workspaces: new Map([
        [
          'local',
          {
            name: 'local',
            baseUrl: 'http://127.0.0.1:4010/',
            baseUrlAt: { file: 'campaigns/workspaces.yaml', line: 3, column: 15 },
            appKey: 'local',
            apiKeyEnv: 'CAMPAIGNS_API_KEY',
            publishApiKeyEnv: undefined,
            actor: undefined,
            actorFrom: 'commit',
            features: [],
            editLive: 'allowed',
            publish: 'never',
            headerPrefix: 'SVC',
            previewUsers: [],
            limits: DEFAULT_LIMITS,
            vars: {},
          },
        ],
      ]),
      policy: { drift: 'revert', guard: { share: 0.3, atLeast: 10 } },
    });
  });

  it.each([
    ['http://localhost:4010', 'http://localhost:4010/'],
    ['http://127.0.0.1', 'http://127.0.0.1/'],
    ['http://127.1.2.3:80/', 'http://127.1.2.3:80/'],
    ['"http://[::1]:4010/"', 'http://[::1]:4010/'],
    ['https://api-01.example.com', 'https://api-01.example.com/'],
    ['https://api-01.example.com/campaigns', 'https://api-01.example.com/campaigns/'],
  ])('may be at %s', (address, baseUrl) => {
    const { workspaces } = configuration(LOCAL.replace('http://127.0.0.1:4010/', address));
    expect(workspaces.get('local')?.baseUrl).toBe(baseUrl);
  });

  it.each([
    ['actor: growth@example.com', { actor: 'growth@example.com' }],
    ['actor_from: fixed', { actorFrom: 'fixed' }],
    ['actor_from: commit', { actorFrom: 'commit' }],
    ['features: [queuing, versioning]', { features: ['queuing', 'versioning'] }],
    ['publish: allowed', { publish: 'allowed' }],
    ['publish: earlier-api', { publish: 'allowed' }],
    [
      'test_recipients: [{ id: u-1, channel: PUSH }, { id: a, channel: EMAIL, type: MOBILE_NUMBER }]',
      {
        testRecipients: [
          { id: 'u-1', channel: 'PUSH' },
          { id: 'a', channel: 'EMAIL', type: 'MOBILE_NUMBER' },
        ],
      },
    ],
    ['header_prefix: ACME', { headerPrefix: 'ACME' }],
    ['vars: { a: 1, b: { c: [d] }, e: null }', { vars: { a: 1, b: { c: ['d'] }, e: null } }],
  ])('accepts %s', (line, expected) => {
    expect(local(line)).toMatchObject(expected);
  });
});

describe('limits', () => {
  type Counts = Readonly<Record<string, readonly number[]>>;
  const counts = (limits: typeof DEFAULT_LIMITS): Counts =>
    Object.fromEntries(
      Object.entries(limits).map(([operation, windows]) => [operation, windows.map(({ limit }) => limit)]),
    );

  it.each<readonly [line: string, changed: Counts]>([
    ['limits: off', Object.fromEntries(Object.keys(DEFAULT_LIMITS).map((operation) => [operation, []]))],
    ['limits: { search: off }', { search: [] }],
    ['limits: { create: off, get: { per_second: 1 } }', { create: [], get: [1, 100, 6_000] }],
    ['limits: { create: { per_minute: 12 } }', { create: [5, 12, 100, 5, 25, 100] }],
    ['limits: { create: { created_per_minute: 2, created_per_day: 5 } }', { create: [5, 25, 100, 2, 25, 5] }],
    ['limits: { meta: { per_hour: 7 }, test: {} }', { meta: [10, 100, 7] }],
    ['limits: {}', {}],
  ])('%s', (line, changed) => {
    expect(counts(local(line).limits)).toEqual({ ...counts(DEFAULT_LIMITS), ...changed });
  });
});

describe('the policy', () => {
  it.each([
    ['policy: { drift: hold }', { drift: 'hold', guard: { share: 0.3, atLeast: 10 } }],
    ['policy: { guard: { share: 0.5 } }', { drift: 'revert', guard: { share: 0.5, atLeast: 10 } }],
    ['policy: { guard: { at_least: 3, share: 0 } }', { drift: 'revert', guard: { share: 0, atLeast: 3 } }],
    ['policy: {}', { drift: 'revert', guard: { share: 0.3, atLeast: 10 } }],
    [
      'policy: { mail_clients: [gmail, outlook] }',
      { drift: 'revert', guard: { share: 0.3, atLeast: 10 }, rules: { mailClients: ['gmail', 'outlook'] } },
    ],
  ])('%s', (line, policy) => {
    expect(configuration(`${LOCAL}${line}\n`).policy).toEqual(policy);
  });
});

const entry = (line: string) => `${LOCAL}    ${line}\n`;
const dashboard = (address: string) => entry(`dashboard_url: »${address}`);
const keyIn = (variable: string) => LOCAL.replace('CAMPAIGNS_API_KEY', variable);
const at = (address: string) => LOCAL.replace('http://127.0.0.1:4010/', `»${address}`);
describe('a mistake', () => {
  it.each<readonly [what: string, code: string, marked: string]>([
    ['no YAML', 'E_YAML', 'workspaces: {»'],
    ['a workspace twice', 'E_DUPLICATE_KEY', `${LOCAL}  »local: {}\n`],
    ['nothing', 'E_TYPE', '»'],
    ['no workspaces', 'E_MISSING', '»default: local\n'],
    ['workspaces without any', 'E_RANGE', 'workspaces: »{}\n'],
    ['an unknown key at the top', 'E_UNKNOWN_KEY', `${LOCAL}»policies: {}\n`],
    ['an unknown key of a workspace', 'E_UNKNOWN_KEY', entry('»actors: growth@example.com')],
    ['a name with capitals', 'E_UNKNOWN_KEY', LOCAL.replace('local:', '»Local:')],
    ['a default that is not there', 'E_WORKSPACE_UNKNOWN', `default: »lokal\n${LOCAL}`],
    ['http to another machine', 'E_FORMAT', at('http://api-01.example.com/')],
    ['http to a name that begins like this machine', 'E_FORMAT', at('http://localhost.example.com/')],
    ['a host that looks like another one', 'E_FORMAT', at('https://\u0430pi.example.com/')],
    ['an address without a protocol', 'E_FORMAT', at('api-01.example.com')],
    ['a credential in the address', 'E_SECRET', at('https://ada:secret@api-01.example.com/')],
    ['a key in a variable of something else', 'E_SECRET', keyIn('»GITHUB_TOKEN')],
    ['a prefix and no name', 'E_SECRET', keyIn('»CAMPAIGNS_')],
    ['a literal key', 'E_SECRET', entry('»api_key: 0123456789abcdef')],
    ['a secret where its variable should be', 'E_SECRET', keyIn('»sk-0123456789abcdef')],
    ['an unknown feature', 'E_VALUE', entry('features: [queuing, »queueing]')],
    ['a user without an ID', 'E_MISSING', entry('preview_users: [»{ label: Ada }]')],
    ['a recipient without a channel', 'E_MISSING', entry('test_recipients: [»{ id: u-1 }]')],
    ['a recipient on another channel', 'E_VALUE', entry('test_recipients: [{ id: u-1, channel: »SMS }]')],
    ['an empty recipient', 'E_RANGE', entry("test_recipients: [{ id: »'', channel: PUSH }]")],
    ['an unknown way to publish', 'E_VALUE', entry('publish: »always')],
    ['a dashboard without an ID', 'E_FORMAT', dashboard('https://console.example.com/')],
    ['a dashboard with http elsewhere', 'E_FORMAT', dashboard('http://example.com/{campaign_id}')],
    ['a dashboard with an ID for a host', 'E_FORMAT', dashboard('https://{campaign_id}.example.com/')],
    ['a credential of a dashboard', 'E_SECRET', dashboard('https://a:b@example.com/{campaign_id}')],
    ['a key for publishing of something else', 'E_SECRET', entry('publish_api_key_env: »GITHUB_TOKEN')],
    ['a secret in place of its variable', 'E_SECRET', entry('publish_api_key_env: »"0123456789abcdef"')],
    ['limits of an unknown operation', 'E_UNKNOWN_KEY', entry('limits: { »delete: off }')],
    ['an unknown mail client', 'E_VALUE', `${LOCAL}policy: { mail_clients: [»pine] }\n`],
    ['a share over one', 'E_RANGE', `${LOCAL}policy: { guard: { share: »30 } }\n`],
  ])('%s is %s at its position', (_, code, marked) => {
    const { text, places } = unmark(marked);
    const { configuration: loaded, diagnostics } = diagnose(text);
    expect(diagnostics.map(placeAndCode)).toEqual(places.map((place) => `${place} ${code}`));
    expect(loaded).toBeUndefined();
  });

  it('never repeats what may be a secret', () => {
    const secret = '0123456789abcdef';
    const shouted = 'AKIAIOSFODNN7EXAMPLE';
    for (const text of [
      ...[keyIn(shouted), entry(`api_key: ${secret}`), keyIn(secret)],
      LOCAL.replace('http://', `http://ada:${secret}@`),
      LOCAL.replace('http://127', `http://ada:${secret}@ 127`),
      LOCAL.replace('http://127.0.0.1:4010/', `" https://ada:${secret}@ho st/"`),
    ]) {
      const { diagnostics } = diagnose(text);
      expect(diagnostics.length).toBeGreaterThan(0);
      for (const hidden of [secret, shouted]) expect(JSON.stringify(diagnostics)).not.toContain(hidden);
    }
  });
});

it.each([
  ['http://LOCALHOST:4010/', 'http://localhost:4010/'],
  ['HTTP://127.0.0.1:4010/', 'http://127.0.0.1:4010/'],
  ['HTTPS://host/', 'https://host/'],
  ['http://127.0.0.1:4010/?x=1', 'http://127.0.0.1:4010/'],
  ['https://host/a#b', 'https://host/a'],
])('the address %s is to be written as %s', (written, right) => {
  const load = (address: string) =>
    loadConfiguration(
      'workspaces.yaml',
      `workspaces:\n  local: { base_url: "${address}", app_key: a, api_key_env: CAMPAIGNS_API_KEY, actor: a@example.com }\n`,
      { limits: DEFAULT_LIMITS },
    ).diagnostics;
  const [found, ...more] = load(written);
  expect(more).toEqual([]);
  expect(found?.code).toBe('E_FORMAT');
  expect(found?.hint.endsWith(`: ${right}`)).toBe(true);
  expect(load(right)).toEqual([]);
});
