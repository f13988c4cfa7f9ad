import { expect } from 'vitest';
import { drop, email, MAIL, push, put, WEB, type Body } from '../../support/contract/bodies.ts';
import { contract, group } from '../../support/contract/contract.ts';
import { accepted, refused, refusedGaps, refusedValues } from '../../support/contract/verdicts.ts';

const BACKUP = { template_backup: { title: 'Sale', message: 'Half price' } };
const TEXTS = { basic_details: { title: 'Sale', message: 'Half price' } };
const SLIDES = {
  basic_details: {
    ...{ ...TEXTS.basic_details, image_url: 'https://img.example.com/a.png' },
    carousel_content: {
      slider_transition: 'MANUAL',
      slide_data: [
        { image_url: 'https://img.example.com/a.png' },
        { image_url: 'https://img.example.com/b.png' },
      ],
    },
  },
  ...BACKUP,
};
const TIMER = {
  ...TEXTS,
  ...BACKUP,
  timer: { timer_ends_at: 'DURATION', duration_hour: '1', duration_minute: '30' },
};
const BANNER = {
  ...BACKUP,
  basic_details: { ...TEXTS.basic_details, banner_image_url: 'https://img.example.com/a.png' },
};

/** Template types by platform, each with its required fields. Open point V3. */
const TEMPLATES: readonly [string, string, object][] = [
  ['android', 'BASIC', TEXTS],
  ['android', 'STYLIZED_BASIC', { ...TEXTS, ...BACKUP }],
  ['android', 'SIMPLE_IMAGE_CAROUSEL', SLIDES],
  ['android', 'IMAGE_BANNER_WITH_TEXT', BANNER],
  ['android', 'TIMER', TIMER],
  ['android', 'TIMER_WITH_PROGRESS_BAR', TIMER],
  ['android', 'Custom', { custom_template_id: 't-1' }],
  ['ios', 'BASIC', TEXTS],
  ['ios', 'STYLIZED_BASIC', { ...TEXTS, ...BACKUP }],
  ['ios', 'SIMPLE_IMAGE_CAROUSEL', SLIDES],
  ['ios', 'Custom', { custom_template_id: 't-1' }],
  ['web', 'BASIC', TEXTS],
];

/** Template types that a platform does not have. */
const NO_TEMPLATES = [
  ['android', 'CUSTOM'],
  ['android', 'basic'],
  ['ios', 'TIMER'],
  ['ios', 'IMAGE_BANNER_WITH_TEXT'],
  ['ios', 'CUSTOM'],
  ['web', 'STYLIZED_BASIC'],
  ['web', 'Custom'],
] as const;

const CONTENT = 'campaign_content.content';
const SHARES = 'campaign_content.variation_details.manual_distribution_percentage';
const FLAT = push('ONE_TIME');
const KEYED = keyed(['de'], { default: 1, de: 1 });
const TWO = divided({ variation_1: 60, variation_2: 40 });

