import type { Severity } from '../../model/diagnostic.ts';
import type { RuleCode, RuleParams } from '../../model/findings.ts';
import { clip, nameList } from '../../model/show.ts';

/** What is wrong, without a period, and the next step: one imperative. */
export type FileWords = readonly [says: string, todo: string];

/** What is said for some parameters; for a code with several cases, for each `why`. */
type WordsFor<Params> = [Params] extends [{ readonly why: string }]
  ? { readonly [Why in Params['why']]: (params: Extract<Params, { readonly why: Why }>) => FileWords }
  : (params: Params) => FileWords;

/** A rule that files can break. */
interface FileRow<Code extends RuleCode> {
  /** An error if omitted, unless `grade` says otherwise; a function where it depends on the case. */
  readonly level?: Severity | ((params: RuleParams[Code]) => Severity);
  /** What the rule requires of a file, as a sentence. */
  readonly needs: string;
  readonly words: WordsFor<RuleParams[Code]>;
}

/** Rows of these codes, complete. */
export type FileRows<Code extends RuleCode> = { readonly [One in Code]: FileRow<One> };

/** What to write in place of an unknown name; `otherwise` if no known one is near, and they are too many to be listed. */
export function meant(
  {
    near,
    known,
  }: { readonly name?: string; readonly near?: string | undefined; readonly known?: readonly string[] },
  otherwise: string,
): string {
  if (near !== undefined) return `write ${clip(near)}`;
  return known === undefined || known.length === 0 ? otherwise : `write one of ${nameList(known)}`;
}
