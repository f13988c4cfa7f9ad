import { json } from './plan-document.ts';
import { clip, columns } from './text-layout.ts';
import { visibleLine } from './visible-text.ts';

/** One line of the audit trail, as `record/audit-trail.ts` reads it. */
export interface LogEntry {
  /** The commit on the state branch. */
  readonly id: string;
  readonly at: string;
  readonly summary: string;
  readonly key: string;
  readonly change: string;
  readonly components: readonly string[];
  readonly status: { readonly from: string; readonly to: string } | null;
  readonly commit: string | null;
  readonly pullRequest: string | null;
  readonly actor: string | null;
  readonly run: string | null;
  readonly page: string | null;
  readonly requestId: string | null;
  readonly responseId: string | null;
}

/** The audit trail, newest first: when, what, who, why. With `key` only that campaign's, and its name is left out. */
export function logText(entries: readonly LogEntry[], key?: string): string {
  if (entries.length === 0)
    return key === undefined ? 'Nothing has been recorded yet.\n' : `Nothing has been recorded of ${key}.\n`;
  const rows = entries.map((entry) => [
    entry.at.slice(0, 16).replace('T', ' '),
    ...(key === undefined ? [entry.key] : []),
    entry.change,
    clip(detailOf(entry), 48),
    entry.actor?.replace(/ <.*>$/, '') ?? '',
    [entry.pullRequest?.replace(/\d+/g, '#$&') ?? '', entry.commit?.slice(0, 7) ?? '']
      .filter(Boolean)
      .join(' '),
    entry.requestId ? `req ${entry.requestId.slice(0, 4)}…` : '',
    entry.run ? `run ${shortRun(entry)}` : '',
  ]);
  return `${columns(rows.map((row) => row.map(visibleLine))).join('\n')}\n`;
}

/** In a workflow the number that its page has. */
function shortRun({ run, page }: LogEntry): string {
  return /\/runs\/(\d+)$/.exec(page ?? '')?.[1] ?? run ?? '';
}

/** The summary without what the other columns say. */
function detailOf({ summary, key, status }: LogEntry): string {
  if (status) return `${status.from} → ${status.to}`;
  const [, detail] = summary.split(`${key}: `);
  return detail ?? summary;
}

export function logDocument(workspace: string, entries: readonly LogEntry[]): string {
  return json({
    format: 'campaign-log/1',
    workspace,
    entries: entries.map((entry) => ({
      state_commit: entry.id,
      at: entry.at,
      key: entry.key,
      change: entry.change,
      components: entry.components,
      status: entry.status,
      summary: entry.summary,
      commit: entry.commit,
      pull_request: entry.pullRequest,
      actor: entry.actor,
      run: entry.run,
      page: entry.page,
      request_id: entry.requestId,
      response_id: entry.responseId,
    })),
  });
}
