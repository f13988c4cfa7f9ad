import { clip } from '../../model/show.ts';
import { onValue, type Problem } from '../problem.ts';
import { referenceIn } from '../reference-spelling.ts';
import { contentTexts } from './content-texts.ts';
import { textsInBody, type Rule } from './rule.ts';

// If the braces of a reference are forgotten, its words are sent to every user.

/** A text that is a reference without its braces: `$file: ./welcome.html`, `"{ $var: sender }"`. */
export const referencesAreMaps: Rule = ({ body }) =>
  textsInBody(body).flatMap(({ path, text }): Problem[] => {
    const meant = referenceIn(text);
    if (meant === undefined || !/^[\s{]*\$/.test(text)) return [];
    const message = `"${clip(text)}" would be sent literally`;
    const hint = `write ${meant}, with one pair of braces and without quotes`;
    return [{ ...onValue(path, 'E_REFERENCE', message, hint), section: null }];
  });

/** A text that is a variable as other programs write it: `$connector`. */
export const variablesAreMaps: Rule = ({ body, isVariable, keepsLive }) =>
  textsInBody(body).flatMap(({ path, text }): Problem[] => {
    const [, name = ''] = /^\$\{?([\w-]+)\}?$/.exec(text) ?? [];
    if (!isVariable(name) || keepsLive({ place: path, body })) return [];
    const message = `"${clip(text)}" would be sent literally`;
    const hint = `write { $var: ${clip(name)} } for the variable of the workspace`;
    return [{ ...onValue(path, 'E_REFERENCE', message, hint), section: null }];
  });

/** A text for people that is a path: the text of that file was meant. */
export const textsAreNoPaths: Rule = ({ body, isFile, fileLike }) =>
  contentTexts(body).flatMap(({ path, text }): Problem[] => {
    const file = text.trim();
    if (!isPath(file, isFile)) return [];
    const message = `${String(path.at(-1))} is the path ${clip(file)}, not the text in that file`;
    const near = fileLike(file);
    const hint =
      near === undefined
        ? `write { $file: ${clip(file)} }`
        : `write { $file: ${clip(near)} }: there is no file ${clip(file)}`;
    return [{ ...onValue(path, 'E_PATH_AS_TEXT', message, hint), section: null }];
  });

/** Longer than any path in practice, in characters. */
const PATH_CHARS = 300;

function isPath(text: string, isFile: (path: string) => boolean): boolean {
  if (text.length > PATH_CHARS || /[\n<>{}]|:\/\//.test(text)) return false;
  if (/^\S+\.(?:html?|liquid|txt)$/i.test(text)) return true;
  return /[./]/.test(text) && isFile(text);
}
