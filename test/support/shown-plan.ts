import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { resolveWithSamples } from '../../src/load/content/sample.ts';
import { judge } from '../../src/load/judge.ts';
import { loadCampaigns } from '../../src/load/load-campaigns.ts';
import { loadConfiguration } from '../../src/load/load-configuration.ts';
import type { CampaignStatus, Components, Desired, DesiredStatus, Live } from '../../src/model/campaign.ts';
import { isJsonObject, isList, type JsonValue } from '../../src/model/json.ts';
import { calendarOf, type Calendar } from '../../src/model/calendar.ts';
import type { Plan } from '../../src/model/plan.ts';
import { DEFAULT_LIMITS } from '../../src/quota/windows.ts';
import type { Previews } from '../../src/render/html/message-view.tsx';
import { bindingOf, campaignId, NOW, planFor, stateOf } from './builders.ts';
import { ROOT } from './e2e/built-program.ts';

// The examples as a plan with a change of each kind, for whatever shows plans.

const FOLDER = join(ROOT, 'campaigns');

function examples(): Desired[] {
  const read = (path: string) => readFileSync(join(FOLDER, path), 'utf8');
  const limits = { limits: DEFAULT_LIMITS };
  const { configuration, source } = loadConfiguration(
    'campaigns/workspaces.yaml',
    read('workspaces.yaml'),
    limits,
  );
  const local = configuration?.workspaces.get('local');
  if (!configuration || !local) throw new Error('The examples have no workspace.');
  const paths = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).filter((path) =>
    /\/.*\.yaml$/.test(path),
  );
  const loaded = loadCampaigns({
    files: paths.sort().map((below) => ({ file: `campaigns/${below}`, below, text: read(below) })),
    workspaces: configuration.workspaces,
    configuration: source,
    workspacesToLoad: [local],
    readReference: (from, path) => {
      const file = posix.join(posix.dirname(from), path);
      return { kind: 'text', file, text: readFileSync(join(ROOT, file), 'utf8') };
    },
  });
  return [...(judge(loaded).desired.get('local') ?? [])];
}

/** What live campaigns had before the change: each text with these words has the others. */
type Former = readonly (readonly [now: string, was: string])[];

interface Changed {
  readonly former?: Former;
  readonly live: CampaignStatus | 'new';
  readonly status?: DesiredStatus;
}

const CHANGES: Readonly<Record<string, Changed>> = {
  'promo/flash-sale-push': {
    live: 'DRAFT',
    status: 'ACTIVE',
    former: [['until nine tonight', 'until noon']],
  },
  'promo/gift-guide-email': {
    live: 'SCHEDULED',
    former: [
      ['The gift guide', 'Gifts for everybody'],
      ['gift-guide', 'gifts'],
    ],
  },
  'onboarding/welcome-email': {
    live: 'ACTIVE',
    former: [
      ['Welcome to the trail', 'Welcome'],
      ['Tell us where you like to walk', 'Tell us where you walk'],
      ['Welcome,', 'Hello'],
    ],
  },
  'retention/win-back-email': {
    live: 'DRAFT',
    former: [['Deine Stiefel warten', 'Deine Stiefel stehen bereit']],
  },
  'newsletter/weekly-digest-email': { live: 'ACTIVE', status: 'PAUSED' },
  'onboarding/first-order-email': { live: 'new' },
  'retention/trail-season-push': { live: 'new' },
  'cart/abandoned-cart-push': { live: 'ACTIVE', former: [['ASAP', 'AT_FIXED_TIME']] },
};

function withWords(value: JsonValue, former: Former): JsonValue {
  if (isList(value)) return value.map((one) => withWords(one, former));
  if (isJsonObject(value))
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, withWords(one, former)]));
  if (typeof value !== 'string') return value;
  return former.reduce((text, [now, was]) => text.replaceAll(now, was), value);
}

/** The example campaigns after edits of several of them. */
export function shownPlan(): Plan {
  const files = examples().map((one) => ({ ...one, status: CHANGES[one.key]?.status ?? one.status }));
  const there = files.flatMap((file): Live[] => {
    const { live: status = 'DRAFT', former = [] } = CHANGES[file.key] ?? {};
    if (status === 'new') return [];
    const components = withWords(file.components, former) as Components;
    const id = `id-${file.key}`;
    const { channel, deliveryType, name } = file;
    return [
      {
        ...{ id: campaignId(id), documentId: id, channel, deliveryType, status, name },
        components,
        readOnly: undefined,
      },
    ];
  });
  const plan = planFor({ desired: files, live: there, state: stateOf(there.map((one) => bindingOf(one))) });
  const estimate = {
    kind: 'known',
    count: 41_000,
    at: '2031-01-01T06:00:00Z',
    like: undefined,
    live: null,
  } as const;
  const campaigns = plan.campaigns.map((one) =>
    one.key === 'promo/flash-sale-push' ? { ...one, people: estimate } : one,
  );
  return { ...plan, campaigns };
}

/** Two people, whose names are in the messages. */
export const PREVIEWS: Previews = {
  users: [
    { id: 'u-1', label: 'Ada, new customer' },
    { id: 'u-2', label: 'Grace' },
  ],
  resolve: resolveWithSamples,
};

/** The sends of that plan, on a day of which there are more than a team allows. */
export function shownCalendar(plan: Plan): Calendar {
  const span = { from: '2031-01-01', to: '2031-12-31' };
  return calendarOf(plan, { ...span, now: NOW, rule: { level: 'warn', except: [], atMost: 1 } });
}
