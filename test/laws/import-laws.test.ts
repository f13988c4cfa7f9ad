import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import {
  DELIVERY_TYPES,
  STATUSES,
  type CampaignId,
  type Components,
  type Live,
} from '../../src/model/campaign.ts';
import { isList, type JsonObject, type JsonValue } from '../../src/model/json.ts';
import type { TeamRules } from '../../src/model/team-rules.ts';
import { email, MAIL, push, put, WEB, type Body } from '../support/contract/bodies.ts';
import { PASSING } from '../schemas/passing.ts';
import { draws, sample } from '../support/draws.ts';
import { HOSTILE_TEXTS } from '../support/hostile-texts.ts';
import type { Drafts } from '../../src/app/importing/draft-files.ts';
import { afterImport, draftsOf, liveOf } from '../support/imported.ts';
import { respelt, WAYS } from '../support/spellings.ts';

const text = fc.oneof(
  fc.constantFrom(...Object.values(HOSTILE_TEXTS)),
  fc.string({ unit: 'grapheme', maxLength: 40 }),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom(
    ...[
      'no',
      '1.0',
      '~',
      'null',
      '2031-01-01',
      '# a',
      '- b',
      'a: b',
      ' x ',
      '\t',
      '{{ a }}',
      '*a',
      '&b',
      '? c',
    ],
  ),
);

/** Bodies: short and long, with spaces and all kinds of line breaks. */
const html = fc
  .tuple(
    fc.array(text, { maxLength: 30 }),
    fc.constantFrom('\n', '\r\n', '\n\n', ' \n'),
    fc.constantFrom('', '\n', '\n\n'),
  )
  .map(([lines, by, end]) => `<p>\n${lines.join(by)}${end}`);

const empty: fc.Arbitrary<JsonValue> = fc.constantFrom(null, '', [] as JsonValue[], {} as JsonObject);
const dictionary = fc.dictionary(fc.string(), text, { maxKeys: 3 });
const unknown = fc.oneof(text, fc.integer(), fc.double(), fc.boolean(), empty, dictionary);
const part = fc.record({ name: fc.string({ minLength: 1, maxLength: 12 }), isObject: fc.boolean() });

const type = fc.constantFrom(...DELIVERY_TYPES);
const base = fc
  .tuple(type, fc.boolean())
  .map(([one, isPush]) =>
    isPush || one.startsWith('DEVICE') || one.startsWith('LOCATION') ? push(one) : email(one),
  );

const SCHEDULES: readonly JsonObject[] = [
  { delivery_type: 'AT_FIXED_TIME', start_time: '2031-05-01T09:00:00', timezone: 'Europe/Berlin' },
  { delivery_type: 'AT_FIXED_TIME', start_time: '2031-05-01T07:00:00Z', timezone: 'Europe/Berlin' },
  {
    ...{ delivery_type: 'SEND_IN_BTS', start_time: '2031-05-01T09:00', timezone: 'Asia/Calcutta' },
    bts_details: { send_in_bts: true, if_user_bts_is_not_available: 'SEND_AT_START_TIME' },
  },
  { delivery_type: 'ASAP' },
];
const READ_VIEWS: readonly JsonObject[] = [
  { delivery_type: 'PERIODIC', frequency: 'WEEKLY', schedule_time: '09:00:00', time_zone: 'Europe/Berlin' },
  { delivery_type: 'SCHEDULED', schedule_time: '2031-05-01T07:00:00Z', time_zone: 'Europe/Berlin' },
];

