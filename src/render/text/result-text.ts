import type { Plan } from '../../model/plan.ts';
import { outcomeOf, type Result } from '../../model/result.ts';
import { describeDrafts } from '../../messages/outcome-messages.ts';
import { joined } from '../../messages/phrase.ts';
import { describeRefusedRun } from '../../messages/refused-run-messages.ts';
import { wrap } from '../columns.ts';
import { resultRows } from '../rows/result-rows.ts';
import { isEmpty, resultSentence } from '../rows/result-sentence.ts';
import type { TextOptions } from './plan-text.ts';
import { rowsText } from './rows-text.ts';
import { wrapPhrase } from './wrap-phrase.ts';

export interface ResultTextOptions extends TextOptions {
  /** What the run had planned. */
  readonly plan?: Plan | undefined;
  /** Whether only some campaigns were selected. */
  readonly isPartial?: boolean | undefined;
}

/** What a run didn't do, what it did, and what to do next. */
export function resultText(result: Result, { columns, paint, plan, isPartial }: ResultTextOptions): string {
  const lines = [
    ...rowsText(resultRows(result, { plan }), { columns, paint }),
    ...wrap(endWords(result, { plan, isPartial }), columns),
    ...refusedLines(result, columns),
    ...(result.stale.length > 0 ? [`To see what is pending now: campaigns plan -w ${result.workspace}`] : []),
    ...(outcomeOf(result) === 'deferred' ? ['Exit code 3: another run can continue.'] : []),
    ...wrapPhrase(describeDrafts(result, plan), columns),
  ];
  return `${lines.join('\n')}\n`;
}

function endWords(
  result: Result,
  { plan, isPartial = false }: Pick<ResultTextOptions, 'plan' | 'isPartial'>,
): string {
  const { refused, endedEarly, ...counts } = result;
  if (!isEmpty({ result, plan })) {
    // How the run was refused is said below.
    const tally = resultSentence({ result: { ...counts, refused: undefined }, plan });
    return tally.map(({ text }) => text).join('');
  }
  if (refused || endedEarly)
    return refused === undefined || refused === 'invalid-files' ? 'Nothing was sent.' : '';
  return `${isPartial ? 'The selected campaigns are' : 'Everything is'} in sync, so nothing was changed.`;
}

/** The mistakes in files are listed elsewhere. */
function refusedLines({ refused }: Result, columns: number): string[] {
  if (!refused || refused === 'invalid-files') return [];
  const { what, sent, todo } = describeRefusedRun(refused);
  return wrapPhrase(joined(what, sent, todo), columns);
}
