import { jsonText } from '../../model/json.ts';
import type { AuditEntry } from '../../model/audit.ts';

/** The audit trail as JSON for machines: `schemas/log.schema.json`. */
export function logDocument(workspace: string, entries: readonly AuditEntry[]): string {
  return jsonText({
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
      moved_from: entry.movedFrom,
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
