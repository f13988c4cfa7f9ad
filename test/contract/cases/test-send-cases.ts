import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { CONNECTOR, drop, email, MAIL, push, put, type Body } from '../../support/contract/bodies.ts';
import { contract, group, type CaseContext } from '../../support/contract/contract.ts';
import { freshId } from '../../support/contract/control.ts';
import { AUTHOR, inlineTest } from '../../support/contract/operations.ts';
import type { Reply } from '../../support/contract/reply.ts';
import { A_TEXT, expectBlame, expectFailure, expectStatus } from '../../support/contract/verdicts.ts';

const TEXTS = { template_type: 'BASIC', basic_details: { title: 'Sale', message: 'Half price today' } };
const EVERYWHERE = { android: TEXTS, ios: TEXTS, web: TEXTS };
const VARIATIONS = { variation_1: { push: EVERYWHERE }, variation_2: { push: EVERYWHERE } };
/** Three platforms, two locales, two variations: twelve tests. */
const WIDE = push('ONE_TIME', {
  basic_details: { name: 'Wide', platforms: ['ANDROID', 'IOS', 'WEB'] },
  campaign_content: {
    locales: ['de'],
    variation_details: {
      ...{ distribution_type: 'MANUAL', no_of_variations: 2 },
      manual_distribution_percentage: { variation_1: 50, variation_2: 50 },
    },
    content: { default: VARIATIONS, de: VARIATIONS },
  },
});
const PLATFORMS = ['ANDROID', 'IOS', 'WEB'];
const LOCALES = ['default', 'de'];
const NUMBERS = ['variation_1', 'variation_2'];

/** Selections in a test of a draft, and the remaining tests. */
const NARROWED: readonly [string, Body, readonly string[]][] = [
  ['nothing', {}, results(PLATFORMS, LOCALES, NUMBERS)],
  ['platform', { platform: 'IOS' }, results(['IOS'], LOCALES, NUMBERS)],
  ['locale_name', { locale_name: 'de' }, results(PLATFORMS, ['de'], NUMBERS)],
  ['variation', { variation: 'variation_2' }, results(PLATFORMS, LOCALES, ['variation_2'])],
  ['the first two', { platform: 'WEB', locale_name: 'default' }, results(['WEB'], ['default'], NUMBERS)],
  [
    'all three',
    { platform: 'ANDROID', locale_name: 'de', variation: 'variation_1' },
    ['ANDROID_de_variation_1'],
  ],
];

const PUSH_IDENTIFIERS = [
  ...['USER_ATTRIBUTE_UNIQUE_ID', 'USER_ATTRIBUTE_USER_EMAIL', 'USER_ATTRIBUTE_USER_MOBILE', 'PUSH_ID'],
  ...['ADVERTISING_IDENTIFIER', 'SVC_GAID', 'CUSTOM_SEGMENT'],
];
const EMAIL_IDENTIFIERS = ['EMAIL', 'ID', 'MOBILE_NUMBER', 'CUSTOM_SEGMENT'];

const IDENTIFIER = 'test_campaign_meta.identifier';
const RECIPIENTS = 'test_campaign_meta.identifier_values';
const PLATFORM = 'test_campaign_meta.platform';

/** Inline tests that are refused. */
const WRONG: readonly [string, Body, string][] = [
  ['no recipients', drop(inlineTest('a'), 'test_campaign_meta'), 'test_campaign_meta'],
  ['an empty list of recipients', put(inlineTest('a'), RECIPIENTS, []), RECIPIENTS],
  ['no identifier', drop(inlineTest('a'), IDENTIFIER), IDENTIFIER],
  ['an unknown identifier', put(inlineTest('a'), IDENTIFIER, 'FAX'), IDENTIFIER],
  ['an identifier of email for push', put(inlineTest('a'), IDENTIFIER, 'MOBILE_NUMBER'), IDENTIFIER],
  ['an identifier of push for email', put(inlineMail('a'), IDENTIFIER, 'PUSH_ID'), IDENTIFIER],
  ['an unknown platform', put(inlineTest('a'), PLATFORM, 'FRIDGE'), PLATFORM],
  ['no channel', drop(inlineTest('a'), 'channel'), 'channel'],
  ['the channel SMS', put(inlineTest('a'), 'channel', 'SMS'), 'channel'],
  ['an email without its connector', drop(inlineMail('a'), 'connector'), 'connector'],
  ['content and a draft', { ...inlineTest('a'), draft_id: freshId() }, 'campaign_content'],
  ['an address that is none', inlineMail('x'), `${RECIPIENTS}.0`],
  ['a platform without content', put(inlineTest('a'), PLATFORM, 'IOS'), PLATFORM],
];

