import { expect } from 'vitest';
import { BARE_PUSH, drop, MAIL, put, type Body } from '../../support/contract/bodies.ts';
import { contract, group } from '../../support/contract/contract.ts';
import { freshId, type User } from '../../support/contract/control.ts';
import { previewFor } from '../../support/contract/operations.ts';
import { expectBlame, expectFailure, expectStatus } from '../../support/contract/verdicts.ts';

const TITLE = 'campaign_content.content.push.web.basic_details.title';
const RESOLVED_TITLE = 'data.personalized_content.content.push.web.basic_details.title';

/** The ways to select a user. */
const SELECTORS: readonly [string, (user: User) => string][] = [
  ['USER_ATTRIBUTE_UNIQUE_ID', ({ id }) => id],
  ['EMAIL', (user) => user.email],
  ['PUSH_ID', ({ push_id }) => push_id],
];

/** Expressions, and their values for Ada and her order. */
const EXPRESSIONS = [
  ['Hi {{ user.first_name }}!', 'Hi Ada!'],
  ["Hi {{UserAttribute['First Name']}}!", 'Hi Ada!'],
  ['Your {{ event.product_name }}', 'Your hat'],
  ["It is {{BusinessEventAttribute['season']}}", 'It is spring'],
  ['{{ user.first_name }} and the {{ event.product_name }}', 'Ada and the hat'],
  ['Hi {{ user.nickname | default("friend") }}', 'Hi friend'],
  ['No expression, 50 % off', 'No expression, 50 % off'],
] as const;

/** Previews that are refused. */
const WRONG: readonly [string, (body: Body) => Body, string][] = [
  ['a channel without preview', (body) => put(body, 'channel', 'WHATSAPP'), 'channel'],
  ['no channel', (body) => drop(body, 'channel'), 'channel'],
  ['no user', (body) => drop(body, 'user_identification'), 'user_identification'],
  [
    'an unknown kind of user',
    (body) => put(body, 'user_identification.type', 'FAX'),
    'user_identification.type',
  ],
  ['no content', (body) => drop(body, 'campaign_content'), 'campaign_content'],
  ['a broken template', (body) => put(body, TITLE, '{{ user.id'), TITLE],
  [
    "event attributes that aren't texts",
    (body) => put(body, 'event_attributes', { price: 5 }),
    'event_attributes.price',
  ],
  ['event attributes that are a list', (body) => put(body, 'event_attributes', ['hat']), 'event_attributes'],
];

export const previewCases = group('previews', [
  contract(['W17', 'W1', 'Personalized Preview'], 'a preview keeps the tree', async ({ client, control }) => {
    const user = await control.user();
    const body = previewFor(user.id);
    const answer = await client.preview(body);
    expectStatus(answer, 200);
    expect(answer.at('type')).toBe('personalization');
    expect({ content: answer.at('data.personalized_content.content') }).toEqual(body.campaign_content);
  }),
  ...EXPRESSIONS.map(([text, resolved]) =>
    contract(
      ['W18', 'Service 7', 'Personalized Preview'],
      `a preview makes "${resolved}" of ${JSON.stringify(text)}`,
      async ({ client, control }) => {
        const user = await control.user();
        const event_attributes = { product_name: 'hat', season: 'spring' };
        const answer = await client.preview({ ...put(previewFor(user.id), TITLE, text), event_attributes });
        expectStatus(answer, 200);
        expect(answer.at(RESOLVED_TITLE)).toBe(resolved);
      },
    ),
  ),
  ...SELECTORS.map(([type, valueOf]) =>
    contract(['W17'], `a preview finds users by ${type}`, async ({ client, control }) => {
      const user = await control.user({ first_name: 'Grace' });
      const body = put(previewFor(user.id), TITLE, 'Hi {{ user.first_name }}!');
      const answer = await client.preview({ ...body, user_identification: { type, value: valueOf(user) } });
      expect(answer.at(RESOLVED_TITLE)).toBe('Hi Grace!');
    }),
  ),
  contract(['W17'], 'a preview finds users by SVC_GAID', async ({ client, control }) => {
    const gaid = freshId();
    await control.user({ first_name: 'Grace', gaid });
    const body = put(previewFor('nobody'), TITLE, 'Hi {{ user.first_name }}!');
    const user_identification = { type: 'SVC_GAID', value: gaid };
    expect((await client.preview({ ...body, user_identification })).at(RESOLVED_TITLE)).toBe('Hi Grace!');
  }),
  contract(['Service 3', 'W17', 'Service 7'], 'a preview resolves an email', async ({ client, control }) => {
    const user = await control.user();
    const mailFor = (name: string) => ({ ...MAIL, subject: `Hi ${name}`, html_content: `<p>${name}</p>` });
    const campaign_content = { content: { email: mailFor('{{ user.first_name }}') } };
    const answer = await client.preview({ ...previewFor(user.id), channel: 'EMAIL', campaign_content });
    expectStatus(answer, 200);
    expect(answer.at('data.personalized_content.content.email')).toEqual(mailFor('Ada'));
  }),
  contract(['Service 3', 'Service 5', 'W17'], 'a preview resolves an SMS', async ({ client, control }) => {
    const user = await control.user();
    const campaign_content = { content: { sms: { message: 'Hi {{ user.first_name }}' } } };
    const answer = await client.preview({ ...previewFor(user.id), channel: 'SMS', campaign_content });
    expectStatus(answer, 200);
    expect(answer.at('data.personalized_content.content.sms.message')).toBe('Hi Ada');
  }),
  contract(['Personalized Preview'], 'a custom template can be previewed', async ({ client, control }) => {
    const user = await control.user();
    const campaign_content = { content: { email: { custom_template_id: 't-1' } } };
    expectStatus(await client.preview({ ...previewFor(user.id), channel: 'EMAIL', campaign_content }), 200);
  }),
  contract(['W17', 'Errors 400'], 'an unknown user is a 400 on its identification', async ({ client }) => {
    const answer = await client.preview(previewFor(`nobody-${freshId()}`));
    expectFailure(answer, 400, 'VALIDATION_FAILED');
    expect(answer.at('error.target')).toBe('user_identification.value');
  }),
  ...WRONG.map(([what, change, place]) =>
    contract(
      ['W17', 'Personalized Preview', 'Errors 400'],
      `refuses ${what}`,
      async ({ client, control }) => {
        const answer = await client.preview(change(previewFor((await control.user()).id)));
        expectFailure(answer, 400, 'VALIDATION_FAILED');
        expectBlame(answer, place);
      },
    ),
  ),
  contract(['Personalized Preview'], 'a preview needs content, not a draft', async ({ client, control }) => {
    const draft_id = await client.created(BARE_PUSH);
    const rest = drop(previewFor((await control.user()).id), 'campaign_content');
    expectFailure(await client.preview({ ...rest, draft_id }), 400, 'VALIDATION_FAILED');
  }),
  contract(['Personalized Preview', 'Control: outbox'], 'it sends nothing', async ({ client, control }) => {
    const user = await control.user();
    const before = await control.outbox();
    expectStatus(await client.preview(previewFor(user.id)), 200);
    expect(await control.outbox()).toEqual(before);
  }),
]);
