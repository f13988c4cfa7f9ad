import type { Diagnostic } from '../model/diagnostic.ts';
import type { JsonObject } from '../model/json.ts';
import { clip } from '../model/show.ts';
import { writtenAt, type Making } from './locate.ts';
import { contentTexts } from './rules/content-texts.ts';

/**
 * Texts for readers that end where a comment begins: `You are our #1 customer` would be sent as `You are our`. The
 * parsed value no longer shows it, so the source text is checked.
 */
export function lostToComments(body: JsonObject, making: Making): Diagnostic[] {
  return contentTexts(body).flatMap(({ path, text }) => {
    const written = writtenAt(path, making);
    const comment = written?.source.commentAfter(written.path);
    if (!written || !comment) return [];
    const { text: lost, ...span } = comment;
    return [
      {
        file: written.source.file,
        ...span,
        code: 'W_COMMENT',
        message: `the text ends before ${clip(lost)}, which is a comment in YAML`,
        hint: `if it belongs to the text, write "${clip(`${text} ${lost}`)}", including the quotes; if not, put the comment on a line of its own`,
      },
    ];
  });
}
