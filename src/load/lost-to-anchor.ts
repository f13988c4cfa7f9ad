import type { Diagnostic } from '../model/diagnostic.ts';
import type { JsonObject } from '../model/json.ts';
import { clip } from '../model/show.ts';
import { writtenAt, type Making } from './locate.ts';
import { contentTexts, labels } from './rules/content-texts.ts';
import { putInQuotes } from './yaml/quoted.ts';

/**
 * Texts that lost their first word: `subject: &more for you` is the text `for you` with the anchor `more`. If an alias
 * uses the anchor, it is meant. The parsed value no longer shows it, so the source text is checked.
 */
export function lostToAnchors(body: JsonObject, making: Making): Diagnostic[] {
  return [...contentTexts(body), ...labels(body)].flatMap(({ path, text }) => {
    const written = writtenAt(path, making);
    const found = written?.source.unusedAnchorAt(written.path);
    if (!written || !found) return [];
    const { anchor, ...span } = found;
    return [
      {
        file: written.source.file,
        ...span,
        code: 'W_QUOTES',
        message: `text that begins with & needs quotes: without them, ${clip(anchor)} is not part of it`,
        hint: putInQuotes(`${anchor} ${text}`),
      },
    ];
  });
}
