import type { Diagnostic } from '../model/diagnostic.ts';
import type { JsonObject } from '../model/json.ts';
import { clip } from '../model/show.ts';
import { placeholdersIn } from './fill-text.ts';
import { writtenAt, type Making } from './locate.ts';
import { contentTexts } from './rules/content-texts.ts';
import { countBefore } from './rules/expression-rules.ts';
import { FINDINGS_AT_MOST } from './rules/rule.ts';

/** `[[first_name]]` in a text of the campaign file itself: only the texts of files have placeholders. */
export function inlinePlaceholders(body: JsonObject, making: Making): Diagnostic[] {
  return contentTexts(body).flatMap(({ path, text }) => {
    const marks = placeholdersIn(text).slice(0, FINDINGS_AT_MOST);
    const written = marks.length > 0 ? writtenAt(path, making) : undefined;
    if (!written) return [];
    const { source, path: at } = written;
    return marks.map(({ mark, name, index }): Diagnostic => {
      const ofUser =
        name === undefined ? '' : `for an attribute of the user, write {{ user.${clip(name)} }}; `;
      return {
        file: source.file,
        ...source.partAt(at, mark, countBefore(text, mark, index)),
        code: 'W_PLACEHOLDER',
        message: `${clip(mark)} would be sent literally`,
        hint: `${ofUser}placeholders in [[ ]] are filled only in a text that is read with $file`,
      };
    });
  });
}
