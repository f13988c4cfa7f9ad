import { describe, expect, it } from 'vitest';
import { loadConfiguration } from '../../src/load/load-configuration.ts';
import { DEFAULT_LIMITS } from '../../src/quota/windows.ts';
import type { CampaignStatus, Components } from '../../src/model/campaign.ts';
import type { Workspace } from '../../src/model/workspace.ts';
import { NO_TEAM_RULES, type TeamRules } from '../../src/model/team-rules.ts';
import { load, placeAndCode, unmark, workspace } from '../support/load/marked.ts';

// policy.rules of workspaces.yaml: how rules are written, and what they find in campaign files. The mark » is before
// the place that must be named.

const WORKSPACES = `workspaces:
  local:
    base_url: http://127.0.0.1:4010/
    app_key: local
    api_key_env: CAMPAIGNS_API_KEY
policy:
  rules:
    `;

function read(rule: string) {
  return loadConfiguration('campaigns/workspaces.yaml', `${WORKSPACES}${rule}\n`, { limits: DEFAULT_LIMITS });
}

function rulesOf(text: string): TeamRules {
  const { configuration, diagnostics } = read(text);
  expect(diagnostics).toEqual([]);
  return configuration?.policy.rules ?? NO_TEAM_RULES;
}

describe('a rule', () => {
  const common = { level: 'error', except: [] };
  const days = [
    { from: '2026-12-24', to: '2026-12-26' },
    { from: '2027-01-01', to: '2027-01-01' },
  ];

  it.each([
    ["name_pattern: '(DE|AT) - .+'", { namePattern: { ...common, pattern: '(DE|AT) - .+' } }],
    ['required_tags: [team-*]', { requiredTags: { ...common, tags: ['team-*'] } }],
    ['required_utm: [utm_source]', { requiredUtm: { ...common, fields: ['utm_source'] } }],
    ['all_users_push: forbidden', { allUsersPush: common }],
    ['all_users_push: {}', { allUsersPush: common }],
    ['blackout: [2026-12-24/2026-12-26, 2027-01-01]', { blackout: { ...common, days } }],
    ['sends_per_day: 1', { sendsPerDay: { ...common, atMost: 1 } }],
    ['sends_per_day: { at_most: 2, level: off }', {}],
    ['blackout: { days: [2027-01-01], level: off }', {}],
    ['sends_per_week: 3', { sendsPerWeek: { ...common, atMost: 3 } }],
    ['sends_per_week: { at_most: 3, level: off }', {}],
    ['link: error', { content: { link: common } }],
    ['alt: off', { content: { alt: { level: 'off', except: [] } } }],
    [
      'client_support: { except: [service/*] }',
      { content: { client_support: { level: 'warn', except: ['service/*'] } } },
    ],
    [
      'sends_per_week: { at_most: 3, level: warn, except: [service/*] }',
      { sendsPerWeek: { level: 'warn', except: ['service/*'], atMost: 3 } },
    ],
  ])('%s is read', (text, rules) => {
    expect(rulesOf(text)).toEqual(rules);
  });

  it.each([
    ["name_pattern: »'(a'", 'E_FORMAT'],
    ["name_pattern: »'DE)|(.*'", 'E_FORMAT'],
    ["name_pattern: »'DE)(?:|.*'", 'E_FORMAT'],
    ["name_pattern: »'(?!Test).+'", 'E_FORMAT'],
    ["name_pattern: »'((a{1,200}){1,200}){1,200}'", 'E_FORMAT'],
    ["name_pattern: »'*DE'", 'E_FORMAT'],
    ['»name_patern: x', 'E_UNKNOWN_KEY'],
    ['link: »always', 'E_VALUE'],
    ['size: { level: »high }', 'E_VALUE'],
    ['»links: warn', 'E_UNKNOWN_KEY'],
    ['required_tags: »promo', 'E_TYPE'],
    ['required_utm: [»source]', 'E_FORMAT'],
    ['blackout: [»2026-02-30]', 'E_FORMAT'],
    ['blackout: [»2026-12-26/2026-12-24]', 'E_SCHEDULE'],
    ['sends_per_week: »0', 'E_RANGE'],
    ['sends_per_day: »0', 'E_RANGE'],
    ['sends_per_day: { at_most: »1.5 }', 'E_TYPE'],
    ['sends_per_day: »{ level: warn }', 'E_MISSING'],
    ['sends_per_day: { at_most: 1, level: »none }', 'E_VALUE'],
  ])('%s is refused as %s', (marked, code) => {
    const { text, places } = unmark(`${WORKSPACES}${marked}\n`);
    const { diagnostics } = loadConfiguration('campaigns/workspaces.yaml', text, { limits: DEFAULT_LIMITS });
    expect(diagnostics.map(placeAndCode)).toEqual(places.map((place) => `${place} ${code}`));
  });

  it.each([
    ['^(a+)+b$', 'a'.repeat(60)],
    ['([A-Za-z]+ ?)+ - [A-Z]{2}', 'Spring collection for everyone in the south and in the north'],
    ['(.*a){20}', 'a'.repeat(19) + 'b'.repeat(100)],
  ])('name_pattern: %s is matched soon', { timeout: 5000 }, (pattern, name) => {
    const { text, places } = marked(push().replace('AT - Sale', name), 'N');
    const found = load({ 'a.yaml': text }, { now: NOW, rules: rulesOf(`name_pattern: '${pattern}'`) });
    expect(found.diagnostics.map(placeAndCode)).toEqual([`${places.join()} E_TEAM_RULE`]);
  });
});

