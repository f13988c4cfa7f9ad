import { APPLIES, NOT_CONFIRMED, wordsOf, type AuditEntry } from '../model/audit.ts';
import { isObjectId, type Git } from '../git/git.ts';

const ITEM = '\x1d';

/** What `git log` lists: these fields of each commit, as its formats. */
export async function readLog(
  git: Git,
  fields: readonly string[],
  ...args: readonly string[]
): Promise<string[][]> {
  const listed = await git.logWithTrailers(`--format=${fields.join('%x1f')}%x1e`, ...args);
  const records = listed.split('\x1e').map((record) => record.trim());
  return records.filter(Boolean).map((record) => record.split('\x1f'));
}

/** The history of campaigns, newest first, and each request once, even if several `tips` have it. */
export async function readAuditTrail(git: Git, tips: readonly string[]): Promise<AuditEntry[]> {
  return (await readNewest(git, tips)).entries;
}

/**
 * The same of the newest commits, by default all. `since` is given if there may be others: they have nothing that is
 * newer than that, in epoch seconds, because what is recorded has happened before.
 */
export async function readNewest(
  git: Git,
  tips: readonly string[],
  commits?: number,
): Promise<{ readonly entries: AuditEntry[]; readonly since?: number }> {
  const records = await readRecords(git, tips, ...(commits ? [`--max-count=${commits}`] : []));
  const since = Number(records.at(-1)?.[1]);
  return { entries: trailFrom(entriesIn(records)), ...(records.length === commits && { since }) };
}

/** Every entry of every commit, newest first. */
export async function readEntries(git: Git, tips: readonly string[]): Promise<AuditEntry[]> {
  return entriesIn(await readRecords(git, tips));
}

async function readRecords(git: Git, tips: readonly string[], ...only: string[]): Promise<string[][]> {
  if (tips.length === 0) return [];
  return readLog(git, ['%H', '%ct', '%s', ...TRAILERS.map(trailerFormat)], ...only, ...tips);
}

function entriesIn(records: readonly (readonly string[])[]): AuditEntry[] {
  return records.flatMap(entriesFrom).filter(({ key }) => key !== '');
}

/** Each request once, and what was changed in the service when that happened. */
export function trailFrom(entries: readonly AuditEntry[]): AuditEntry[] {
  // A change that was made in the service is recorded later than it happened.
  return eachOnce(entries).sort((a, b) => secondsOf(b) - secondsOf(a));
}

/** Epoch seconds, which is what commits have. */
function secondsOf({ at }: Pick<AuditEntry, 'at'>): number {
  return Math.floor(Date.parse(at) / 1000);
}

/**
 * The code commit that an apply recorded last, whatever the apply did; undefined if there is none. It is nearly always
 * among the newest records, so the whole trail, which only grows, is read only if it isn't.
 */
export async function lastAppliedCommit(git: Git, tip: string): Promise<string | undefined> {
  const fields = [trailerFormat('Change'), trailerFormat('Commit')];
  for (const part of [`--max-count=${NEWEST}`, `--skip=${NEWEST}`]) {
    const records = await readLog(git, fields, part, tip);
    const applied = records.find(
      ([change = '', commit = '']) => (change === '' || APPLIES.has(change)) && isObjectId(commit),
    );
    if (applied || records.length < NEWEST) return applied?.[1];
  }
  return undefined;
}

/** How many records are read first. */
const NEWEST = 100;

/** Drops "not confirmed yet" entries of requests whose outcome is known. */
function eachOnce(entries: readonly AuditEntry[]): AuditEntry[] {
  const known = new Set(
    entries.filter(({ change }) => !NOT_CONFIRMED.has(change)).map(({ requestId }) => requestId),
  );
  const reported = new Set<string>();
  return entries.filter(({ key, change, requestId }) => {
    if (requestId === null) return true;
    if (NOT_CONFIRMED.has(change) && known.has(requestId)) return false;
    const name = JSON.stringify([key, change, requestId]);
    return !reported.has(name) && reported.add(name);
  });
}

/** A commit may concern many campaigns, each of which has it in its history. */
function entriesFrom(record: readonly string[]): AuditEntry[] {
  const entry = entryFrom(record);
  return entry.key.split(',').map((key) => ({ ...entry, key }));
}

function entryFrom([id = '', seconds = '0', summary = '', ...values]: readonly string[]): AuditEntry {
  const texts = new Map<ReadTrailer, string | undefined>(TRAILERS.map((name, at) => [name, values[at]]));
  const text = (name: ReadTrailer) => texts.get(name) ?? '';
  const orNull = (name: ReadTrailer) => text(name) || null;
  const listIn = (name: ReadTrailer) => text(name).split(ITEM).filter(Boolean);
  const [run, page] = orNull('Run')?.split(' ') ?? [];
  const [from, to] = text('Status').split(' → ');
  return {
    id,
    at: orNull('Edited-At') ?? orNull('At') ?? new Date(Number(seconds) * 1000).toISOString(),
    summary,
    words: wordsOf(summary, text('Campaign')),
    key: text('Campaign'),
    campaignId: null,
    change: text('Change'),
    components: orNull('Components')?.split(', ') ?? [],
    restored: orNull('Restored')?.split(', ') ?? [],
    status: from !== undefined && to !== undefined ? { from, to } : null,
    movedFrom: orNull('Moved-From'),
    commit: orNull('Commit'),
    allowed: orNull('Allow')?.split(', ') ?? [],
    pullRequest: orNull('Pull-Request'),
    editedAt: orNull('Edited-At') ?? orNull('At'),
    editedBy: listIn('Edited-By'),
    approvedBy: listIn('Approved-By'),
    mergedBy: listIn('Merged-By').join(', ') || null,
    actor: orNull('Actor'),
    run: run ?? null,
    page: page ?? null,
    requestId: orNull('Request-Id'),
    responseId: orNull('Response-Id'),
  };
}

/** The trailers of the commits on the state branch: written by `state-commits.ts`, read as the audit trail. */
const TRAILERS = [
  ...['Campaign', 'Change', 'Moved-From', 'Components', 'Restored', 'Status', 'Commit', 'Allow'],
  ...['Pull-Request', 'Edited-By', 'Approved-By', 'Merged-By', 'Actor', 'Edited-At', 'At', 'Run'],
  ...['Request-Id', 'Response-Id'],
] as const;

export type TrailerName = ReadTrailer | 'Value';
type ReadTrailer = (typeof TRAILERS)[number];

/** Trailers with one person each, whose names may contain commas. */
const PEOPLE: ReadonlySet<ReadTrailer> = new Set(['Edited-By', 'Approved-By', 'Merged-By']);

/** The value of a trailer in a format of `git log`; several are separated by commas, and people by a mark. */
function trailerFormat(name: ReadTrailer): string {
  return `%(trailers:key=${name},valueonly,separator=${PEOPLE.has(name) ? '%x1d' : '%x2C'})`;
}
