import type { Fact, Place, ReferenceAnswer } from '../model/findings.ts';
import { nearest } from '../model/nearest.ts';
import { linesOf } from './yaml/parse-yaml.ts';

// A text file may contain placeholders for values, `[[shop_url]]`, and for other texts, `[[> footer.html]]`. Everything
// else in it is sent unchanged, whatever it looks like: `[[1, 2]]`, `{{ user.first_name }}`, `[CDATA[`. An inserted
// value is not searched for placeholders again, so it can be anything: `with: { matrix: "[[matrix]]" }` keeps those
// words. An inserted snippet is searched, because it is a part of the text that was moved to a file where other texts
// can use it, too.

type TextFile = Pick<TextAnswer, 'file' | 'text'>;
type TextAnswer = Extract<ReferenceAnswer, { readonly kind: 'text' }>;

interface FillContext {
  /** The campaign file that uses the text. */
  readonly asker: string;
  /** Undefined if the reference has no `with`. */
  readonly values: ReadonlyMap<string, string> | undefined;
  /** Reads a snippet by its path in the folder of snippets. */
  readonly readSnippet: (path: string) => SnippetAnswer;
  /** How long the filled text may be, in characters. */
  readonly limit: number;
}

/** Text from one file, or one value, within a filled text. */
interface TextPiece {
  /** Where it begins in the filled text. */
  readonly from: number;
  readonly file: string;
  /** The whole text of that file. */
  readonly text: string;
  /** Where it begins in that file; for a value, where its placeholder begins. */
  readonly at: number;
  /** For a value, the length of its placeholder; omitted for text that was copied unchanged. */
  readonly placeholder?: number;
}

export interface FilledText {
  readonly text: string;
  /** In order, without gaps; empty if the text is unchanged. */
  readonly pieces: readonly TextPiece[];
  readonly snippets: readonly TextAnswer[];
  /** Names whose value was requested. */
  readonly used: ReadonlySet<string>;
  readonly findings: readonly (Fact & { readonly at: Place })[];
}

/** `[[> footer.html]]`, or one that never ends; and `[[shop_url]]`. */
const MARKS = /\[\[(?:>(?:([^\n]*?)\]\]|[^\n]*)|([A-Za-z_][\w-]*)\]\])/g;

/** Whether a text inserts another one. If so, it can't be kept in a file and sent unchanged. */
export function insertsSnippets(text: string): boolean {
  return [...text.matchAll(MARKS)].some(([, path]) => path !== undefined);
}

/** The placeholders and snippets of a text. */
export function placeholdersIn(text: string): { readonly text: string; readonly at: number }[] {
  return [...text.matchAll(MARKS)].map(({ 0: mark, index }) => ({ text: mark, at: index }));
}

/**
 * How many snippets one text may insert. Without a limit, a few snippets that insert each other twice would add up to a
 * million.
 */
const SNIPPETS_AT_MOST = 1_000;

/**
 * Fills the placeholders of a text and inserts its snippets. A text that has neither `with` nor snippets is sent
 * unchanged, since existing texts may contain such words on purpose; the placeholders are reported as a warning.
 */
export function fillText(root: TextFile, context: FillContext): FilledText {
  const { values, limit } = context;
  const isAssembled = values !== undefined || insertsSnippets(root.text);
  const pieces: TextPiece[] = [];
  const snippets: TextAnswer[] = [];
  const used = new Set<string>();
  const findings: (Fact & { readonly at: Place })[] = [];
  const parts: string[] = [];
  let length = 0;
  let isTooMuch = false;

  const put = (part: string, piece: Omit<TextPiece, 'from'>) => {
    if (part === '') return;
    pieces.push({ from: length, ...piece });
    parts.push(part);
    length += part.length;
  };

  const checkLimits = (report: (fact: Fact) => void) => {
    if (isTooMuch || (length <= limit && snippets.length <= SNIPPETS_AT_MOST)) return;
    isTooMuch = true;
    report(TOO_MUCH);
  };

  const fill = ({ file, text }: TextFile, open: readonly string[]) => {
    const place = placesIn(text);
    const reported = new Set<string>();
    let at = 0;
    for (const match of text.matchAll(MARKS)) {
      if (isTooMuch) return;
      const { index } = match;
      const [mark, path, name] = match;
      const report = (fact: Fact) => {
        if (!reported.has(mark)) findings.push({ ...fact, at: { file, ...place(index, mark.length) } });
        reported.add(mark);
      };
      if (path === undefined && !(isAssembled && name !== undefined)) {
        report({ code: 'PLACEHOLDER', params: { why: 'literal', seen: mark } });
        continue;
      }
      put(text.slice(at, index), { file, text, at });
      at = index + mark.length;
      if (path !== undefined) insert(path.trim(), open, report);
      else if (name !== undefined) {
        used.add(name);
        const value = values?.get(name);
        if (value === undefined) report(withoutValue(name, context));
        else put(value, { file, text, at: index, placeholder: mark.length });
      }
      checkLimits(report);
    }
    put(text.slice(at), { file, text, at });
  };

  const insert = (path: string, open: readonly string[], report: (fact: Fact) => void) => {
    const answer = context.readSnippet(path);
    if ('code' in answer) {
      report(answer);
      return;
    }
    if (open.includes(answer.file)) {
      const files = [...open.slice(open.indexOf(answer.file)), answer.file];
      report({ code: 'PLACEHOLDER', params: { why: 'snippet-cycle', files } });
      return;
    }
    snippets.push(answer);
    // Editors end a file with a line break; the line with the snippet already has its own.
    fill({ file: answer.file, text: answer.text.replace(/\n$/, '') }, [...open, answer.file]);
  };

  fill(root, [root.file]);
  const text = parts.join('');
  return {
    text,
    pieces: text === root.text ? [] : pieces,
    snippets,
    used,
    findings,
  };
}

/** A snippet, or why it can't be inserted. */
export type SnippetAnswer = TextAnswer | Fact;

/** The near name may be misspelled in the text or in `with`. */
function withoutValue(name: string, { asker, values }: FillContext): Fact {
  const near = nearest(name, [...(values?.keys() ?? [])]);
  return { code: 'PLACEHOLDER', params: { why: 'no-value', name, in: asker, near } };
}

/** The texts of a campaign are larger than a request may be. */
export const TOO_MUCH: Fact = {
  code: 'FILE',
  params: { fault: { why: 'too-large', mebibytes: 5 } },
};

/** Finds places in a plain text. */
export function placesIn(text: string): (at: number, width: number) => Omit<Place, 'file'> {
  let lines: ReturnType<typeof linesOf> | undefined;
  return (at, width) => {
    lines ??= linesOf(text);
    const { line, col: column } = lines.linePos(at);
    return { line, column, width };
  };
}
