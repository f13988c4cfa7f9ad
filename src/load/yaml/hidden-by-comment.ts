import type { CST } from 'yaml';
import { clip } from '../../model/show.ts';
import { putInQuotes } from './quoted.ts';
import type { TextProblem } from './text-problem.ts';
import { tokensIn } from './tokens-in.ts';

/**
 * The last comment before an offset that hides a comma or a bracket: in `{ subject: Our #1, sender_name: Shop }`, the
 * map is never closed, and the parser complains only about what follows it.
 */
export function hiddenByComment(tokens: readonly CST.Token[], before: number): TextProblem | undefined {
  let found: TextProblem | undefined;
  for (const token of tokensIn(tokens)) {
    if (token.type !== 'flow-collection') continue;
    for (const hiding of hidingIn(token)) {
      if (hiding.comment.offset <= before && hiding.comment.offset > (found?.from ?? -1))
        found = inWords(hiding);
    }
  }
  return found;
}

interface Hiding {
  /** The text that the comment ends. */
  readonly text: string;
  readonly comment: CST.SourceToken;
}

/** Comments right after a text in a map or list in brackets, where a comma or a bracket is missing. */
function hidingIn({ items, end }: CST.FlowCollection): Hiding[] {
  return items.flatMap(({ key, value }, index) => {
    const scalar = value ?? key;
    if (scalar?.type !== 'scalar') return [];
    const comment = scalar.end?.find(({ type }) => type === 'comment');
    const isParted = items[index + 1]?.start.some(({ type }) => type === 'comma');
    const isClosed = end.length > 0 && index === items.length - 1;
    if (!comment || isParted || isClosed || !/[,\]}]/.test(comment.source)) return [];
    return [{ text: scalar.source, comment }];
  });
}

function inWords({ text, comment }: Hiding): TextProblem {
  const { offset, source } = comment;
  const lost = untilNext(source);
  return {
    from: offset,
    to: offset + source.trimEnd().length,
    code: 'E_YAML',
    message: `the text ends before ${clip(lost)}, which is a comment in YAML, and so is the rest of the line`,
    hint: putInQuotes(`${text.replace(/\s*\n\s*/g, ' ')} ${lost}`),
  };
}

/** What a comment in brackets would be without its `#`: it ends where the next entry begins. */
export function untilNext(comment: string): string {
  return (/^#[^,[\]{}]*/.exec(comment)?.[0] ?? comment).trimEnd();
}
