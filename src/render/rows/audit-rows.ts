import type { AuditReport } from '../../model/audit.ts';
import { counted } from '../../model/show.ts';
import { visibleLine } from '../text-layout.ts';

/** `production, 2026-11-01 to 2026-11-30 (UTC): 12 changes, 2 gaps` */
export function auditTitle({ workspace, from, to, changes, gaps }: AuditReport): string {
  const found = gaps.length === 0 ? 'no gaps' : counted(gaps.length, 'gap');
  return `${visibleLine(workspace)}, ${from} to ${to} (UTC): ${counted(changes.length, 'change')}, ${found}`;
}
