import type { Options } from 'prettier';
import * as yaml from 'prettier/plugins/yaml';
import { format } from 'prettier/standalone';

/** How YAML files are laid out: spaces, quotes, line endings and line breaks. Block scalars are never changed. */
const STYLE: Options = {
  parser: 'yaml',
  plugins: [yaml],
  printWidth: 110,
  singleQuote: true,
  endOfLine: 'lf',
  embeddedLanguageFormatting: 'off',
};

/** A formatted YAML text; undefined if the formatter can't read it. */
export async function layOut(text: string): Promise<string | undefined> {
  return format(text, STYLE).catch(() => undefined);
}
