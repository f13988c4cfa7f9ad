import { describe, expect, test } from 'vitest';
import type { CampaignRecord } from '../../../../src/service/domain/campaign/campaign-record.ts';
import type { JsonObject } from '../../../../src/service/domain/json.ts';
import { testCampaign } from '../../../../src/service/http/operations/test-campaign.ts';
import type { Store } from '../../../../src/service/store/store.ts';
import { callOf, outcomeOf, refusal, storeWith, type Outcome } from '../../../support/service/calls.ts';
import { ANNA, BARE } from '../../../support/service/users.ts';

const ID = '64a1b2c3d4e5f60718293a4b';
const WEB = {
  template_type: 'BASIC',
  basic_details: { title: 'Hi {{ user.first_name }}', message: 'A sale' },
};
const ANDROID = { ...WEB, basic_details: { title: 'Hello {{ user.first_name }}', message: 'A sale' } };
const MAIL = {
  subject: 'For {{ user.first_name }}',
  from_address: 'shop@example.com',
  html_content: '<p>Hi</p>',
};
const META = { identifier: 'USER_ATTRIBUTE_UNIQUE_ID', identifier_values: ['anna'] };
const MAIL_META = { identifier: 'ID', identifier_values: ['anna'] };

const keyed = (...places: readonly string[]): object => {
  const content: Record<string, Record<string, object>> = {};
  for (const place of places) {
    const [locale = '', variation = ''] = place.split(' ');
    content[locale] = { ...content[locale], [variation]: { push: { web: WEB, android: ANDROID } } };
  }
  return { content, locales: Object.keys(content).filter((locale) => locale !== 'default') };
};

/** Bodies of the two modes. `undefined` omits a field. */
const inline = (changes: object = {}): object => {
  const campaign_content = { content: { push: { web: WEB } } };
  return { channel: 'PUSH', campaign_content, test_campaign_meta: META, ...changes };
};
const inlineMail = (changes: object = {}): object => ({
  ...{ channel: 'EMAIL', campaign_content: { content: { email: MAIL } }, test_campaign_meta: MAIL_META },
  ...{ connector: { connector_type: 'SENDGRID', connector_name: 'sandbox' }, basic_details: { name: 'Hi' } },
  ...changes,
});
const ofDraft = (meta: object = {}): object => ({ draft_id: ID, test_campaign_meta: { ...META, ...meta } });
const meta = (changes: object): object => ({ test_campaign_meta: { ...META, ...changes } });
const mailMeta = (changes: object): object => ({ test_campaign_meta: { ...MAIL_META, ...changes } });

function draft(changes: object = {}): CampaignRecord {
  return {
    ...{ id: ID, campaign_id: ID, status: 'DRAFT', channel: 'PUSH', campaign_delivery_type: 'ONE_TIME' },
    ...{ created_at: '2026-01-01 00:00:00.000000', updated_at: '2026-01-01 00:00:00.000000' },
    campaign_content: keyed('default variation_1') as JsonObject,
    ...changes,
  };
}

function worldWith(...drafts: readonly CampaignRecord[]): Store {
  const store = storeWith(ANNA, BARE, { ...BARE, id: 'cy', mobile: '+49170' });
  for (const record of drafts) store.campaigns.put('local', record, null);
  return store;
}

const send = (body: object, store = worldWith(draft())): Outcome =>
  outcomeOf(() => testCampaign(callOf(store, body)));

/** The parts of the answer that clients use. */
function answer(body: object, store?: Store): { data: Record<string, JsonObject>; message: string } {
  const outcome = send(body, store);
  if (outcome.kind === 'refused') throw new Error(JSON.stringify(outcome.failure));
  return outcome.data as unknown as { data: Record<string, JsonObject>; message: string };
}