const NOW = Date.parse('2026-12-01T12:00:00Z');

const push = (more = '') => `channel: PUSH
campaign_delivery_type: ONE_TIME
status: ACTIVE
basic_details: { name: »N»AT - Sale, »T»tags: [team-crm], platforms: [ANDROID] }
campaign_content: { content: { push: { android: { template_type: BASIC, basic_details: { title: A, message: B } } } } }
»S»segmentation_details:
  is_all_user_campaign: »A»false
  included_filters: { filter_operator: and, filters: [{ filter_type: custom_segments, name: VIP, id: s1 }] }
scheduling_details: { delivery_type: AT_FIXED_TIME, start_time: »W»2026-12-16T09:00:00, timezone: Europe/Berlin }
»U»utm_params: { utm_source: crm, utm_medium: push }
${more}`;

/** The text with one of its marks: those of the others are taken out. */
function marked(text: string, mark: string): ReturnType<typeof unmark> {
  return unmark(text.replace(/»(\w)»/g, (_, letter: string) => (letter === mark ? '»' : '')));
}

interface Asked {
  readonly publish?: Workspace['publish'];
  readonly rules: string;
  readonly isPlanned?: boolean;
  readonly live?: readonly string[];
  readonly ended?: readonly string[];
  readonly recorded?: Readonly<Record<string, CampaignStatus>>;
  readonly observed?: Readonly<Record<string, Components>>;
}

function find(files: Readonly<Record<string, string>>, { rules, publish = 'never', ...asked }: Asked) {
  const workspaces = [workspace({ publish })];
  return load(files, { now: NOW, rules: rulesOf(rules), workspaces, ...asked }).diagnostics;
}

it.each([
  ['sale-mail', 1],
  ['campaigns/sale-email.yaml', 1],
  ['stores', 1],
  ['sale-email', 0],
  ['stores/*', 0],
])('the exception %s', (key, count) => {
  const { text, places } = unmark(`${WORKSPACES}required_tags: { tags: [promo], except: [»${key}] }\n`);
  const files = { 'sale-email.yaml': marked(push(), '').text };
  const found = load(files, { now: NOW, configuration: text }).diagnostics;
  expect(found.map(placeAndCode)).toEqual(Array(count).fill(`${places.join()} W_NO_EFFECT`));
});

describe('a campaign', () => {
  it.each([
    ['pattern', "name_pattern: 'DE - .+'", 'N', 'TEAM_RULE'],
    ['tags', 'required_tags: [team-*, promo]', 'T', 'TEAM_RULE'],
    ['fields', 'required_utm: [utm_source, utm_campaign]', 'U', 'TEAM_RULE'],
    ['days', 'blackout: [2026-12-15/2026-12-16]', 'W', 'BLACKOUT'],
  ])('is checked against its %s: %s', (field, rule, mark, code) => {
    const { text, places } = marked(push(), mark);
    const file = { 'a.yaml': text };
    expect(find(file, { rules: rule }).map(placeAndCode)).toEqual([`${places.join()} E_${code}`]);
    const [name, value] = rule.split(/: (.*)/);
    const long = (more: string) => `${name}: { ${field}: ${value}, ${more} }`;
    expect(find(file, { rules: long('level: warn') }).map(({ code: found }) => found)).toEqual([`W_${code}`]);
    expect(find(file, { rules: long('except: [b, a*]') })).toEqual([]);
    expect(find(file, { rules: rule, ended: ['a'] })).toEqual([]);
  });

  it('is not reported for rules that it follows', () => {
    const { text } = marked(push(), '');
    const rules = [
      "name_pattern: '(DE|AT) - .+'",
      'required_tags: [team-*]',
      'required_utm: [utm_source]',
      'all_users_push: forbidden',
      'blackout: [2026-12-17/2026-12-31, 2026-12-15]',
      'sends_per_day: 1',
      'sends_per_week: 1',
    ].join('\n    ');
    expect(find({ 'a.yaml': text }, { rules })).toEqual([]);
  });
});

