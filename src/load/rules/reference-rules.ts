import type { Path } from '../../model/json.ts';
import type { Found, Rule } from '../check.ts';
import { includedFile, referenceIn, referenceInText } from '../reference-spelling.ts';
import { contentTexts } from './content-texts.ts';
import { countBefore } from './in-text.ts';
import { textsInBody, type PlacedText } from './rule.ts';

// If the braces of a reference are forgotten, its words are sent to every user.

type Reference = Found<'REFERENCE'>;

/** Texts that are references without their braces, as other programs write them, or paths of files. */
export const referencesAreMaps: Rule = {
  code: 'REFERENCE',
  check: ({ body, workspace: { vars }, isFile }) => {
    const read = new Set(contentTexts(body).map(({ path }) => path));
    return textsInBody(body).flatMap(
      (one) =>
        withoutBraces(one) ?? (read.has(one.path) ? asPath(one, isFile) : undefined) ?? asVariable(one, vars),
    );
  },
};

/** `$file: ./welcome.html`, or one inside a text: `Team { $var: sender }`. */
function withoutBraces({ path, text }: PlacedText): Reference[] | undefined {
  const inside = referenceInText(text);
  if (inside) {
    const { part, index, put } = inside;
    return [{ ...literal(path, part, put), part: { text: part, nth: countBefore(text, part, index) } }];
  }
  const meant = /^[\s{]*\$/.test(text) ? referenceIn(text) : undefined;
  return meant === undefined ? undefined : [{ path, params: { why: 'literal', seen: text, put: meant } }];
}

/** `$connector`, `{{ vars.from_address }}` and `[[from_address]]`, where nothing is filled in. */
const BRACED = /^(?:\{\{-?\s*(?:vars\.)?|\[\[\s*)([\w-]+)\s*(?:\}\}|\]\])$/;
const VARIABLE = /\$(?:\{([\w-]+)\}|([\w-]+))/g;

/** A text that is a variable of the workspace as other programs write it, or has one in it. */
function asVariable({ path, text }: PlacedText, vars: Readonly<Record<string, unknown>>): Reference[] {
  const [, braced = ''] = BRACED.exec(text) ?? [];
  const isPlain = path[0] !== 'campaign_content' || /address$|_ids$/.test(fieldOf(path));
  if (isPlain && Object.hasOwn(vars, braced)) return [literal(path, text, `{ $var: ${braced} }`)];
  for (const { 0: part, 1: inBraces, 2: name = inBraces ?? '', index } of text.matchAll(VARIABLE)) {
    const isWhole = part === text;
    if (!Object.hasOwn(vars, name) || !(isWhole || /^\D/.test(name))) continue;
    const found = literal(path, part, isWhole ? `{ $var: ${name} }` : 'the whole value as { $var: … }');
    return [isWhole ? found : { ...found, part: { text: part, nth: countBefore(text, part, index) } }];
  }
  return [];
}

/** A live campaign may have such a text: then it is meant. */
function literal(path: Path, seen: string, put: string): Reference {
  return { path, only: 'edit', params: { why: 'literal', seen, put } };
}

function fieldOf(path: Path): string {
  return String(path.findLast((step) => typeof step === 'string'));
}

/** Longer than any path in practice, in characters. */
const PATH_CHARS = 300;

/** A text for people that is a path: the text of that file was meant. */
function asPath({ path, text }: PlacedText, isFile: (path: string) => boolean): Reference[] | undefined {
  const written = text.trim();
  const included = includedFile(written);
  const file = included !== undefined && !isFile(written) ? included : written;
  if (file.length > PATH_CHARS || /[\n<>{}]|:\/\//.test(file)) return undefined;
  // To look for a file takes longer than all else here, so not for each sentence that ends in a period.
  const isPath = /^\S+\.(?:html?|liquid|txt)$/i.test(file) || (/\/|\.\w{1,8}$/.test(file) && isFile(file));
  return isPath ? [literal(path, text, `{ $file: ${file} }`)] : undefined;
}