/** Open point W16. */
describe('a test of inline content', () => {
  test('reaches a user and is in the outbox', () => {
    const store = worldWith();
    expect(answer(inline(), store)).toEqual({
      data: { WEB_default_variation_1: { status: 'SENT' } },
      message: 'sent 1 test message',
    });
    expect(store.messages.list()).toEqual([
      {
        ...{ at: '2026-03-01 09:00:00.000000', workspace: 'local', mode: 'inline', campaign_id: null },
        ...{ channel: 'PUSH', platform: 'WEB', locale: 'default', variation: 'variation_1' },
        ...{
          identifier: 'USER_ATTRIBUTE_UNIQUE_ID',
          to: 'push-anna',
          user_id: 'anna',
          request_id: 'request-1',
        },
        content: { template_type: 'BASIC', basic_details: { title: 'Hi Anna', message: 'A sale' } },
      },
    ]);
  });

  test.each<[string, object, string, string | null, string]>([
    [
      'a segment by email',
      inlineMail(mailMeta({ identifier: 'CUSTOM_SEGMENT', identifier_values: ['Testers'] })),
      'Testers',
      null,
      'For {{ user.first_name }}',
    ],
    [
      'a push ID that belongs to no user',
      inline(meta({ identifier: 'PUSH_ID', identifier_values: ['p'] })),
      'p',
      null,
      'Hi {{ user.first_name }}',
    ],
  ])('is sent to %s', (_case, body, to, user_id, text) => {
    const store = worldWith();
    expect(Object.values(answer(body, store).data)).toEqual([{ status: 'SENT' }]);
    const [message] = store.messages.list();
    expect(message).toMatchObject({ to, user_id });
    expect(JSON.stringify(message)).toContain(text);
  });
});

describe('a test that', () => {
  test('that reaches no user has failed, says why, and still gets a 200', () => {
    const store = worldWith();
    const body = inline(meta({ identifier_values: ['bo', 'bare'] }));
    const why =
      'no user has the id "bo": add users with POST /_control/users; the user "bare" has no push_id';
    expect(send(body, store)).toMatchObject({ kind: 'done', status: 200, type: 'campaign' });
    expect(answer(body, store)).toEqual({
      data: { WEB_default_variation_1: { status: 'FAILED', failure_reason: why } },
      message: `no test message was sent: ${why}`,
    });
    expect(store.messages.list()).toEqual([]);
  });

  test("that can't resolve its content fails for users, but not for unknown recipients", () => {
    const broken = { campaign_content: { content: { email: { ...MAIL, subject: '{{ user.id' } } } };
    expect(answer(inlineMail(broken)).data).toEqual({
      EMAIL_default_variation_1: {
        status: 'FAILED',
        failure_reason: `subject can't be resolved: output "{{ user.id" not closed, line:1, col:1`,
      },
    });
    const toStranger = mailMeta({ identifier: 'EMAIL', identifier_values: ['x@example.com'] });
    expect(answer(inlineMail({ ...broken, ...toStranger })).message).toBe('sent 1 test message');
  });

  test('that would never finish ends in a few seconds', () => {
    const loop = '{% for i in (1..1000) %}';
    const endless = `${loop.repeat(3)}${'{% endfor %}'.repeat(3)}`;
    const slow = { web: { ...WEB, basic_details: { title: endless, message: 'x' } } };
    const content = { default: { variation_1: { push: slow }, variation_2: { push: slow } } };
    const body = inline({
      campaign_content: { content },
      ...meta({ identifier_values: Array(10).fill('anna') }),
    });
    expect(answer(body).message).toMatch(
      /^no test message was sent: .*longer than 400 ms; .*longer than 2000 ms$/,
    );
  });
});

describe('a test is refused for', () => {
  test.each<[string, object, readonly string[]]>([
    ['both modes', { ...inline(), draft_id: ID }, ['campaign_content']],
    [
      'an address that is none',
      inlineMail(mailMeta({ identifier: 'EMAIL', identifier_values: ['x'] })),
      ['test_campaign_meta.identifier_values.0'],
    ],
    ['a platform without content', inline(meta({ platform: 'IOS' })), ['test_campaign_meta.platform']],
    [
      'a locale and a variation without content',
      ofDraft({ locale_name: 'German', variation: 'variation_2' }),
      ['test_campaign_meta.locale_name', 'test_campaign_meta.variation'],
    ],
  ])('%s', (_case, body, targets) => {
    expect(refusal(send(body))).toEqual({ status: 400, code: 'VALIDATION_FAILED', targets });
  });
});
