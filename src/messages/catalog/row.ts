import type { Severity } from '../../model/diagnostic.ts';
import type { RuleCode, RuleParams, Unknown } from '../../model/findings.ts';
import type { OneOf } from '../../model/one-of.ts';
import { clip, nameList } from '../../model/show.ts';
import {
  joined,
  plainText,
  plainTextOnGitHub,
  say,
  sentence,
  type Message,
  type Part,
  type Phrase,
} from '../phrase.ts';

/** What happened, and the next step; of a diagnostic both without a period. */
export type Words = readonly [why: Phrase, todo: Phrase];

/** The dash of a row, after a blank or a line break. */
const NEXT = /\s+— /;

/** Tag of a row, which reads as its message is shown: what happened, a dash, and the next step. */
export function row(literals: readonly string[], ...parts: readonly Part[]): Words {
  const at = literals.findIndex((one) => NEXT.test(one));
  const [end = '', start = ''] = (literals[at] ?? '').split(NEXT);
  const why = [...literals.slice(0, at), end].map((one, index) => (index === 0 ? one.trimStart() : one));
  return [say(why, ...parts.slice(0, at)), say([start, ...literals.slice(at + 1)], ...parts.slice(at))];
}

/** One row for each code. A code without one does not compile. */
export type Catalog<Params, Said = Words> = {
  readonly [Code in keyof Params]: (params: Readonly<Params[Code]>) => Said;
};

/** What a catalog says about a reason: a code, in the field `tag`, with its parameters. */
export function saidFor<Params, Said, Tag extends string = 'code'>(
  catalog: Catalog<Params, Said>,
  reason: NoInfer<OneOf<Params, Tag>>,
  tag = 'code' as Tag,
): Said {
  const { [tag]: code } = reason as Readonly<Record<Tag, keyof Params>>;
  // The row of a code is for its parameters.
  return (catalog[code] as (params: unknown) => Said)(reason);
}

/** The message of a reason of a catalog. */
export function messageFor<Params, Tag extends string = 'code'>(
  catalog: Catalog<Params>,
  reason: NoInfer<OneOf<Params, Tag>>,
  tag?: Tag,
): Message {
  const [why, todo] = saidFor<Params, Words, Tag>(catalog, reason, tag);
  return { why, todo };
}

/** A code as words of a sentence: `never-applied` as `never applied`. */
export function inWords(why: string): string {
  return why.replaceAll('-', ' ');
}

/** The message of another program, as the end of a sentence. */
export function ended(said: string | Phrase): Phrase {
  return sentence(say`${said}`);
}

export function inOne({ why, todo }: Message): Phrase {
  return joined(why, todo);
}

/** Both parts in one line, for a terminal and for JSON documents. */
export function messageText(message: Message): string {
  return plainText(inOne(message));
}

/** Both parts in one line, for GitHub. */
export function messageOnGitHub(message: Message): string {
  return plainTextOnGitHub(inOne(message));
}

/** What is said about some parameters: for a code with several cases, about each `why`. */
type WordsFor<Params> = [Params] extends [{ readonly why: string }]
  ? { readonly [Why in Params['why']]: (params: Extract<Params, { readonly why: Why }>) => Words }
  : { readonly words: (params: Params) => Words };

/** A rule that files can break. */
type FileRow<Params> = WordsFor<Params> & {
  /** An error if omitted, unless `grade` says otherwise; a function where it depends on the case. */
  readonly level?: Severity | ((params: Params) => Severity);
  /** What the rule requires of a file, as a sentence. */
  readonly needs: string;
};

/** Rows of these codes, complete. */
export type FileRows<Code extends RuleCode> = { readonly [One in Code]: FileRow<RuleParams[One]> };

/** What to write in place of an unknown name; `otherwise` if no known one is near, and they are too many to be listed. */
export function meant({ near, known }: Partial<Unknown>, otherwise: string): string {
  if (near !== undefined) return `write ${clip(near)}`;
  return known === undefined || known.length === 0 ? otherwise : `write one of ${nameList(known)}`;
}
