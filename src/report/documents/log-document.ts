import { json } from '../json.ts';

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
  /** What was consented to; with `dirty` what was sent may not be in the commit. */
  readonly allowed: readonly string[];
  readonly pullRequest: string | null;
  readonly actor: string | null;
  readonly run: string | null;
  readonly page: string | null;
  readonly requestId: string | null;
  readonly responseId: string | null;
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
      allowed: entry.allowed,
      pull_request: entry.pullRequest,
      actor: entry.actor,
      run: entry.run,
      page: entry.page,
      request_id: entry.requestId,
      response_id: entry.responseId,
    })),
  });
}
