import { expect, test } from 'vitest';
import { checker } from '../schemas/schemas.ts';
import { welcome } from '../support/e2e/campaign-texts.ts';
import type { JsonMap, LiveService } from '../support/e2e/live-service.ts';
import { repoWithService } from '../support/e2e/opened.ts';
import { campaigns } from '../support/e2e/program.ts';

// `campaigns test-send`: the messages of a file, to a few people, once at most.

const PUSH = `channel: PUSH
campaign_delivery_type: ONE_TIME
basic_details: { name: Flash, platforms: [ANDROID, IOS] }
scheduling_details: { delivery_type: AT_FIXED_TIME, start_time: '2031-05-09T09:00:00', timezone: Europe/Berlin }
segmentation_details: { is_all_user_campaign: true }
campaign_content:
  content:
    push:
      android: { template_type: BASIC, basic_details: { notification_channel: general, title: 'Hi {{ user.first_name }}', message: Now } }
      ios: { template_type: BASIC, basic_details: { title: Hi, message: Now } }
`;
const CAMPAIGNS = { 'welcome.yaml': welcome(), 'flash.yaml': PUSH };

const outbox = async (service: LiveService) => (await service.control('GET', 'outbox')).messages as object[];
const tests = async (service: LiveService) =>
  (await service.requests()).filter(({ operation }) => operation === 'test');
const addAda = (service: LiveService) =>
  service.control('POST', 'users', {
    users: [{ id: 'u-1', email: 'ada@example.com', push_id: 'token', attributes: { first_name: 'Ada' } }],
  });

test('sends what a file says that was never applied, and saves nothing', async () => {
  const { repo, service } = await repoWithService(CAMPAIGNS);
  const before = repo.snapshot();
  const ended = await repo.exits(0, 'test-send', 'welcome', '--to', 'qa@example.com', '--json');
  const document = JSON.parse(ended.stdout) as JsonMap;
  expect(checker('test')(document)).toEqual([]);
  expect(document).toEqual({
    ...{ format: 'campaign-test/1', key: 'welcome', to: ['qa@example.com'] },
    results: [
      { platform: 'EMAIL', locale: 'default', variation: 'variation_1', status: 'SENT', reason: null },
    ],
  });
  expect(await outbox(service)).toMatchObject([
    { to: 'qa@example.com', identifier: 'EMAIL', mode: 'inline' },
  ]);
  expect(await service.all()).toEqual([]);
  expect(await service.requests()).toHaveLength(2);
  expect(repo.snapshot()).toEqual(before);
});

test('the types of IDs, the parts of a campaign, and what people read', async () => {
  const { repo, service } = await repoWithService(CAMPAIGNS);
  await addAda(service);
  const shown = await repo.exits(0, 'test-send', 'campaigns/flash.yaml', '--to', 'u-1', 'u-1');
  expect(shown.stdout).toMatch(
    /✓ ANDROID, default, variation_1 {2}sent\n {2}✓ IOS, default, variation_1 {6}sent/,
  );
  await repo.exits(0, 'test-send', 'flash', '--to', 'ada@example.com', '--platform', 'IOS');
  await repo.exits(
    0,
    'test-send',
    'flash',
    '--to',
    'abc',
    '--type',
    'PUSH_ID',
    '--variation',
    'variation_1',
    '-y',
  );
  expect(await outbox(service)).toMatchObject([
    { to: 'token', identifier: 'USER_ATTRIBUTE_UNIQUE_ID', platform: 'ANDROID' },
    { to: 'token', identifier: 'USER_ATTRIBUTE_UNIQUE_ID', platform: 'IOS' },
    { to: 'token', identifier: 'USER_ATTRIBUTE_USER_EMAIL', platform: 'IOS' },
    { to: 'abc', identifier: 'PUSH_ID', platform: 'ANDROID' },
    { to: 'abc', identifier: 'PUSH_ID', platform: 'IOS' },
  ]);
});

test('a message that fails is exit 1, with the reason of the service', async () => {
  const { repo } = await repoWithService(CAMPAIGNS);
  const json = await repo.exits(1, 'test-send', 'flash', '--to', 'nobody', '--json');
  expect(JSON.parse(json.stdout)).toMatchObject({
    results: [
      { platform: 'ANDROID', status: 'FAILED', reason: expect.stringContaining('nobody') as string },
      { platform: 'IOS', status: 'FAILED' },
    ],
  });
  expect((await repo.exits(1, 'test-send', 'flash', '--to', 'nobody')).stdout).toContain('✗ ANDROID');
});

const eleven = Array.from({ length: 11 }, (_, at) => `p${at}@example.com`);

test.each<readonly [what: string, args: readonly string[], exit: number]>([
  ['no recipient', ['welcome'], 64],
  ['an empty recipient', ['welcome', '--to', ''], 64],
  ['eleven recipients', ['welcome', '--to', ...eleven], 64],
  ['two types of IDs', ['welcome', '--to', 'a@example.com', 'u-1'], 64],
  ['a type of the other channel', ['welcome', '--to', 'a', '--type', 'PUSH_ID'], 64],
  ['an unknown platform', ['flash', '--to', 'a', '--platform', 'FRIDGE'], 64],
  ['an unknown campaign', ['wellcome', '--to', 'a@example.com'], 64],
  ['several campaigns', ['*', '--to', 'a@example.com'], 64],
  ['a file with an error', ['bad', '--to', 'a@example.com'], 5],
  ['a file without content', ['bare', '--to', 'a@example.com'], 5],
])('%s sends nothing', async (_, args, exit) => {
  const bare = welcome().replace(/\ncampaign_content:[\s\S]*?\n(?=\S)/, '\n');
  const bad = args[0] === 'bad' ? { 'bad.yaml': 'x: [' } : {};
  const { repo, service } = await repoWithService({ ...CAMPAIGNS, ...bad, 'bare.yaml': bare });
  await repo.exits(exit, 'test-send', ...args);
  expect(await tests(service)).toEqual([]);
});

test('a refusal of the service is exit 1 and names the line; a refused key is exit 7; a missing one is exit 5', async () => {
  const { repo, service } = await repoWithService(CAMPAIGNS);
  const refused = await repo.exits(1, 'test-send', 'welcome', '--to', 'none@', '--json');
  expect(refused).toMatchObject({ stdout: '', stderr: expect.stringContaining('400') as string });
  await service.arm({ kind: 'status', status: 401, operation: 'test' });
  await repo.exits(7, 'test-send', 'welcome', '--to', 'qa@example.com');
  const args = ['test-send', 'welcome', '--to', 'a@b.example'];
  const without = await campaigns(args, { cwd: repo.directory });
  expect(without.status).toBe(5);
  expect(await outbox(service)).toEqual([]);
});

test.each(['reset-before', 'reset-after', 'truncate', 'html'] as const)(
  'after an unclear answer (%s), nothing is sent again, and it says so',
  async (kind) => {
    const { repo, service } = await repoWithService(CAMPAIGNS);
    await service.arm({ kind, operation: 'test' });
    const ended = await repo.exits(1, 'test-send', 'welcome', '--to', 'qa@example.com');
    expect(ended).toMatchObject({ stdout: '', stderr: expect.stringContaining("isn't known") as string });
    expect((await outbox(service)).length).toBeLessThanOrEqual(1);
    // A second command is a decision of a person.
    await service.disarm();
    const now = (await outbox(service)).length;
    await repo.exits(0, 'test-send', 'welcome', '--to', 'qa@example.com');
    expect(await outbox(service)).toHaveLength(now + 1);
  },
);
