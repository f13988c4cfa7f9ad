import type { AuditEntry } from '../../model/audit.ts';
import { clip, columns } from '../text-layout.ts';
import { visibleLine } from '../visible-text.ts';

/** The audit trail, newest first: when, what, who, why. With `key` only that campaign's, and its name is left out. */
export function logText(entries: readonly AuditEntry[], key?: string): string {
  if (entries.length === 0)
    return key === undefined ? 'Nothing has been recorded yet.\n' : `Nothing has been recorded of ${key}.\n`;
  const rows = entries.map((entry) => [
    entry.at.slice(0, 16).replace('T', ' '),
    ...(key === undefined ? [entry.key] : []),
    entry.change,
    clip(detailOf(entry), 48),
    entry.actor?.replace(/ <.*>$/, '') ?? '',
    [entry.pullRequest?.replace(/\d+/g, '#$&') ?? '', commitWords(entry)].filter(Boolean).join(' '),
    entry.requestId ? `req ${entry.requestId.slice(0, 4)}…` : '',
    entry.run ? `run ${shortRun(entry)}` : '',
  ]);
  return `${columns(rows.map((row) => row.map(visibleLine))).join('\n')}\n`;
}

/** The commit, and what was consented to: `19630da + uncommitted`, `19630da (conflict)`. */
function commitWords({ commit, allowed }: AuditEntry): string {
  if (commit === null) return '';
  const others = allowed.filter((one) => one !== 'dirty');
  const dirty = allowed.includes('dirty') ? ' + uncommitted' : '';
  return `${commit.slice(0, 7)}${dirty}${others.length > 0 ? ` (${others.join(', ')})` : ''}`;
}

/** In a workflow the number that its page has. */
function shortRun({ run, page }: AuditEntry): string {
  return /\/runs\/(\d+)$/.exec(page ?? '')?.[1] ?? run ?? '';
}

/** The summary without what the other columns say. */
function detailOf({ summary, key, status }: AuditEntry): string {
  if (status) return `${status.from} → ${status.to}`;
  const [, detail] = summary.split(`${key}: `);
  return detail ?? summary;
}
