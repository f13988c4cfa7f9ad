import type { AppliedChange, RecordedChange } from './approval.ts';
import type { OneOf } from './one-of.ts';
import type { TrailEvent } from './trail-event.ts';

/** Whom nobody names. */
export const UNKNOWN = 'unknown';

/** One entry of the audit trail: what was done to which campaign, when, by whom and why. */
export interface AuditEntry {
  /** The commit on the state branch. */
  readonly id: string;
  /** An instant in UTC. */
  readonly at: string;
  /** The subject of the commit. */
  readonly summary: string;
  /** The subject without its beginning, where that only repeats the change and the campaign; null for other subjects. */
  readonly words: string | null;
  readonly key: string;
  /** `null` if it isn't known anymore, or not yet read. */
  readonly campaignId: string | null;
  readonly change: string;
  readonly components: readonly string[];
  /** Those of them that were sent again unchanged, because they had been edited in the service. */
  readonly restored: readonly string[];
  /** The live status before and after; `null` if the change didn't affect it. */
  readonly status: { readonly from: string; readonly to: string } | null;
  /** The campaign's previous key; `null` if the key didn't change. */
  readonly movedFrom: string | null;
  /** The code commit that was applied; `null` in a repository without commits. */
  readonly commit: string | null;
  /** What was allowed with `--allow`. With `dirty`, what was sent may not be in the commit. */
  readonly allowed: readonly string[];
  readonly pullRequest: string | null;
  /** When it was changed in the service, in UTC; `null` for other changes, and if the service doesn't say. */
  readonly editedAt: string | null;
  /** Who made the edit that was applied, or `unknown`; empty for what no edit caused. */
  readonly editedBy: readonly string[];
  /** Who approved and who merged the pull requests, or `unknown`. */
  readonly approvedBy: readonly string[];
  readonly mergedBy: string | null;
  /** Who ran it. Of a change in the service: whom the service names. */
  readonly actor: string | null;
  readonly run: string | null;
  /** The address of the workflow run; `null` for a run outside a workflow. */
  readonly page: string | null;
  readonly requestId: string | null;
  readonly responseId: string | null;
}

/** Why the trail doesn't prove a change, with what its message needs. `commit`: the one on the state branch. */
export interface GapParams {
  /** `components`: those of which a recorded value differs from the one before, without an entry that names them. */
  'unrecorded-change': { commit: string; components: readonly string[] };
  /** The people in this trailer aren't those of the recorded review, or of the applied code. */
  'other-people': { commit: string; trailer: 'Edited-By' | 'Approved-By' | 'Merged-By' };
  'not-reviewed': { commit: string; pull: string | null };
  'not-approved': { commit: string; pull: string };
}

/** Something in the trail that nobody can prove from it. `at`: an instant in UTC. */
export type Gap = OneOf<GapParams> & { readonly key: string; readonly at: string };

/** What a gap is called in documents. */
export function reasonOf({ code }: Gap): Exclude<Gap['code'], 'other-people'> {
  return code === 'other-people' ? 'unrecorded-change' : code;
}

/** The changes of a period with what the trail doesn't prove of them, newest first. The ends are days in UTC, included. */
export interface AuditReport {
  readonly workspace: string;
  readonly from: string;
  readonly to: string;
  readonly changes: readonly AuditEntry[];
  readonly gaps: readonly Gap[];
}

const REQUESTS = ['create', 'update', 'transition'] as const;

/** Changes that an apply made. */
export const APPLIES: ReadonlySet<string> = new Set<AppliedChange>([...REQUESTS, 'note']);

/** Requests of an apply whose effect isn't known. */
export const NOT_CONFIRMED: ReadonlySet<string> = new Set(REQUESTS.map((one) => `${one}-not-confirmed`));

/** Changes that have the code commit of their apply. A change that was made in the service has none. */
export const FROM_COMMIT: ReadonlySet<string> = new Set([
  ...APPLIES,
  ...NOT_CONFIRMED,
  ...REQUESTS.map((one) => `${one}-not-done`),
]);

