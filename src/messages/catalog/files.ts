import type { Severity } from '../../model/diagnostic.ts';
import type { FindingOf, RuleCode, RuleParams } from '../../model/findings.ts';
import type { FileRow, FileRows } from './file-row.ts';
import { RULE_ROWS } from './rule-rows.ts';
import { SOURCE_ROWS } from './source-rows.ts';

/** All rules that a user's files can break. A code without a row does not compile. */
export const FILES: FileRows<RuleCode> = {
  ...SOURCE_ROWS,
  ...RULE_ROWS,
};

/** What a finding is by its row alone. */
interface Said {
  readonly level: Severity;
  /** What is wrong, and the next step: the beginnings of sentences, without periods. */
  readonly message: string;
  readonly hint: string;
}

export function describeFinding<Code extends RuleCode>({
  code,
  params,
}: Pick<FindingOf<Code>, 'code' | 'params'>): Said {
  const { level = 'error', words }: FileRow<Code> = FILES[code];
  const [message, hint] = wordsOf(words, params)(params);
  return {
    level: typeof level === 'string' ? level : level(params),
    message,
    hint,
  };
}

type AnyWords<Code extends RuleCode> = (params: RuleParams[Code]) => readonly [string, string];

/** The words for the case that the parameters are of. `FileRow` makes sure that each case has some. */
function wordsOf<Code extends RuleCode>(
  words: FileRow<Code>['words'],
  params: RuleParams[Code],
): AnyWords<Code> {
  if (typeof words === 'function') return words;
  const { why } = params as { readonly why: string };
  return (words as unknown as Readonly<Record<string, AnyWords<Code>>>)[why] as AnyWords<Code>;
}