describe('what the live campaign already has', () => {
  it('counts first among the sends of a week', () => {
    const { text: sale } = marked(push(), '');
    const draft = sale.replace('status: ACTIVE\n', '');
    const files = { 'a.yaml': sale, 'b.yaml': draft, 'c.yaml': draft };
    const observed = componentsOf(sale);
    const asked = { rules: 'sends_per_week: 1', recorded: { b: 'SCHEDULED', c: 'ACTIVE' } } as const;
    const found = find(files, { ...asked, observed: { b: observed, c: observed } });
    expect(found.map(({ file, code }) => `${file} ${code}`)).toEqual([
      'campaigns/a.yaml E_TEAM_RULE',
      'campaigns/c.yaml W_TEAM_RULE',
    ]);
    const moved = find(files, { ...asked, observed: { b: observed, c: {} } });
    expect(moved.map(({ code }) => code)).toEqual(['E_TEAM_RULE', 'E_TEAM_RULE']);
  });

  function componentsOf(file: string): Components {
    const [desired] = load({ 'a.yaml': file }).desired.get('local') ?? [];
    return desired?.components ?? {};
  }
});

describe('sends to one segment in a day or a week', () => {
  const on = (day: string, text = marked(push(), '').text) => text.replace('2026-12-16', day);

  it('are counted over all campaigns, and the last ones are reported', () => {
    const files = {
      'a.yaml': on('2026-12-20'),
      'b.yaml': on('2026-12-14'),
      'c.yaml': on('2026-12-18'),
      'd.yaml': on('2026-12-21'),
    };
    const [last, warned] = ['2', '{ at_most: 2, level: warn }'].map((limit) =>
      find(files, { rules: `sends_per_week: ${limit}` }),
    );
    expect(last).toMatchObject([{ file: 'campaigns/a.yaml', line: 6, code: 'E_TEAM_RULE' }]);
    expect(warned).toMatchObject([{ code: 'W_TEAM_RULE' }]);
    expect(find(files, { rules: 'sends_per_week: { at_most: 2, except: [c] }' })).toEqual([]);
    expect(find(files, { rules: 'sends_per_week: 2', ended: ['a'] })).toEqual([]);
  });

  it('are counted by the day of each schedule, and a campaign is reported for each rule that it breaks', () => {
    const files = {
      'a.yaml': on('2026-12-16'),
      'b.yaml': on('2026-12-17'),
      'c.yaml': on('2026-12-16'),
      'd.yaml': on('2026-12-16').replace('VIP, id: s1', 'New, id: s2'),
    };
    const places = (rules: string, more: Partial<Asked> = {}) =>
      find(files, { rules, ...more }).map((one) => `${one.file} ${placeAndCode(one)}`);
    expect(places('sends_per_day: 1')).toEqual(['campaigns/c.yaml 6:1 E_TEAM_RULE']);
    expect(places('sends_per_day: 2')).toEqual([]);
    expect(places('sends_per_day: { at_most: 1, except: [a] }')).toEqual([]);
    expect(places('sends_per_day: 1\n    sends_per_week: 2')).toEqual([
      'campaigns/b.yaml 6:1 E_TEAM_RULE',
      'campaigns/c.yaml 6:1 E_TEAM_RULE',
    ]);
    expect(places('sends_per_day: 1', { recorded: { a: 'STOPPED' } })).toEqual([]);
  });

  it('are counted where the plan moves them: neither where a campaign was, nor of one that it stops', () => {
    const sale = on('2026-12-16');
    const observed = { a: load({ 'a.yaml': sale }).desired.get('local')?.[0]?.components ?? {} };
    const rules = 'sends_per_day: 1';
    const asked = { rules, recorded: { a: 'SCHEDULED' }, observed } as const;
    for (const a of [on('2026-12-18'), sale.replace('status: ACTIVE', 'status: STOPPED')])
      expect(find({ 'a.yaml': a, 'b.yaml': sale }, asked)).toEqual([]);
    expect(find({ 'a.yaml': sale, 'b.yaml': sale }, asked).map(({ file }) => file)).toEqual([
      'campaigns/b.yaml',
    ]);
  });

  it.each<readonly [string, string | undefined, CampaignStatus | undefined, boolean]>([
    ['a new file that is to be published', 'ACTIVE', undefined, true],
    ['a paused campaign that is to be resumed', 'ACTIVE', 'PAUSED', true],
    ['a campaign that was stopped in the service', 'ACTIVE', 'STOPPED', false],
    ['a new file without status', undefined, undefined, false],
    ['a draft', undefined, 'DRAFT', false],
    ['a campaign that was published in the service', undefined, 'SCHEDULED', true],
    ['a campaign that was paused in the service', undefined, 'PAUSED', false],
  ])('count only if the campaign sends: %s', (_, status, recorded, counts) => {
    const line = status === undefined ? '' : `status: ${status}\n`;
    const files = {
      'a.yaml': on('2026-12-20'),
      'b.yaml': on('2026-12-14').replace('status: ACTIVE\n', line),
    };
    const found = find(files, { rules: 'sends_per_week: 1', recorded: recorded ? { b: recorded } : {} });
    const reported = counts ? [{ file: 'campaigns/a.yaml', code: 'E_TEAM_RULE' }] : [];
    expect(found).toMatchObject(reported);
  });
});
