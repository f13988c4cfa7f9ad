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

/** A row with what every row has, and words by `why`, or `words`. */
type AnyRow = Readonly<Record<string, (params: Finding['params']) => Words>> & {
  readonly level?: Severity | ((params: Finding['params']) => Severity);
};

/** What a finding is by its row alone: its level, what is wrong, and the next step, without periods. */
export function describeFinding({ code, params }: Pick<Finding, 'code' | 'params'>): {
  readonly level: Severity;
  readonly message: string;
  readonly hint: string;
} {
  const row = FILES[code] as unknown as AnyRow;
  const { why = 'words' } = params as { readonly why?: string };
  const { level = 'error', [why]: words } = row;
  const [message = '', hint = ''] = (words?.(params) ?? []).map(plainText);
  return { level: typeof level === 'string' ? level : level(params), message, hint };
}