export const testSendCases = group('test sends', [
  contract(['W16', 'W1', 'Test Campaign'], 'a test of a push has one result', async ({ client, control }) => {
    const answer = await client.test(inlineTest((await control.user()).id));
    expectSent(answer, ['WEB_default_variation_1']);
    expect(answer.at('data.message')).toBeTypeOf('string');
  }),
  contract(['W16', 'Test Campaign'], 'an inline email has one result', async ({ client, control }) => {
    expectSent(await client.test(inlineMail((await control.user()).email)), ['EMAIL_default_variation_1']);
  }),
  contract(['Test Campaign'], 'an inline test saves nothing', async ({ client, control }) => {
    const newest = async (): Promise<unknown> =>
      (
        await client.search({ limit: 1, page: 1, campaign_fields: { status: ['DRAFT', 'ACTIVE', 'SENT'] } })
      ).at('data.campaigns.0.id');
    const before = await newest();
    await control.advance(1000);
    expectStatus(await client.test(inlineTest((await control.user()).id)), 200);
    expect(await newest()).toEqual(before);
  }),
  ...NARROWED.map(([what, fields, wanted]) =>
    contract(
      ['W16', 'Test Campaign'],
      `a test of a draft narrowed by ${what} has ${wanted.length === 1 ? 'one result' : `${wanted.length} results`}`,
      async (given) => {
        const user = await given.control.user();
        const draft_id = await given.client.created(WIDE);
        const meta = { identifier: 'USER_ATTRIBUTE_UNIQUE_ID', identifier_values: [user.id], ...fields };
        expectSent(await given.client.test({ draft_id, test_campaign_meta: meta }), wanted);
      },
    ),
  ),
  contract(['W16', 'Test Campaign'], 'a test of an email draft has results by locale', async (given) => {
    const both = { variation_1: { email: MAIL } };
    const draft = email('ONE_TIME', {
      campaign_content: { locales: ['de'], content: { default: both, de: both } },
    });
    const answer = await testDraft(given, draft);
    expectSent(answer, ['EMAIL_default_variation_1', 'EMAIL_de_variation_1']);
  }),
  contract(['Test Campaign', 'W16'], 'a test does not change the draft', async ({ client, control }) => {
    const id = await client.created(WIDE);
    const before = await client.get(id);
    const { test_campaign_meta } = inlineTest((await control.user()).id);
    expectStatus(await client.test({ draft_id: id, test_campaign_meta }), 200);
    expect((await client.get(id)).at('data')).toEqual(before.at('data'));
  }),
  contract(['Create request body', 'W16'], 'an email draft without connector is not sent', async (given) => {
    const answer = await testDraft(given, drop(email('ONE_TIME'), 'connector'));
    expect(answer.text).not.toContain('SENT');
  }),
  contract(['W8', 'W16'], 'an unknown draft is 404 NOT_FOUND', async ({ client }) => {
    const { test_campaign_meta } = inlineTest('a');
    expectFailure(await client.test({ draft_id: freshId(), test_campaign_meta }), 404, 'NOT_FOUND');
  }),
  contract(
    ['W23', 'Test Campaign', 'Control: outbox'],
    'a repeated key sends nothing again',
    async (given) => {
      const stranger = `${freshId()}@example.com`;
      const key = { headers: { 'Idempotency-Key': randomUUID() } };
      const first = await given.client.test(inlineMail(stranger), key);
      expect((await given.client.test(inlineMail(stranger), key)).text).toBe(first.text);
      expect((await outboxAbout(given.control, stranger)).split('\n')).toHaveLength(1);
    },
  ),
  contract(
    ['W16', 'Test Campaign'],
    'a locale with an underscore is in the name of its result',
    async (given) => {
      const both = { variation_1: { email: MAIL } };
      const content = { locales: ['pt_BR'], content: { default: both, pt_BR: both } };
      const answer = await testDraft(given, email('ONE_TIME', { campaign_content: content }));
      expectSent(answer, ['EMAIL_default_variation_1', 'EMAIL_pt_BR_variation_1']);
    },
  ),
  contract(['W16'], 'personalization_details may be sent, as an object', async ({ client, control }) => {
    const { id } = await control.user();
    const body = inlineTest(id);
    expectStatus(await client.test({ ...body, personalization_details: { event: { price: '5' } } }), 200);
    const answer = await client.test({ ...body, personalization_details: 'Ada' });
    expectFailure(answer, 400, 'VALIDATION_FAILED');
    expectBlame(answer, 'personalization_details');
  }),
  ...PUSH_IDENTIFIERS.map((identifier) =>
    contract(['W16'], `a test of a push accepts ${identifier}`, async ({ client }) => {
      expectStatus(await client.test(put(inlineTest('a'), IDENTIFIER, identifier)), 200);
    }),
  ),
  ...EMAIL_IDENTIFIERS.map((identifier) =>
    contract(['W16'], `a test of an email accepts ${identifier}`, async ({ client }) => {
      expectStatus(await client.test(put(inlineMail('a@example.com'), IDENTIFIER, identifier)), 200);
    }),
  ),
  contract(['Limits: test recipients', 'W16'], 'ten recipients, but not eleven', async ({ client }) => {
    const people = Array.from({ length: 11 }, (_, place) => `tester-${place}@example.com`);
    const to = (values: readonly string[]): Body => put(inlineMail('a'), RECIPIENTS, values);
    expectStatus(await client.test(to(people.slice(1))), 200);
    const answer = await client.test(to(people));
    expectFailure(answer, 400, 'VALIDATION_FAILED');
    expectBlame(answer, RECIPIENTS);
  }),
  contract(['W16', 'Test Campaign'], 'a test of neither content nor draft is refused', async ({ client }) => {
    const answer = await client.test(drop(inlineTest('a'), 'campaign_content'));
    expectFailure(answer, 400, 'VALIDATION_FAILED');
  }),
  ...WRONG.map(([what, body, place]) =>
    contract(['W16', 'Test Campaign', 'Errors 400'], `a test refuses ${what}`, async ({ client }) => {
      const answer = await client.test(body);
      expectFailure(answer, 400, 'VALIDATION_FAILED');
      expectBlame(answer, place);
    }),
  ),
  contract(['W16', 'Test Campaign'], 'a push to no known user fails with a 200', async ({ client }) => {
    const answer = await client.test(inlineTest(`nobody-${freshId()}`));
    expectStatus(answer, 200);
    expect(answer.at('data.data.WEB_default_variation_1')).toMatchObject({
      status: 'FAILED',
      failure_reason: A_TEXT,
    });
  }),
  contract(
    ['Test Campaign', 'Service 7', 'Control: outbox'],
    'a user gets personalized content',
    async ({ client, control }) => {
      const user = await control.user();
      const subject = `Hi {{ user.first_name }}, ${freshId()}`;
      expectSent(await client.test(inlineMail(user.email, subject)), ['EMAIL_default_variation_1']);
      expect(await outboxAbout(control, user.email)).toContain(
        subject.replace('{{ user.first_name }}', 'Ada'),
      );
    },
  ),
  contract(
    ['Test Campaign', 'W16', 'Control: outbox'],
    'an email to an unknown recipient is sent as it was written',
    async ({ client, control }) => {
      const stranger = `${freshId()}@example.com`;
      const subject = `Hi {{ user.first_name }}, ${freshId()}`;
      expectSent(await client.test(inlineMail(stranger, subject)), ['EMAIL_default_variation_1']);
      expect(await outboxAbout(control, stranger)).toContain(subject);
    },
  ),
]);

