import { readAudit } from '../app/audit.ts';
import type { CommonOptions } from '../app/context.ts';
import { badOption } from '../app/process/user-failure.ts';
import { EXIT, type ExitCode } from '../model/exit.ts';
import type { Day } from '../model/schedule.ts';
import { auditDocument, auditTable } from '../render/documents/state-documents.ts';
import { auditHtml } from '../render/html/audit-html.tsx';
import { auditText, gapsText } from '../render/text/audit-text.ts';
import { requireOutputs, writeOutputs } from './outputs.ts';
import type { CommandSession } from './session.ts';

interface AuditOptions extends CommonOptions {
  readonly from: Day;
  readonly to: Day;
  readonly csv?: boolean;
  readonly html?: string;
}

/** Lists the changes of a period and their gaps, from the state branch alone. Writes nothing to any ref. */
export async function audit(options: AuditOptions, session: CommandSession): Promise<ExitCode> {
  const { from, to, html, csv = false, json = false } = options;
  if (from > to) throw badOption('--to', { why: 'form', form: 'to' }, to);
  const { terminal } = session;
  const check = requireOutputs(options, [['--html', html]]);
  const report = await readAudit(options, session, check);
  const text = json ? auditDocument(report) : csv ? auditTable(report) : auditText(report, terminal);
  await writeOutputs(session, { what: 'audit', text, files: [['--html', html, () => auditHtml(report)]] });
  // A table has no place for them.
  if (csv) terminal.err(gapsText(report, terminal));
  return report.gaps.length > 0 ? EXIT.CHANGES : EXIT.DONE;
}