/** A campaign that the service can contain: a complete one with edits, shown in any spelling. */
const campaign: fc.Arbitrary<Live> = fc
  .record({
    base,
    name: text,
    html: fc.option(html, { nil: undefined }),
    subject: fc.option(text, { nil: undefined }),
    extra: fc.option(fc.tuple(fc.string({ maxLength: 8 }), unknown), { nil: undefined }),
    hollow: fc.option(empty, { nil: undefined }),
    schedule: fc.option(fc.constantFrom(...SCHEDULES, ...READ_VIEWS), { nil: undefined }),
    ways: fc.subarray([...WAYS]),
    status: fc.constantFrom(...STATUSES),
    id: fc.stringMatching(/^[0-9a-f]{24}$/),
    // A word of the service that isn't documented.
    statusAs: fc.option(fc.constantFrom('ON_HOLD', 'archived', ' '), { nil: undefined }),
    unknownParts: fc.option(fc.array(part, { maxLength: 3 }), { nil: undefined }),
  })
  .map((drawn) => {
    const live = liveOf(drawn.base, { id: drawn.id as CampaignId, status: drawn.status });
    const { basic_details: details, campaign_content: content } = live.components;
    const components: Components = {
      ...live.components,
      basic_details: {
        ...details,
        name: drawn.name,
        ...(drawn.extra && { [drawn.extra[0]]: drawn.extra[1] }),
        ...(drawn.hollow !== undefined && { tags: drawn.hollow }),
      },
      ...(live.channel === 'EMAIL' && content && { campaign_content: mailed(content, drawn) }),
      ...(drawn.schedule && !isPeriodic(live) && { scheduling_details: drawn.schedule }),
    };
    return {
      ...live,
      name: drawn.name,
      components: respelt(components, drawn.ways),
      ...(drawn.statusAs !== undefined && { status: 'ARCHIVED' as const, statusAs: drawn.statusAs }),
      ...(drawn.unknownParts && { unknownParts: drawn.unknownParts }),
    };
  });

const several = fc.uniqueArray(campaign, { minLength: 1, maxLength: 3, selector: ({ id }) => id });

function isPeriodic({ components }: Live): boolean {
  return components.scheduling_details?.periodic_details !== undefined;
}

type Drawn = Readonly<Record<'html' | 'subject', string | undefined>> & {
  readonly hollow: JsonValue | undefined;
};

function mailed(content: JsonObject, { html: body, subject, hollow }: Drawn): JsonObject {
  const { email: mail } = content.content as { readonly email: JsonObject };
  const own = { html_content: body, subject, preview_text: hollow };
  const said = Object.entries(own).filter((entry): entry is [string, JsonValue] => entry[1] !== undefined);
  const sent = { ...mail, ...Object.fromEntries(said) };
  return { content: { email: sent }, ...(hollow !== undefined && { locales: hollow }) };
}

/** Rules that no campaign keeps. Live campaigns break them, because they are older. */
const rule = fc.record({
  level: fc.constantFrom('warn' as const, 'error' as const),
  except: fc.constant([]),
});
const rules: fc.Arbitrary<TeamRules> = fc.record(
  {
    namePattern: rule.map((one) => ({ ...one, pattern: 'NEVER-\\d+' })),
    requiredTags: rule.map((one) => ({ ...one, tags: ['never-*'] })),
    requiredUtm: rule.map((one) => ({ ...one, fields: ['utm_never'] })),
    allUsersPush: rule,
    blackout: rule.map((one) => ({ ...one, days: [{ from: '2026-01-01', to: '2036-12-31' }] })),
  },
  { requiredKeys: [] },
);

describe('the laws of importing', () => {
  it('1: nothing is left to do, to record or to note, and a body is sent unchanged', () => {
    fc.assert(
      fc.property(several, rules, (campaigns, ofTeam) => {
        const drafts = draftsOf(campaigns);
        const { desired, errors, plan } = afterImport(drafts, ofTeam);
        expect(errors).toEqual([]);
        expect(plan.campaigns).toHaveLength(drafts.files.length);
        for (const one of plan.campaigns) {
          const status = drafts.files.find(({ key }) => key === one.key)?.live.statusAs;
          // Every plan says that nothing can be done in such a status.
          const notes = status === undefined ? [] : [{ kind: 'unknown-status', status }];
          expect(one).toMatchObject({ verdict: 'in-sync', steps: [], notes, held: [] });
          expect(one.record).toBeUndefined();
        }
        for (const { live, key } of drafts.files) {
          const file = desired.find((one) => one.key === key);
          expect(htmlIn(file?.components)).toEqual(htmlIn(live.components));
          expect(file?.name).toBe(live.name);
        }
        // Nothing is dropped silently, and nothing that YAML can express is left out.
        const ids = [...drafts.files.map(({ live }) => live.id), ...drafts.leftOut.map(({ id }) => id)];
        expect(ids.sort()).toEqual(campaigns.map(({ id }) => id).sort());
        const withoutNeed = drafts.leftOut.filter(({ live }) => live && isPlainEnough(live.components));
        expect(withoutNeed).toEqual([]);
      }),
      draws(15, { cost: 20 }),
    );
  });

  it('2: the same campaigns give the same files, in any order', () => {
    fc.assert(
      fc.property(several, (campaigns) => {
        expect(said(draftsOf(campaigns.toReversed()))).toEqual(said(draftsOf(campaigns)));
      }),
      draws(5, { cost: 40 }),
    );
  });
});

