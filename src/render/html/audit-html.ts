import { describeGap } from '../../messages/catalog/gaps.ts';
import { reasonOf, type AuditEntry, type AuditReport, type Gap } from '../../model/audit.ts';
import { minuteOf } from '../../model/show.ts';
import { auditTitle } from '../rows/audit-rows.ts';
import { element, page, phraseHtml, section, tableOf, type Html } from './plan-html.ts';

const GAP_TITLES = ['when (UTC)', 'campaign', 'gap', 'why', 'what to do'];
const TITLES = [
  'when (UTC)',
  'campaign',
  'change',
  'edited',
  'approved',
  'merged',
  'run by',
  'sent',
  'response',
];

/** An audit as one page for a browser or a printer, which loads nothing. */
export function auditHtml(report: AuditReport): string {
  const { workspace, from, to, changes, gaps } = report;
  return page(
    `Audit of ${workspace} · ${from} – ${to}`,
    element('h1', `Audit · ${workspace}`),
    element('p.lead', auditTitle(report)),
    ...section('Gaps', gaps.length === 0 ? [] : [tableOf(GAP_TITLES, gaps.map(gapRow))]),
    ...section('Changes', changes.length === 0 ? [] : [tableOf(TITLES, changes.map(changeRow))]),
  );
}

function gapRow(gap: Gap): Html {
  const { why, todo } = describeGap(gap);
  return element(
    'tr.attention',
    ...[element('td.live', minuteOf(gap.at)), element('td.key', gap.key), element('td', reasonOf(gap))],
    ...[why, todo].map((phrase) => element('td', ...phraseHtml(phrase))),
  );
}

function changeRow(entry: AuditEntry): Html {
  const {
    at,
    key,
    summary,
    commit,
    pullRequest,
    editedBy,
    approvedBy,
    mergedBy,
    actor,
    requestId,
    responseId,
  } = entry;
  const source = [pullRequest?.replace(/\d+/g, '#$&'), commit?.slice(0, 7)].filter(Boolean).join(' ');
  const people = [editedBy.join(', '), approvedBy.join(', '), mergedBy ?? '', actor ?? ''];
  return element(
    'tr',
    ...[element('td.live', minuteOf(at)), element('td.key', key)],
    element('td', summary, ...(source === '' ? [] : [element('span.place', source)])),
    ...[...people, requestId ?? '', responseId ?? ''].map((text) => element('td', text)),
  );
}
