import type { Path } from '../../model/json.ts';
import { clip } from '../../model/show.ts';
import { onValue, type Problem } from '../problem.ts';
import {
  includedFile,
  referenceIn,
  referenceInText,
  wholeVariable,
  type ReferenceInText,
} from '../reference-spelling.ts';
import { contentTexts } from './content-texts.ts';
import { countBefore } from './in-text.ts';
import { textsInBody, type Rule } from './rule.ts';

// If the braces of a reference are forgotten, its words are sent to every user.

/** A text that is a reference without its braces, `$file: ./welcome.html`, or has one in it, `Team { $var: sender }`. */
export const referencesAreMaps: Rule = ({ body, keepsLive }) =>
  textsInBody(body).flatMap(({ path, text }): Problem[] => {
    const inside = referenceInText(text, fieldOf(path));
    if (inside) return keepsLive({ place: path, body }) ? [] : [literal(path, text, inside)];
    const meant = referenceIn(text);
    if (meant === undefined || !/^[\s{]*\$/.test(text)) return [];
    const message = `"${clip(text)}" would be sent literally`;
    const hint = `write ${meant}, with one pair of braces and without quotes`;
    return [{ ...onValue(path, 'E_REFERENCE', message, hint), section: null }];
  });

/** A text that is a variable as other programs write it, `$connector`, or has one in it. */
export const variablesAreMaps: Rule = ({ body, isVariable, keepsLive }) =>
  textsInBody(body).flatMap(({ path, text }): Problem[] => {
    const [, braced = ''] = BRACED.exec(text) ?? [];
    if (isVariable(braced) && isPlain(path) && !keepsLive({ place: path, body }))
      return [literal(path, text, { part: text, index: 0, hint: variableHint(braced) })];
    for (const { 0: part, 1: inBraces, 2: name = inBraces ?? '', index } of text.matchAll(VARIABLE)) {
      const isWhole = part === text;
      if (!isVariable(name) || !(isWhole || /^\D/.test(name))) continue;
      if (keepsLive({ place: path, body })) return [];
      const hint = isWhole ? variableHint(name) : wholeVariable(name, fieldOf(path));
      return [literal(path, text, { part, index, hint })];
    }
    return [];
  });

/** `{{ vars.from_address }}` and `[[from_address]]`, where nothing is filled in. */
const BRACED = /^(?:\{\{-?\s*(?:vars\.)?|\[\[\s*)([\w-]+)\s*(?:\}\}|\]\])$/;

function isPlain(path: Path): boolean {
  return path[0] !== 'campaign_content' || /address$|_ids$/.test(fieldOf(path));
}

function variableHint(name: string): string {
  return `write { $var: ${clip(name)} } for the variable of the workspace`;
}

const VARIABLE = /\$(?:\{([\w-]+)\}|([\w-]+))/g;

function literal(path: Path, text: string, { part, index, hint }: ReferenceInText): Problem {
  const problem = onValue(path, 'E_REFERENCE', `"${clip(part)}" would be sent literally`, hint);
  const isWhole = part === text;
  return {
    ...problem,
    section: null,
    part: isWhole ? undefined : { text: part, nth: countBefore(text, part, index) },
  };
}

function fieldOf(path: Path): string {
  return String(path.findLast((step) => typeof step === 'string'));
}

/** A text for people that is a path, or `!include` and a path: the text of that file was meant. */
export const textsAreNoPaths: Rule = ({ body, isFile, fileLike }) =>
  contentTexts(body).flatMap(({ path, text }): Problem[] => {
    const written = text.trim();
    const include = includedFile(written);
    const included = include !== undefined && isFile(written) ? undefined : include;
    const file = included ?? written;
    if (!isPath(file, isFile)) return [];
    const message =
      included === undefined
        ? `${String(path.at(-1))} is the path ${clip(file)}, not the text in that file`
        : `"${clip(written)}" would be sent literally`;
    const near = fileLike(file);
    const hint =
      near === undefined
        ? `write { $file: ${clip(file)} }`
        : `write { $file: ${clip(near)} }: there is no file ${clip(file)}`;
    return [{ ...onValue(path, 'E_REFERENCE', message, hint), section: null }];
  });

/** Longer than any path in practice, in characters. */
const PATH_CHARS = 300;

function isPath(text: string, isFile: (path: string) => boolean): boolean {
  if (text.length > PATH_CHARS || /[\n<>{}]|:\/\//.test(text)) return false;
  if (/^\S+\.(?:html?|liquid|txt)$/i.test(text)) return true;
  // To look for a file takes longer than all else here, so not for each sentence that ends in a period.
  return /\/|\.\w{1,8}$/.test(text) && isFile(text);
}
