import { messageFor } from '../../messages/catalog/row.ts';
import { GAPS } from '../../messages/catalog/gaps.ts';
import { reasonOf, type AuditEntry, type AuditReport } from '../../model/audit.ts';
import { minuteOf } from '../../model/show.ts';
import { auditTitle } from '../rows/audit-rows.ts';
import { Cells, pageHtml, Section, Table, Words } from './page.tsx';

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
  return pageHtml(
    { title: `Audit of ${workspace} · ${from} – ${to}` },
    <>
      <header>
        <h1>Audit · {workspace}</h1>
        <p class="lead">{auditTitle(report)}</p>
      </header>
      {gaps.length > 0 && (
        <Section title="Gaps" id="gaps">
          <Table titles={GAP_TITLES} class="attention">
            {gaps.map((gap) => {
              const { why, todo } = messageFor(GAPS, gap);
              const words = [why, todo].map((phrase) => <Words phrase={phrase} />);
              const values = [minuteOf(gap.at), gap.key, reasonOf(gap), ...words];
              return (
                <tr>
                  <Cells titles={GAP_TITLES} values={values} />
                </tr>
              );
            })}
          </Table>
        </Section>
      )}
      {changes.length > 0 && (
        <Section title="Changes" id="changes">
          <Table titles={TITLES}>
            {changes.map((entry) => (
              <tr>
                <Cells titles={TITLES} values={cellsOf(entry)} />
              </tr>
            ))}
          </Table>
        </Section>
      )}
    </>,
  );
}

function cellsOf({ at, key, summary, commit, pullRequest, ...entry }: AuditEntry) {
  const { editedBy, approvedBy, mergedBy, actor, requestId, responseId } = entry;
  const source = [pullRequest?.replace(/\d+/g, '#$&'), commit?.slice(0, 7)].filter(Boolean).join(' ');
  const change = (
    <>
      {summary}
      {source !== '' && <div class="small faint">{source}</div>}
    </>
  );
  const people = [editedBy.join(', '), approvedBy.join(', '), mergedBy ?? '', actor ?? ''];
  return [minuteOf(at), key, change, ...people, requestId ?? '', responseId ?? ''];
}
