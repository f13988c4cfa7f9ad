import type { Diagnostic } from '../model/diagnostic.ts';
import type { JsonObject } from '../model/json.ts';
import { clip } from '../model/show.ts';
import { writtenAt, type Making } from './locate.ts';
import { contentTexts, labels } from './rules/content-texts.ts';
import { keyOfPath } from './path-set.ts';
import type { Problem } from './problem.ts';
import { putInQuotes } from './yaml/quoted.ts';

/**
 * Texts that end where a comment begins: `You are our #1 customer` would be sent as `You are our`. The parsed value no
 * longer shows it, so the source text is checked. After a name or a code, `# …` is a comment, and `#2` may be its end.
 */
export function lostToComments(body: JsonObject, making: Making, problems: readonly Problem[]): Diagnostic[] {
  const paths = new Set(
    problems.flatMap(({ code, path }) => (code === 'E_PATH_AS_TEXT' ? [keyOfPath(path)] : [])),
  );
  return [
    ...contentTexts(body).map((one) => ({ ...one, isLabel: false })),
    ...labels(body).map((one) => ({ ...one, isLabel: true })),
  ].flatMap(({ path, text, isLabel }) => {
    const written = writtenAt(path, making);
    const comment = written?.source.commentAfter(written.path);
    // Behind the path of a file, a comment is a comment.
    if (!written || !comment || paths.has(keyOfPath(path)) || (isLabel && /^#(?:\s|$)/.test(comment.text)))
      return [];
    const { text: lost, isBelow, ...span } = comment;
    const otherwise = isBelow ? 'write a space after the #' : 'put it on a line of its own';
    return [
      {
        file: written.source.file,
        ...span,
        code: 'W_COMMENT',
        message: `the text ends before ${clip(lost)}, which is a comment in YAML`,
        hint: `${putInQuotes(`${text} ${lost}`)}; to keep the comment, ${otherwise}`,
      },
    ];
  });
}
