import type { Severity } from '../../model/diagnostic.ts';
import type { Finding, RuleCode } from '../../model/findings.ts';
import { plainText } from '../phrase.ts';
import { CONTENT_ROWS } from './content-rows.ts';
import type { FileRows, Words } from './row.ts';
import { RULE_ROWS } from './rule-rows.ts';
import { SOURCE_ROWS } from './source-rows.ts';

/** All rules that a user's files can break. A code without a row does not compile. */
export const FILES: FileRows<RuleCode> = {
  ...SOURCE_ROWS,
  ...RULE_ROWS,
  ...CONTENT_ROWS,
};

type AnyWords = (params: Finding['params']) => Words;

/** What a finding is by its row alone: its level, what is wrong, and the next step, without periods. */
export function describeFinding({ code, params }: Pick<Finding, 'code' | 'params'>): {
  readonly level: Severity;
  readonly message: string;
  readonly hint: string;
} {
  // Each row is for the parameters of its code, and has words for each case of them.
  const { level = 'error', words } = FILES[code] as unknown as {
    readonly level?: Severity | ((params: Finding['params']) => Severity);
    readonly words: AnyWords | Readonly<Record<string, AnyWords>>;
  };
  const said = typeof words === 'function' ? words : (words[(params as { why: string }).why] as AnyWords);
  const [message = '', hint = ''] = said(params).map(plainText);
  return { level: typeof level === 'string' ? level : level(params), message, hint };
}
