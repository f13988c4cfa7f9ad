import type { Diagnostic } from '../model/diagnostic.ts';
import { nearest } from '../model/nearest.ts';
import { clip } from '../model/show.ts';
import { placesIn, type TextPiece } from './place-in-text.ts';
import type { ReferenceAnswer } from './reference-answer.ts';

// A text file may leave room for values, `[[shop_url]]`, and for other texts, `[[> footer.html]]`. Everything else in it is
// sent as it is, whatever it looks like: `[[1, 2]]`, `{{ user.first_name }}`, `[CDATA[`. What is filled in is not looked
// through for placeholders again, so that a value can be anything: `with: { matrix: "[[matrix]]" }` keeps those words. A
// snippet is: it is a part of the text, moved to where other texts can have it, too.

type TextFile = Pick<TextAnswer, 'file' | 'text'>;
type TextAnswer = Extract<ReferenceAnswer, { readonly kind: 'text' }>;

export interface FillContext {
  /** The campaign file that asks for the text. */
  readonly asker: string;
  /** Undefined where the reference has no `with`. */
  readonly values: ReadonlyMap<string, string> | undefined;
  /** Reads a snippet by its path from the folder of snippets. */
  readonly readSnippet: (path: string) => ReferenceAnswer;
  /** How long the filled text may be, in characters. */
  readonly limit: number;
}

export interface FilledText {
  readonly text: string;
  /** In order, without gaps; empty where the text is as it was. */
  readonly pieces: readonly TextPiece[];
  readonly snippets: readonly TextAnswer[];
  /** Names whose value was asked for. */
  readonly used: ReadonlySet<string>;
  /** Those of them that have none. */
  readonly missing: readonly string[];
  readonly findings: readonly Finding[];
}

/** What is wrong at a place of a text file. */
type Finding = Omit<Diagnostic, 'width'> & { readonly width: number };

const NAME = '[A-Za-z_][\\w-]*';
/** `[[> footer.html]]`, or one that never ends; `[[shop_url]]`; and `[[ shop_url ]]`, which is none. */
const MARKS = new RegExp(
  `\\[\\[(?:>(?:([^\\n]*?)\\]\\]|[^\\n]*)|(${NAME})\\]\\]|[ \\t]+(${NAME})[ \\t]*\\]\\])`,
  'g',
);

/** Whether a text inserts another one: then it can't stand in a file and be sent as it is. */
export function insertsSnippets(text: string): boolean {
  return [...text.matchAll(MARKS)].some(([, path]) => path !== undefined);
}

/** Whether a name can be that of a placeholder. */
export function isPlaceholderName(name: string): boolean {
  return new RegExp(`^${NAME}$`).test(name);
}

/** What one text may insert; a few snippets that insert each other twice would come to a million. */
const SNIPPETS_AT_MOST = 1_000;

/**
 * Fills the placeholders of a text and inserts its snippets. A text that has neither `with` nor snippets is sent as it is
 * written, since people may have had such words in their texts all along; that it has them is a warning.
 */
export function fillText(root: TextFile, context: FillContext): FilledText {
  const { values, limit } = context;
  const isFilled = values !== undefined || insertsSnippets(root.text);
  const pieces: TextPiece[] = [];
  const snippets: TextAnswer[] = [];
  const used = new Set<string>();
  const findings: Finding[] = [];
  const parts: string[] = [];
  let length = 0;
  let isTooMuch = false;

  const put = (part: string, piece: Omit<TextPiece, 'from'>) => {
    if (part === '') return;
    pieces.push({ from: length, ...piece });
    parts.push(part);
    length += part.length;
  };

  const checkLimits = (report: (said: Said) => void) => {
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
      const [mark, path, name, spaced] = match;
      const report = (said: Said) => {
        if (!reported.has(mark)) findings.push({ file, ...place(index, mark.length), ...said });
        reported.add(mark);
      };
      if (path === undefined && !(isFilled && name !== undefined)) {
        report(leftAsIs(mark, name ?? spaced, context));
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

  const insert = (path: string, open: readonly string[], report: (said: Said) => void) => {
    const answer = context.readSnippet(path);
    if (answer.kind === 'problem') {
      report(answer);
      return;
    }
    if (open.includes(answer.file)) {
      report(cycle([...open.slice(open.indexOf(answer.file)), answer.file]));
      return;
    }
    snippets.push(answer);
    // Editors end a file with a line end; the line that the snippet stands in has its own.
    fill({ file: answer.file, text: answer.text.replace(/\n$/, '') }, [...open, answer.file]);
  };

  fill(root, [root.file]);
  const text = parts.join('');
  const missing = [...used].filter((name) => values?.has(name) !== true);
  return { text, pieces: text === root.text ? [] : pieces, snippets, used, missing, findings };
}

type Said = Pick<Diagnostic, 'code' | 'message' | 'hint'>;

function withoutValue(name: string, { asker, values }: FillContext): Said {
  const near = nearest(name, [...(values?.keys() ?? [])]);
  return {
    code: 'E_PLACEHOLDER',
    message: `${asker} gives [[${clip(name)}]] no value`,
    hint: near === undefined ? `add it there: with: { ${clip(name)}: … }` : `did you mean [[${near}]]?`,
  };
}

function leftAsIs(mark: string, name: string | undefined, { values }: FillContext): Said {
  const message = `${clip(mark)} would be sent as it is written here`;
  if (name === undefined) return { code: 'W_PLACEHOLDER', message, hint: 'end it with ]] on the same line' };
  const isSpaced = mark !== `[[${name}]]`;
  const spelled = isSpaced ? `write [[${clip(name)}]], without blanks` : '';
  const given =
    values === undefined ? `give it a value where the text is used: with: { ${clip(name)}: … }` : '';
  return { code: 'W_PLACEHOLDER', message, hint: [spelled, given].filter(Boolean).join(', and ') };
}

function cycle(files: readonly string[]): Said {
  const names = files.map((file) => file.slice(file.lastIndexOf('/') + 1));
  return {
    code: 'E_SNIPPET',
    message: `this snippet inserts itself: ${names.join(' → ')}`,
    hint: 'take this line out, or move what both need into a third snippet',
  };
}

const TOO_MUCH: Said = {
  code: 'E_FILE_SIZE',
  message: 'with its values and snippets this text is longer than 5 MiB, or inserts more than 1,000 snippets',
  hint: 'insert less: the service takes no larger request',
};