const SCHEDULE = 'scheduling_details';
const LIMIT = 'campaign_audience_limit';
const filters = (type: string) => ({
  filter_operator: type,
  filters: [{ filter_type: 'actions', action_name: 'a', condition: 'WHEN' }],
});
const goals = (attribute: object) => ({
  attribution_window_in_hours: 36,
  goals: [{ goal_name: 'Buy', goal_event_name: 'Bought', goal_event_attribute: { name: 'x', ...attribute } }],
});
const shownAs = (frequency: string, start: object) => ({
  ...{ delivery_type: 'PERIODIC', frequency, time_zone: 'Europe/Berlin' },
  ...start,
});

/** What the service documents or keeps, and no file for a new campaign may have (open points V20, V24, V26). */
const OLDER: readonly (readonly [what: string, body: Body])[] = [
  ...(['09:00:00', '09:00', '09:00:00Z'] as const).flatMap((schedule_time) =>
    [push('PERIODIC'), email('PERIODIC')].map(
      (body) =>
        [`read at ${schedule_time}`, put(body, SCHEDULE, shownAs('WEEKLY', { schedule_time }))] as const,
    ),
  ),
  ['a bare start', put(push('PERIODIC'), SCHEDULE, shownAs('MONTHLY', { start_time: '09:00:00' }))],
  ...['weekly', 'WEEKLY', 'MONTHLY', 'DAILY'].map(
    (sending_frequency) =>
      [
        `${sending_frequency} without days`,
        put(push('PERIODIC'), `${SCHEDULE}.periodic_details`, { sending_frequency }),
      ] as const,
  ),
  ['no frequency', put(push('PERIODIC'), `${SCHEDULE}.periodic_details`, { no_of_occurences: 3 })],
  ...Object.entries({
    timezone: 'Mars/Base',
    start_time: '2031-02-30T09:00:00',
    delivery_type: 'at_fixed_time',
  }).map(
    ([field, value]) =>
      [
        `${field} ${value}`,
        put(push('ONE_TIME'), SCHEDULE, {
          ...{ delivery_type: 'AT_FIXED_TIME', start_time: '2031-05-01T09:00:00', timezone: 'UTC' },
          [field]: value,
        }),
      ] as const,
  ),
  ['UTM keys', put(push('ONE_TIME'), 'utm_params', { utm_source: 'a', partner: 'b', 'x y': 'c', count: 5 })],
  ['only a UTM key of its own', put(email('ONE_TIME'), 'utm_params', { partner: 'b' })],
  ['platforms', put(push('ONE_TIME'), 'basic_details.platforms', ['web', 'android', 'WEB'])],
  ['a content type', put(email('ONE_TIME'), 'basic_details.content_type', 'promotional')],
  ['a connector type', put(email('ONE_TIME'), 'connector.connector_type', 'sendgrid')],
  ['operators', put(push('ONE_TIME'), 'segmentation_details', { included_filters: filters('AND') })],
  ['numbers in a goal', put(push('ONE_TIME'), 'conversion_goal_details', goals({ value: 5, value1: 9.5 }))],
  ['a flag in a goal', put(push('ONE_TIME'), 'conversion_goal_details', goals({ value: true }))],
  ['numbers in a geofence', put(push('LOCATION_TRIGGERED'), 'basic_details.geofences.radius', 200)],
  ['controls of a push', put(email('ONE_TIME'), 'delivery_controls', { queuing_enabled: true })],
  ['platforms of an email', put(email('ONE_TIME'), 'basic_details.platforms', ['IOS'])],
  ['a content type of a push', put(push('ONE_TIME'), 'basic_details.content_type', 'PROMOTIONAL')],
  ['a connector of a push', { ...push('ONE_TIME'), connector: { connector_type: 'a' } }],
  ['settings of an email', { ...email('ONE_TIME'), advanced: { expiration_settings: {}, badge: true } }],
  ['content of both', put(push('ONE_TIME'), 'campaign_content.content.email', { subject: 'a' })],
  ['a trigger that is missing', { ...push('EVENT_TRIGGERED'), trigger_condition: undefined }],
  ...[{ limit: 5 }, { limit: 5, metric: 'SENT' }, { frequency: 'INSTANCE' }].map(
    (limit) =>
      [
        `the limit ${JSON.stringify(limit)}`,
        put(push('ONE_TIME'), LIMIT, { is_campaign_audience_limit_enabled: true, ...limit }),
      ] as const,
  ),
  [
    'a limit that is off',
    put(email('ONE_TIME'), LIMIT, { is_campaign_audience_limit_enabled: false, limit: 5 }),
  ],
];

