import type { Plan } from '../../model/plan.ts';
import { outcomeOf, resumeAt, type Refusal, type Result } from '../../model/result.ts';
import { counted, firstFew } from '../../model/show.ts';
import { utcSecondFrom } from '../../model/utc-words.ts';
import { quotaWords } from '../../messages/quota-messages.ts';
import { describeDrafts, draftCount, moveCounts } from '../../messages/outcome-messages.ts';
import { joined, type Phrase } from '../../messages/phrase.ts';
import { describeRefusedRun } from '../../messages/refused-run-messages.ts';
import { partWords } from '../../messages/result-messages.ts';
import { wrap } from '../columns.ts';
import { newDefaultWords } from '../rows/new-defaults.ts';
import { countResult } from '../rows/result-counts.ts';
import { resultRows } from '../rows/result-rows.ts';
import { keyWidthFor } from './campaign-line.ts';
import type { TextOptions } from './plan-text.ts';
import { rowsText } from './rows-text.ts';
import { wrapPhrase } from './wrap-phrase.ts';

export interface ResultTextOptions extends TextOptions {
  /** What the run had planned. */
  readonly plan?: Plan;
  /** Whether only some campaigns were selected. */
  readonly isPartial?: boolean;
}

/** What a run did, what it didn't do, and what to do next. */
export function resultText(
  result: Result,
  { columns, paint, plan, isPartial = false }: ResultTextOptions,
): string {
  const rows = resultRows(result, { plan });
  const noted = plan && !result.endedEarly ? wrap(newDefaultWords(plan, 'after'), columns) : [];
  const lines = [
    ...rowsText(rows, { columns, paint, keyWidth: keyWidthFor(rows) }),
    ...noted,
    ...(rows.length > 0 && isNothing(result)
      ? ['There was nothing to do.']
      : summaryLines(result, { columns, isPartial, plan })),
    ...wrapPhrase(describeDrafts(result, plan), columns),
  ];
  return `${lines.join('\n')}\n`;
}

function summaryLines(
  result: Result,
  {
    columns,
    isPartial,
    plan,
  }: { readonly columns: number; readonly isPartial: boolean; readonly plan: Plan | undefined },
): string[] {
  const { deferred, stale } = result;
  const counts = countResult(result, plan);
  const { applied, inPart, total, recorded } = counts;
  const left = LEFT.filter(([name]) => counts[name] > 0).map(([name, words]) => `${counts[name]} ${words}`);
  if (total + recorded + left.length === 0 && (!result.refused || result.refused === 'invalid-files'))
    return [
      result.endedEarly || result.refused
        ? 'Nothing was sent.'
        : `${isPartial ? 'The selected campaigns are' : 'Everything is'} in sync, so nothing was changed.`,
    ];
  const [started, drafts] = [moveCounts(result, plan), draftCount(result)];
  const sentences = [
    `Applied ${applied < total ? `${applied} of ` : ''}${counted(total, 'change')}${partWords(inPart)}.`,
    recorded > 0 && `Recorded ${counted(recorded, 'change')} from an earlier run.`,
    ...started.map((one) => `${one}.`),
    drafts && `${drafts}.`,
    left.length > 0 && `${left.join(', ')}.`,
  ];
  const lines = wrap(sentences.filter(Boolean).join(' '), columns);
  if (deferred.length > 0) lines.push(...wrap(deferredWords(result), columns));
  if (stale.length > 0) lines.push(`To see what is pending now: campaigns plan -w ${result.workspace}`);
  // The mistakes in files are listed elsewhere.
  if (result.refused && result.refused !== 'invalid-files')
    lines.push(...wrapPhrase(refusedPhrase(result.refused), columns));
  return lines;
}

/** What was not done, with its word. */
const LEFT = [
  ['failed', 'failed'],
  ['unsent', 'not sent'],
  ['stale', 'stale'],
  ['blocked', 'blocked'],
  ['notReviewed', 'not reviewed'],
  ['unconfirmed', 'not confirmed'],
  ['keptInClone', 'not recorded on origin yet'],
] as const;

function refusedPhrase(refusal: Refusal): Phrase {
  const { what, sent, todo } = describeRefusedRun(refusal);
  return joined(what, sent, todo);
}

function isNothing({
  applied,
  deferred,
  stale,
  held,
  failed,
  unconfirmed,
  endedEarly,
  refused,
}: Result): boolean {
  const lists = [applied, deferred, stale, held, failed, unconfirmed];
  return !refused && !endedEarly && lists.every(({ length }) => length === 0);
}

/** The most waiting campaigns that are named. */
const WAITING_AT_MOST = 5;

/** How many changes wait, for what, and when another run can continue. */
function deferredWords(result: Result): string {
  const { deferred } = result;
  const [first] = deferred;
  const creates = deferred.every(({ change = 'create' }) => change === 'create');
  const who = `${counted(deferred.length, creates ? 'creation' : 'change')} ${deferred.length === 1 ? 'waits' : 'wait'}`;
  const again = `Run \`campaigns apply -w ${result.workspace}\` again after ${utcSecondFrom(Date.parse(resumeAt(result) ?? ''))}, or let a scheduled workflow do it.`;
  // If anything is worse than waiting, it decides the exit code.
  const exit = outcomeOf(result) === 'deferred' ? ' Exit code 3.' : '';
  // The service's own limit isn't counted here.
  const ledger = deferred.some(({ cause }) => cause !== 'service') ? ` ${LEDGER_WORDS}` : '';
  const keys = firstFew(
    deferred.map(({ key }) => key),
    WAITING_AT_MOST,
  );
  return `${who} for ${quotaWords(first?.cause)}: ${keys}. ${again}${exit}${ledger}`;
}

const LEDGER_WORDS = 'Creations are counted on the state branch, against limits.create in workspaces.yaml.';
