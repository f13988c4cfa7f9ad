import type { Plan } from '../../model/plan.ts';
import { outcomeOf, type Result } from '../../model/result.ts';
import { describeDrafts } from '../../messages/comment-messages.ts';
import { say } from '../../messages/phrase.ts';
import { resultRows } from '../rows/result-rows.ts';
import { resultSentence } from '../rows/result-sentence.ts';
import type { TextOptions } from './plan-text.ts';
import { rowsText } from './rows-text.ts';
import { wrapPhrase } from './wrap-phrase.ts';

/** What a run didn't do, what it did, and what to do next. */
export function resultText(
  result: Result,
  { columns, paint, plan }: TextOptions & { readonly plan?: Plan | undefined },
): string {
  const lines = [
    ...rowsText(resultRows(result, { plan }), { columns, paint }),
    ...wrapPhrase(result.endedEarly ? say`Nothing was sent.` : resultSentence({ result, plan }), columns),
    ...(result.stale.length > 0 ? [`To see what is pending now: campaigns plan -w ${result.workspace}`] : []),
    ...(outcomeOf(result) === 'deferred' ? ['Exit code 3: another run can continue.'] : []),
    ...wrapPhrase(describeDrafts(result, plan), columns),
  ];
  return `${lines.join('\n')}\n`;
}
