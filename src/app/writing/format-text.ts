import { grade, NOTHING_KNOWN } from '../../load/grade.ts';
import { inEntryOrder } from '../../load/entry-order.ts';
import { inBlocks } from '../../load/flow-to-block.ts';
import { inPreferredSpelling } from '../../load/preferred-spelling.ts';
import { losses, notFormatted } from '../../load/same-content.ts';
import { isSource, parseSource } from '../../load/yaml/source.ts';
import type { Diagnostic } from '../../model/diagnostic.ts';
import { withoutMark } from '../../model/byte-order-mark.ts';
import type { Options } from 'prettier';
import * as yaml from 'prettier/plugins/yaml';
import { format } from 'prettier/standalone';

/** A formatted text, or why it can't be formatted. */
export type Formatted =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'problem'; readonly diagnostics: readonly Diagnostic[] };

export interface Unformatted {
  readonly file: string;
  readonly text: string;
  /** Entries of a campaign have an order; those of workspaces.yaml stay in place. */
  readonly content: 'campaign' | 'workspaces';
}

/**
 * A layout that changes when it is formatted again is formatted until it is stable; after this many rounds it never
 * will be.
 */
const PASSES = 5;

/** The formatted text, with each map and list in brackets on one line, or as a block if it would take several. */
async function laidOut(text: string): Promise<string | undefined> {
  const form = await layOut(text);
  if (form === undefined) return undefined;
  const blocks = inBlocks(form);
  // Each round writes the outermost ones as blocks, so fewer are left in brackets.
  return blocks === form ? form : laidOut(blocks);
}

/**
 * A YAML file in canonical order and layout, with its values in their preferred spelling: it means the same and has the
 * same comments. Formatting it again changes nothing.
 */
export async function formatText({ file, text, content }: Unformatted): Promise<Formatted> {
  const source = parseSource(file, text);
  if (!isSource(source)) return { kind: 'problem', diagnostics: grade(source, NOTHING_KNOWN) };
  const plain = withoutMark(text).replaceAll('\r\n', '\n');
  const spelled = content === 'campaign' ? inPreferredSpelling(plain) : plain;
  // From here on, nothing may change what the file means.
  const meant = spelled === plain ? source : parseSource(file, spelled);
  if (!isSource(meant)) return { kind: 'problem', diagnostics: grade(meant, NOTHING_KNOWN) };
  let form = spelled;
  for (let pass = 0; pass < PASSES; pass += 1) {
    const next = await laidOut(content === 'campaign' ? inEntryOrder(form) : form);
    if (next === undefined) break;
    if (next === form) {
      const diagnostics = form === text ? [] : losses(meant, spelled === plain ? text : spelled, form);
      return diagnostics.length === 0 ? { kind: 'text', text: form } : { kind: 'problem', diagnostics };
    }
    form = next;
  }
  return { kind: 'problem', diagnostics: [notFormatted(source)] };
}

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