export const contentCases = group('content', [
  ...TEMPLATES.map(([platform, template_type, fields]) =>
    accepted(
      ['V3', 'Push campaign_content'],
      `${template_type} for ${platform}`,
      on(platform, { template_type, ...fields }),
    ),
  ),
  ...NO_TEMPLATES.map(([platform, template_type]) =>
    refused(['V3', 'Push campaign_content'], `${template_type} for ${platform}`, {
      body: on(platform, { template_type, ...TEXTS, custom_template_id: 't-1' }),
      at: `${CONTENT}.push.${platform}.template_type`,
    }),
  ),
  refused(['Push campaign_content'], 'Custom without custom_template_id', {
    body: on('android', { template_type: 'Custom' }),
    at: `${CONTENT}.push.android.custom_template_id`,
  }),
  contract(['Content shape 1', 'V7', 'W3'], 'flat content reads back flat', async ({ client }) => {
    const answer = await client.get(await client.created(FLAT));
    expect(answer.at('data.campaign_content')).toEqual({ content: { push: WEB } });
  }),
  contract(['Content shape 2', 'V7', 'W3'], 'keyed content reads back keyed', async ({ client }) => {
    const answer = await client.get(await client.created(KEYED));
    expect(answer.at('data.campaign_content')).toEqual(KEYED.campaign_content);
  }),
  refused(['Content shape 1'], 'flat content with locales', {
    body: put(FLAT, 'campaign_content.locales', ['de']),
    at: CONTENT,
  }),
  refused(['Content shape 1'], 'flat content with variations', {
    body: put(TWO, CONTENT, { push: WEB }),
    at: CONTENT,
  }),
  refused(['Content shape 2'], 'keyed content without default', {
    body: keyed(['de'], { de: 1 }),
    at: CONTENT,
  }),
  refused(['Content shape 2'], 'a locale that is not listed', {
    body: keyed([], { default: 1, de: 1 }),
    at: CONTENT,
  }),
  refused(['Push campaign_content'], 'default in the list of locales', {
    body: keyed(['default', 'de'], { default: 1, de: 1 }),
    at: 'campaign_content.locales',
  }),
  refused(['Push campaign_content'], "locales that aren't a list", {
    body: put(KEYED, 'campaign_content.locales', 'de'),
    at: 'campaign_content.locales',
  }),
  accepted(['V8', 'Push campaign_content', 'Content shape 2'], 'two variations', TWO),
  // They add up to 90 and to 110, aren't integers, name a variation too many, and lack one.
  ...refusedValues({ references: ['V8'], whole: TWO }, [
    [SHARES, { variation_1: 50, variation_2: 40 }],
    [SHARES, { variation_1: 60, variation_2: 50 }],
    [SHARES, { variation_1: 60.5, variation_2: 39.5 }],
    [SHARES, { variation_1: 50, variation_3: 50 }],
    [SHARES, { variation_1: 100 }],
  ]),
  accepted(
    ['V9', 'V8'],
    'every variation in every locale',
    put(put(TWO, 'campaign_content.locales', ['de']), `${CONTENT}.de`, twice()),
  ),
  refused(['V9'], 'a variation that one locale lacks', {
    body: put(put(TWO, 'campaign_content.locales', ['de']), `${CONTENT}.de`, { variation_1: { push: WEB } }),
    at: `${CONTENT}.de`,
  }),
  refused(['V9'], 'variations that a listed locale lacks', {
    body: put(TWO, 'campaign_content.locales', ['fr']),
    at: 'campaign_content',
  }),
  refused(['V9'], 'a variation that default lacks', {
    body: drop(TWO, `${CONTENT}.default.variation_2`),
    at: `${CONTENT}.default`,
  }),

  refused(['Email campaign_content', 'Errors 400'], 'html_content together with custom_template_id', {
    body: put(email('ONE_TIME'), `${CONTENT}.email.custom_template_id`, 't-1'),
    at: `${CONTENT}.email`,
  }),
  accepted(
    ['Email campaign_content'],
    'custom_template_id instead of html_content',
    put(email('ONE_TIME'), `${CONTENT}.email`, {
      subject: 'A',
      from_address: 'a@example.com',
      custom_template_id: 't-1',
    }),
  ),
  accepted(
    ['Email campaign_content', 'Content shape 2'],
    'an email by locale',
    put(email('ONE_TIME'), 'campaign_content', {
      locales: ['de'],
      content: { default: { variation_1: { email: MAIL } }, de: { variation_1: { email: MAIL } } },
    }),
  ),
  ...refusedValues({ references: ['Email campaign_content'], whole: email('ONE_TIME') }, [
    [`${CONTENT}.email.subject`, 7],
    [`${CONTENT}.email.html_content`, { p: 'Hi' }],
  ]),
  ...refusedGaps({ references: ['Content shape 2', 'Email campaign_content'], whole: mailKeyed() }, [
    `${CONTENT}.default`,
  ]),
]);

function on(platform: string, content: object): Body {
  return push('ONE_TIME', {
    basic_details: { name: 'Sale', platforms: [platform.toUpperCase()] },
    campaign_content: { content: { push: { [platform]: content } } },
  });
}

function keyed(locales: readonly string[], content: Readonly<Record<string, number>>): Body {
  const entries = Object.keys(content).map((locale) => [locale, { variation_1: { push: WEB } }] as const);
  return push('ONE_TIME', { campaign_content: { locales, content: Object.fromEntries(entries) } });
}

function mailKeyed(): Body {
  const both = { variation_1: { email: MAIL } };
  return email('ONE_TIME', { campaign_content: { locales: ['de'], content: { default: both, de: both } } });
}

function twice(): Body {
  return { variation_1: { push: WEB }, variation_2: { push: WEB } };
}

function divided(manual_distribution_percentage: Body): Body {
  const variation_details = {
    distribution_type: 'MANUAL',
    no_of_variations: 2,
    manual_distribution_percentage,
  };
  return push('ONE_TIME', { campaign_content: { variation_details, content: { default: twice() } } });
}
