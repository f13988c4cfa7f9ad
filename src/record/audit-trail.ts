import type { AuditEntry } from '../model/audit.ts';
import type { Git } from './git.ts';

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
];
const FIELD = '\x1f';
const RECORD = '\x1e';

/**
 * The outcomes that a state branch records, newest first; of one campaign or of all. Of two histories that parted (`tips`)
 * all outcomes are told, and one that both have is told once.
 */
export async function readAuditTrail(git: Git, tips: readonly string[], key?: string): Promise<AuditEntry[]> {
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
    .map(entryFrom)
    .filter((entry) => entry.key !== '' && (key === undefined || entry.key === key));
  return tips.length > 1 ? eachOnce(entries) : entries;
}

function eachOnce(entries: readonly AuditEntry[]): AuditEntry[] {
  const told = new Set<string>();
  return entries.filter(({ key, change, requestId, id }) => {
    const name = JSON.stringify(requestId === null ? id : [key, change, requestId]);
    return !told.has(name) && told.add(name);
  });
}

function entryFrom(record: string): AuditEntry {
  const [id = '', seconds = '0', summary = '', campaign = '', change = '', components = '', ...rest] =
    record.split(FIELD);
  const [commit, pullRequest, actor, runAndPage, requestId, responseId, status, allowed] = rest.map(
    (text) => text || null,
  );
  const [run, page] = runAndPage?.split(' ') ?? [];
  const [from, to] = status?.split(' → ') ?? [];
  return {
    id,
    at: new Date(Number(seconds) * 1000).toISOString(),
    summary,
    key: campaign,
    change,
    components: components === '' ? [] : components.split(', '),
    status: from !== undefined && to !== undefined ? { from, to } : null,
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
