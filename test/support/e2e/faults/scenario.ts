import { isDeepStrictEqual } from 'node:util';
import { parse } from 'yaml';
import { digest, sale, welcome } from '../campaign-texts.ts';
import type { JsonMap } from '../live-service.ts';

// A small test repository in which one apply does everything: two creations, two edits, and each kind of transition.

/**
 * By path below campaigns/: what is live before. There are two steps, because only an active campaign can be paused.
 */
export const BEFORE: readonly Readonly<Record<string, string>>[] = [
  {
    'edited.yaml': welcome({ name: 'Edited' }),
    'paused.yaml': digest({ name: 'Paused', status: 'ACTIVE' }),
    'resumed.yaml': welcome({ name: 'Resumed', status: 'ACTIVE' }),
    'stopped.yaml': sale({ name: 'Stopped', status: 'ACTIVE' }),
    'same.yaml': welcome({ name: 'Same', status: 'ACTIVE' }),
    'held.yaml': welcome({ name: 'Held', status: 'ACTIVE' }),
  },
  { 'resumed.yaml': welcome({ name: 'Resumed', status: 'PAUSED' }) },
];

/** What the commit under test changes. */
export const CHANGES: Readonly<Record<string, string>> = {
  'edited.yaml': welcome({ name: 'Edited', utm: 'edited' }),
  'paused.yaml': digest({ name: 'Paused', status: 'PAUSED', utm: 'edited' }),
  'resumed.yaml': welcome({ name: 'Resumed', status: 'ACTIVE' }),
  'stopped.yaml': sale({ name: 'Stopped', status: 'STOPPED' }),
  // A campaign can't become a draft again, so this one must stay unchanged.
  'held.yaml': welcome({ name: 'Held', status: 'DRAFT' }),
  'draft.yaml': welcome({ name: 'New draft' }),
  'published.yaml': digest({ name: 'New and published', status: 'ACTIVE' }),
};

const WANTED: Readonly<Record<string, string>> = { ...BEFORE[0], ...BEFORE[1], ...CHANGES };

/** The final status of each campaign, by key. */
export const WANTED_STATUS: Readonly<Record<string, string>> = {
  edited: 'DRAFT',
  paused: 'PAUSED',
  resumed: 'ACTIVE',
  stopped: 'STOPPED',
  same: 'ACTIVE',
  held: 'ACTIVE',
  draft: 'DRAFT',
  published: 'SCHEDULED',
};

/**
 * The only edit of a campaign that isn't a draft, which a service may refuse, and the commits that get it done anyway.
 */
export const LOCKABLE = {
  key: 'paused',
  lift: [
    { 'paused.yaml': digest({ name: 'Paused', status: 'ACTIVE' }) },
    { 'paused.yaml': CHANGES['paused.yaml'] ?? '' },
  ],
} as const;

/** How many campaigns the setup creates. */
export const CREATED_BEFORE = 6;

/** Every effect in the service, each exactly once, as in an undisturbed apply. */
export const EFFECTS = { created: 2, updated: 2, status: 3, published: 1 };

const OURS = ['status'];

/** How the live campaigns differ from the files. Empty if everything is as wanted. */
export function differences(live: readonly JsonMap[]): string[] {
  const names = live.map(nameOf);
  const wanted = Object.entries(WANTED).map(([path, text]) => {
    const key = path.replace('.yaml', '');
    return { key, body: parse(text) as JsonMap };
  });
  const strangers = names.filter((name) => !wanted.some(({ body }) => nameOf(body) === name));
  return [
    ...strangers.map((name) => `the unexpected campaign ${name}`),
    ...wanted.flatMap(({ key, body }) => {
      const found = live.filter((one) => nameOf(one) === nameOf(body));
      const [only] = found;
      if (!only || found.length > 1) return [`${found.length} campaigns for ${key}`];
      return partsThatDiffer(key, body, only);
    }),
  ];
}

function partsThatDiffer(key: string, body: JsonMap, live: JsonMap): string[] {
  const parts = Object.keys(body).filter((name) => !OURS.includes(name));
  const wrong = parts.filter((name) => !isDeepStrictEqual(live[name], body[name]));
  if (live.status !== WANTED_STATUS[key]) wrong.push(`status ${JSON.stringify(live.status)}`);
  return wrong.map((name) => `${key} differs in ${name}`);
}

export function nameOf(body: JsonMap): string {
  return (body.basic_details as { readonly name: string }).name;
}