describe('every documented record', () => {
  const bodies = [
    ...OLDER,
    ...sample(PASSING, 4).map(({ what, campaign: body }) => [what, body as Body] as const),
  ];
  const campaigns = bodies.flatMap(([what, body], at) =>
    (['DRAFT', 'ACTIVE', 'SENT'] as const).map((status, more) => {
      const id = `${status}-${at}` as CampaignId;
      const live = liveOf(body, { id, status });
      const { components } = live;
      return { what, live: { ...live, components: respelt(components, more === at % 3 ? WAYS : []) } };
    }),
  );

  it.each(['DRAFT', 'ACTIVE', 'SENT'] as const)('%s: gets a file that loads and plans clean', (status) => {
    const ours = campaigns.filter(({ live }) => live.status === status);
    const drafts = draftsOf(ours.map(({ live }) => live));
    const left = new Set(drafts.leftOut.map(({ id }) => id));
    expect(ours.flatMap(({ what, live }) => (left.has(live.id) ? [what] : []))).toEqual([]);
    const { errors, plan } = afterImport(drafts);
    expect(errors).toEqual([]);
    const clean = { verdict: 'in-sync', steps: [], held: [] };
    expect(plan.campaigns.filter((one) => one.record !== undefined || one.notes.length > 0)).toEqual([]);
    for (const one of plan.campaigns) expect(one).toMatchObject(clean);
  });
});

it.each([
  ['flat', push('ONE_TIME')],
  ['keyed', put(push('ONE_TIME'), 'campaign_content.content', { default: { variation_1: { push: WEB } } })],
  [
    'keyed',
    put(email('ONE_TIME'), 'campaign_content.content', { default: { variation_1: { email: MAIL } } }),
  ],
])('a file has the shape of live: %s', (shape, body) => {
  const { files } = draftsOf([liveOf(body)]);
  const [file] = files.map(({ text: own }) => parse(own) as { campaign_content: { content: object } });
  const names = Object.keys(file?.campaign_content.content ?? {});
  expect(names).toEqual(shape === 'keyed' ? ['default'] : ['push']);
});

/** Everything that is written, with its path. */
function said({ files }: Drafts): unknown {
  return files.map(({ file, text: own, texts }) => [file, own, ...texts]);
}

/** All non-empty bodies of a campaign. */
function htmlIn(value: JsonValue | Components | undefined): JsonValue[] {
  if (isList(value)) return (value as JsonValue[]).flatMap(htmlIn);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value as JsonObject).flatMap(([name, member]) =>
    name === 'html_content' ? (member === '' ? [] : [member]) : htmlIn(member),
  );
}

/** Requires a name, no lone surrogates, no NUL and no field with a special meaning in files. */
function isPlainEnough(components: Components): boolean {
  const said = JSON.stringify(components);
  const { name, tags } = components.basic_details ?? {};
  const isNamed = typeof name === 'string' && name.trim() !== '';
  const fields = Object.keys(components.basic_details ?? {});
  const unusual = fields.some((field) => field.startsWith('$') || field === '__proto__' || field in KNOWN);
  return (
    isNamed &&
    !unusual &&
    (tags === undefined || Array.isArray(tags)) &&
    !/\\u(?:0000|d[89a-f])/i.test(said) &&
    !hasOddNumber(components)
  );
}

/** Fields of basic details whose values have a type. */
const KNOWN = { name: 0, tags: 0, team: 0 };

function hasOddNumber(value: unknown): boolean {
  if (typeof value === 'number')
    return !Number.isFinite(value) || (Number.isInteger(value) && !Number.isSafeInteger(value));
  return typeof value === 'object' && value !== null && Object.values(value).some(hasOddNumber);
}
