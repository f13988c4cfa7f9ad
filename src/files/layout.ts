import type { Options } from 'prettier';
import * as yaml from 'prettier/plugins/yaml';
import { format } from 'prettier/standalone';

/** How YAML files are laid out: blanks, quotes, line ends and breaks. Scalars in blocks are never touched. */
const STYLE: Options = {
  parser: 'yaml',
  plugins: [yaml],
  printWidth: 110,
  singleQuote: true,
  endOfLine: 'lf',
  embeddedLanguageFormatting: 'off',
};

/** A YAML text laid out; undefined where the formatter cannot read it. */
export async function layOut(text: string): Promise<string | undefined> {
  return format(text, STYLE).catch(() => undefined);
}