const CHANGES = {
  created: 'create',
  updated: 'update',
  transitioned: 'transition',
  'moved-in-service': 'status',
  noted: 'note',
  'hand-edited': 'hand-edit',
} as const;

export function changeOf(event: TrailEvent): RecordedChange {
  if (event.code === 'moved-in-service' && !event.isByItself) return 'hand-edit';
  return 'sent' in event ? `${event.sent}-${event.code}` : CHANGES[event.code];
}

/** The subject of a commit about one campaign: `update promo/black-friday-push: utm_params`. */
export function subjectOf(verb: string, key: string, words: string): string {
  return `${verb} ${key}: ${words}`;
}

/** The words of a subject that has this form; null for others. */
export function wordsOf(subject: string, key: string): string | null {
  const rest = subject.slice(subject.indexOf(' ') + 1);
  return rest.startsWith(`${key}: `) ? rest.slice(key.length + 2) : null;
}

/** The entries of some campaigns, also from when they had other keys. `entries` are the newest first. */
export function entriesOf(entries: readonly AuditEntry[], keys: ReadonlySet<string>): AuditEntry[] {
  const known = new Set(keys);
  return entries.filter(({ key, movedFrom }) => {
    if (!known.has(key)) return false;
    if (movedFrom !== null) known.add(movedFrom);
    return true;
  });
}

/** Changes whose words are the ID of the campaign, if they are about only one. */
const BINDS: ReadonlySet<string> = new Set(['create', 'import', 'adopt']);

/** A campaign under all keys that it had. `key`: the present one; undefined for one that was forgotten. */
interface Life {
  readonly key: string | undefined;
  id: string | undefined;
}

/** The life that each entry belongs to. Before a move or after `forget`, a key may have been that of another campaign. */
function livesOf(entries: readonly AuditEntry[], bound: ReadonlyMap<string, string> = new Map()): Life[] {
  const lives = new Map<string, Life>();
  return entries.map(({ key, change, words, movedFrom }) => {
    const before = { key: undefined, id: undefined };
    const life: Life = change === 'forget' ? before : (lives.get(key) ?? { key, id: bound.get(key) });
    if (BINDS.has(change)) life.id = words ?? life.id;
    lives.set(key, life);
    if (movedFrom !== null) lives.set(movedFrom, life).set(key, before);
    return life;
  });
}

/**
 * The entries with the IDs of their campaigns: as said when they were bound, or as the key, or the one that it was moved
 * to, is bound now. `entries` are the newest first, `bound` has the present IDs by key.
 */
export function withCampaignIds(
  entries: readonly AuditEntry[],
  bound: ReadonlyMap<string, string>,
): AuditEntry[] {
  const lives = livesOf(entries, bound);
  return entries.map((entry, at) => ({ ...entry, campaignId: lives[at]?.id ?? null }));
}

/** Whether a text is a part, in any case, of one of the people of an entry. */
export function isBy(entry: AuditEntry, person: string): boolean {
  const { editedBy, approvedBy, mergedBy, actor } = entry;
  const people = [...editedBy, ...approvedBy, mergedBy ?? '', actor ?? ''];
  return people.some((one) => one.toLowerCase().includes(person.toLowerCase()));
}

/** When a campaign was last applied or, if it never was, when it was imported or adopted. */
export interface LastApply {
  readonly change: 'apply' | 'import' | 'adopt';
  readonly at: string;
}

/** By present key. `entries` are the newest first. What else was recorded, such as a move, applies nothing. */
export function lastApplies(entries: readonly AuditEntry[]): ReadonlyMap<string, LastApply> {
  const found = new Map<string, LastApply>();
  for (const [at, { key }] of livesOf(entries).entries()) {
    const { change: code = '', at: when = '' }: Partial<AuditEntry> = entries[at] ?? {};
    const change = APPLIES.has(code) ? 'apply' : code === 'import' || code === 'adopt' ? code : undefined;
    if (key !== undefined && change && !found.has(key)) found.set(key, { change, at: when });
  }
  return found;
}