function results(
  platforms: readonly string[],
  locales: readonly string[],
  variations: readonly string[],
): string[] {
  return platforms.flatMap((platform) =>
    locales.flatMap((locale) => variations.map((variation) => `${platform}_${locale}_${variation}`)),
  );
}

function inlineMail(recipient: string, subject = 'Welcome'): Body {
  return {
    ...{ channel: 'EMAIL', connector: CONNECTOR, basic_details: { content_type: 'TRANSACTIONAL' } },
    campaign_content: { content: { email: { ...MAIL, subject } } },
    test_campaign_meta: { identifier: 'EMAIL', identifier_values: [recipient] },
  };
}

async function testDraft({ client, control }: CaseContext, draft: Body): Promise<Reply> {
  const user = await control.user();
  const draft_id = await client.created({ ...draft, created_by: AUTHOR });
  return client.test({
    draft_id,
    test_campaign_meta: { identifier: 'EMAIL', identifier_values: [user.email] },
  });
}

function expectSent(answer: Reply, keys: readonly string[]): void {
  expectStatus(answer, 200);
  const wanted = Object.fromEntries(
    keys.map((key) => [key, expect.objectContaining({ status: 'SENT' }) as unknown]),
  );
  expect(answer.at('data.data')).toEqual(wanted);
}

async function outboxAbout(control: CaseContext['control'], recipient: string): Promise<string> {
  const messages = (await control.outbox()).filter((message) => message.includes(recipient));
  expect(messages.length).toBeGreaterThan(0);
  return messages.join('\n');
}
