import { jsonText } from '../../model/json.ts';
import type { Forgotten, MovedBinding, TargetMove, Binding, StateTarget } from '../../model/state.ts';
import type { LeaseRecord } from '../../model/reasons.ts';
import { reasonOf, type AuditEntry, type AuditReport, type LastApply } from '../../model/audit.ts';
import { rejectionIn, type Plan } from '../../model/plan.ts';
import { GAPS } from '../../messages/catalog/gaps.ts';
import { messageFor, messageText } from '../../messages/catalog/row.ts';

/** `{"format": "campaign-target-move/1", …}`, for scripts. */
export function targetDocument({ workspace, from, to, bound, isMoved }: TargetMove): string {
  const plain = ({ baseUrl, appKey, folder }: StateTarget) => ({
    base_url: baseUrl,
    app_key: appKey,
    folder: folder ?? null,
  });
  return jsonText({
    format: 'campaign-target-move/1',
    workspace,
    from: from ? plain(from) : null,
    to: plain(to),
    campaigns: bound,
    moved: isMoved,
  });
}

/** `{"format": "campaign-move/1", …}`, for scripts. */
export function moveDocument({ workspace, from, to, campaignId }: MovedBinding): string {
  return jsonText({ format: 'campaign-move/1', workspace, from, to, campaign_id: campaignId });
}

/** `{"format": "campaign-forgotten/1", …}`, for scripts. */
export function forgottenDocument(workspace: string, forgotten: readonly Forgotten[]): string {
  return jsonText({
    format: 'campaign-forgotten/1',
    workspace,
    forgotten: forgotten.map(({ key, campaignId, status, isSending }) => ({
      key,
      campaign_id: campaignId ?? null,
      live_status: status ?? null,
      still_sending: isSending,
    })),
  });
}

/** `{"format": "campaign-bindings/1", …}`, for scripts. */
export function bindingsDocument(bindings: readonly Binding[]): string {
  return jsonText({
    format: 'campaign-bindings/1',
    bindings: bindings.map(({ key, campaignId, channel, deliveryType, name }) => ({
      key,
      campaign_id: campaignId,
      channel,
      type: deliveryType,
      name,
    })),
  });
}

/** A lease that was released by hand; `unreadable` if this version can't read its holder. */
export type Freed = LeaseRecord | 'unreadable';

export function releaseDocument(workspace: string, freed: Freed | undefined): string {
  const { run, user, page, since, until }: Partial<LeaseRecord> = typeof freed === 'object' ? freed : {};
  const instant = (time = 0) => new Date(time).toISOString();
  return jsonText({
    format: 'campaign-release/1',
    workspace,
    freed: freed !== undefined,
    lease: run === undefined ? null : { run, user, page, since: instant(since), until: instant(until) },
  });
}

/** The audit trail as JSON for machines: `schemas/log.schema.json`. */
export function logDocument(workspace: string, entries: readonly AuditEntry[]): string {
  return jsonText({
    format: 'campaign-log/1',
    workspace,
    entries: entries.map(entryDocument),
  });
}

/** The fields of an entry that have the same name in JSON, but for `_`. */
const FIELDS = [
  ...(['at', 'key', 'campaignId', 'change', 'components', 'status', 'summary', 'movedFrom'] as const),
  ...(['commit', 'allowed', 'pullRequest', 'editedAt', 'editedBy', 'approvedBy', 'mergedBy'] as const),
  ...(['actor', 'run', 'page', 'requestId', 'responseId'] as const),
];

function entryDocument(entry: AuditEntry): Readonly<Record<string, unknown>> {
  const named = FIELDS.map((name) => [name.replace(/[A-Z]/g, (one) => `_${one.toLowerCase()}`), entry[name]]);
  return { state_commit: entry.id, ...(Object.fromEntries(named) as Record<string, unknown>) };
}

/** An audit as JSON for machines: `schemas/audit.schema.json`. */
export function auditDocument({ workspace, from, to, changes, gaps }: AuditReport): string {
  return jsonText({
    format: 'campaign-audit/1',
    workspace,
    from,
    to,
    changes: changes.map(entryDocument),
    gaps: gaps.map((gap) => ({
      key: gap.key,
      at: gap.at,
      reason: reasonOf(gap),
      state_commit: gap.commit,
      message: messageText(messageFor(GAPS, gap)),
    })),
  });
}

/** The columns of `audit --csv`: fields of an entry in this order. */
const COLUMNS = [
  ...['at', 'edited_at', 'key', 'campaign_id', 'change', 'components', 'edited_by', 'approved_by'],
  ...['merged_by', 'actor', 'pull_request', 'commit', 'run', 'request_id', 'response_id'],
];

/** The changes of an audit as a table for spreadsheets (RFC 4180, with line feeds). */
export function auditTable({ changes }: AuditReport): string {
  const rows = changes.map((entry) => {
    const fields = entryDocument(entry);
    return COLUMNS.map((name) => cell(fields[name] ?? ''));
  });
  return [COLUMNS, ...rows].map((row) => `${row.join(',')}\n`).join('');
}

/** Programs for tables run a cell that begins like a formula. */
function cell(value: unknown): string {
  const text = Array.isArray(value) ? value.join('; ') : String(value);
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** The status of a workspace as JSON for machines: `schemas/status.schema.json`. */
export function statusDocument(plan: Plan, applies: ReadonlyMap<string, LastApply>): string {
  return jsonText({
    format: 'campaign-status/1',
    workspace: plan.workspace,
    campaigns: plan.campaigns.map((campaign) => {
      const { key, campaignId, liveStatus, verdict, held } = campaign;
      const last = applies.get(key);
      const rejection = rejectionIn(campaign);
      return {
        key,
        campaign_id: campaignId,
        live_status: liveStatus,
        last_apply: last?.change === 'apply' ? last.at : null,
        verdict,
        held: held.map(({ reason }) => reason),
        ...(rejection !== undefined && { rejection_comment: rejection }),
      };
    }),
  });
}
