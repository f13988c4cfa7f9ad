import { messageFor } from '../../messages/catalog/row.ts';
import { GAPS } from '../../messages/catalog/gaps.ts';
import { reasonOf, type AuditReport, type Gap } from '../../model/audit.ts';
import { minuteOf } from '../../model/show.ts';
import { indent, wrap, wrapPhrase } from '../columns.ts';
import { auditTitle } from '../rows/audit-rows.ts';
import { visibleLine } from '../text-layout.ts';
import type { Layout } from './paint.ts';
import { logText } from './state-texts.ts';

/** Below the time. */
const BELOW = 18;

/** An audit for a terminal: the counts, the gaps, and the changes as `log` shows them. */
export function auditText(report: AuditReport, layout: Layout): string {
  const { changes } = report;
  const listed =
    changes.length === 0
      ? []
      : ['', layout.paint.strong('Changes'), logText(changes, { ...layout, withResponses: true }).trimEnd()];
  return `${[auditTitle(report), ...gapLines(report, layout), ...listed].join('\n')}\n`;
}

/** Only the counts and the gaps, beside a document. */
export function gapsText(report: AuditReport, layout: Layout): string {
  return `${[auditTitle(report), ...gapLines(report, layout)].join('\n')}\n`;
}

function gapLines({ gaps }: AuditReport, layout: Layout): string[] {
  return gaps.length === 0
    ? []
    : ['', layout.paint.strong('Gaps'), ...gaps.flatMap((gap) => linesOf(gap, layout))];
}

function linesOf(gap: Gap, { columns, paint }: Layout): string[] {
  const { why, todo } = messageFor(GAPS, gap);
  const [top = '', ...rest] = indent(
    wrap(visibleLine(`${gap.key}  ${reasonOf(gap)}`), columns - BELOW),
    BELOW,
  );
  const below = [why, todo].flatMap((phrase) => indent(wrapPhrase(phrase, columns - BELOW), BELOW));
  return [`${minuteOf(gap.at)}  ${paint.warn(top.trimStart())}`, ...rest, ...below];
}
