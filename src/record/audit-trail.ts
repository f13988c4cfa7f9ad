import type { Git } from './git.ts';

/** One line of the audit trail: what was done to which campaign, when, by whom and why. */
export interface AuditEntry {
  /** The commit on the state branch. */
  readonly id: string;
  /** An instant in UTC. */
  readonly at: string;
  readonly summary: string;
  readonly key: string;
  readonly change: string;
  readonly components: readonly string[];
  /** The live status before and after; null where the change did not move it. */
  readonly status: { readonly from: string; readonly to: string } | null;
  /** The code commit that was applied; null in a repository without one. */
  readonly commit: string | null;
  /** What was consented to; with `dirty` what was sent may not be in the commit. */
  readonly allowed: readonly string[];
  readonly pullRequest: string | null;
  readonly actor: string | null;
  readonly run: string | null;
  /** Where a person sees the workflow that ran; null for a run at somebody's desk. */
  readonly page: string | null;
  readonly requestId: string | null;
  readonly responseId: string | null;
}

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

/** The outcomes that a state branch records, newest first; of one campaign or of all. */
export async function readAuditTrail(git: Git, tip: string, key?: string): Promise<AuditEntry[]> {
  const format = [
    '%H',
    '%ct',
    '%s',
    ...TRAILERS.map((name) => `%(trailers:key=${name},valueonly,separator=%x2C)`),
  ];
  const text = await git.logWithTrailers(`--format=${format.join('%x1f')}%x1e`, tip);
  return text
    .split(RECORD)
    .map((record) => record.trim())
    .filter(Boolean)
    .map(entryFrom)
    .filter((entry) => entry.key !== '' && (key === undefined || entry.key === key));
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
