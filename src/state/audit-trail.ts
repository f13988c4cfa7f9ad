import { APPLIES, NOT_CONFIRMED, wordsOf, type AuditEntry } from '../model/audit.ts';
import type { Git } from '../git/git.ts';
import { isObjectId } from '../git/object-id.ts';

const TRAILERS = [
  'Campaign',
  'Change',
  'Components',
  'Commit',
  'Pull-Request',
  'Actor',
  'Run',
  'Request-Id',
  'Response-Id',
  'Status',
  'Allow',
  'At',
  'Moved-From',
];
const FIELD = '\x1f';
const RECORD = '\x1e';

/**
 * The history of campaigns, newest first. Each request is listed once, with the last that is known about it, even if
 * two diverged histories (`tips`) both record it.
 */
export async function readAuditTrail(git: Git, tips: readonly string[]): Promise<AuditEntry[]> {
  if (tips.length === 0) return [];
  const format = [
    '%H',
    '%ct',
    '%s',
    ...TRAILERS.map((name) => `%(trailers:key=${name},valueonly,separator=%x2C)`),
  ];
  const text = await git.logWithTrailers(`--format=${format.join('%x1f')}%x1e`, ...tips);
  const entries = text
    .split(RECORD)
    .map((record) => record.trim())
    .filter(Boolean)
    .flatMap(entriesFrom)
    .filter(({ key }) => key !== '');
  // A change that was made in the service is recorded later than it happened.
  return eachOnce(entries).sort((a, b) => secondsOf(b) - secondsOf(a));
}

/**
 * The code commit that an apply recorded last, whatever the apply did; undefined if there is none. It is nearly always
 * among the newest records, so the whole trail, which only grows, is read only if it isn't.
 */
export async function lastAppliedCommit(git: Git, tip: string): Promise<string | undefined> {
  const format = '--format=%(trailers:key=Change,valueonly,separator=%x2C) %(trailers:key=Commit,valueonly)';
  const newest = linesOf(await git.logWithTrailers(format, `--max-count=${NEWEST}`, tip));
  const applied = appliedIn(newest);
  if (applied !== undefined || newest.length < NEWEST) return applied;
  return appliedIn(linesOf(await git.logWithTrailers(format, `--skip=${NEWEST}`, tip)));
}

/** How many records are read first. */
const NEWEST = 100;

function linesOf(text: string): string[] {
  return text.split('\n').filter(Boolean);
}

function appliedIn(records: readonly string[]): string | undefined {
  return records
    .map((line) => line.split(' '))
    .find(([change = '', commit = '']) => (change === '' || APPLIES.has(change)) && isObjectId(commit))?.[1];
}

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

function secondsOf({ at }: AuditEntry): number {
  return Math.floor(Date.parse(at) / 1000);
}

/** A commit may concern many campaigns, each of which has it in its history. */
function entriesFrom(record: string): AuditEntry[] {
  const entry = entryFrom(record);
  return entry.key.split(',').map((key) => ({ ...entry, key }));
}

function entryFrom(record: string): AuditEntry {
  const [id = '', seconds = '0', summary = '', campaign = '', change = '', components = '', ...rest] =
    record.split(FIELD);
  const [commit, pullRequest, actor, runAndPage, requestId, responseId, status, allowed, at, movedFrom] =
    rest.map((text) => text || null);
  const [run, page] = runAndPage?.split(' ') ?? [];
  const [from, to] = status?.split(' → ') ?? [];
  return {
    id,
    at: at ?? new Date(Number(seconds) * 1000).toISOString(),
    summary,
    words: wordsOf(summary, campaign),
    key: campaign,
    change,
    components: components === '' ? [] : components.split(', '),
    status: from !== undefined && to !== undefined ? { from, to } : null,
    movedFrom: movedFrom ?? null,
    commit: commit ?? null,
    allowed: allowed?.split(', ') ?? [],
    pullRequest: pullRequest ?? null,
    actor: actor ?? null,
    run: run ?? null,
    page: page ?? null,
    requestId: requestId ?? null,
    responseId: responseId ?? null,
  };
}
