import { isDeepStrictEqual } from 'node:util';
import { parse } from 'yaml';
import { digest, sale, welcome } from '../campaign-texts.ts';
import type { JsonMap } from '../live-service.ts';

// A small shop in which one apply has everything to do: two creations, two edits, and each kind of transition.

/** By path below campaigns/: what is live before, in two steps, since only what is active can be paused. */
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
  // Nothing becomes a draft again: this one stays as it is, whatever happens.
  'held.yaml': welcome({ name: 'Held', status: 'DRAFT' }),
  'draft.yaml': welcome({ name: 'New draft' }),
  'published.yaml': digest({ name: 'New and published', status: 'ACTIVE' }),
};

const WANTED: Readonly<Record<string, string>> = { ...BEFORE[0], ...BEFORE[1], ...CHANGES };

/** The status that each campaign must have in the end, by key. */
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

/** The one edit of a campaign that is no draft, which a service may refuse; and what to commit until it is made. */
export const LOCKABLE = {
  key: 'paused',
  lift: [
    { 'paused.yaml': digest({ name: 'Paused', status: 'ACTIVE' }) },
    { 'paused.yaml': CHANGES['paused.yaml'] ?? '' },
  ],
} as const;

/** Campaigns that the set-up created. */
export const CREATED_BEFORE = 6;

/** Every effect that the service may have, each exactly once: what an undisturbed apply does. */
export const EFFECTS = { created: 2, updated: 2, status: 3, published: 1 };

const OURS = ['status'];

/** What is wrong with what is live, compared with the files: nothing in a list means that all is as wanted. */
export function differences(live: readonly JsonMap[]): string[] {
  const names = live.map(nameOf);
  const wanted = Object.entries(WANTED).map(([path, text]) => {
    const key = path.replace('.yaml', '');
    return { key, body: parse(text) as JsonMap };
  });
  const strangers = names.filter((name) => !wanted.some(({ body }) => nameOf(body) === name));
  return [
    ...strangers.map((name) => `nobody asked for the campaign ${name}`),
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
