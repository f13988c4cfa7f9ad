import type { Diagnostic } from '../model/diagnostic.ts';
import { nearest } from '../model/nearest.ts';
import { clip } from '../model/show.ts';
import { almostSnippets } from './almost-snippets.ts';
import { placesIn, type TextPiece } from './place-in-text.ts';
import type { ReferenceAnswer } from './reference-answer.ts';

// A text file may contain placeholders for values, `[[shop_url]]`, and for other texts, `[[> footer.html]]`. Everything
// else in it is sent unchanged, whatever it looks like: `[[1, 2]]`, `{{ user.first_name }}`, `[CDATA[`. An inserted
// value is not searched for placeholders again, so it can be anything: `with: { matrix: "[[matrix]]" }` keeps those
// words. An inserted snippet is searched, because it is a part of the text that was moved to a file where other texts
// can use it, too.

type TextFile = Pick<TextAnswer, 'file' | 'text'>;
type TextAnswer = Extract<ReferenceAnswer, { readonly kind: 'text' }>;

export interface FillContext {
  /** The campaign file that uses the text. */
  readonly asker: string;
  /** Undefined if the reference has no `with`. */
  readonly values: ReadonlyMap<string, string> | undefined;
  /** Reads a snippet by its path in the folder of snippets. */
  readonly readSnippet: (path: string) => SnippetAnswer;
  /** How long the filled text may be, in characters. */
  readonly limit: number;
}

export interface FilledText {
  readonly text: string;
  /** Whether it gets values or snippets. */
  readonly isAssembled: boolean;
  /** In order, without gaps; empty if the text is unchanged. */
  readonly pieces: readonly TextPiece[];
  readonly snippets: readonly TextAnswer[];
  /** Names whose value was requested. */
  readonly used: ReadonlySet<string>;
  /** Names that are written with spaces in their brackets, so that they are not requested. */
  readonly spaced: ReadonlySet<string>;
  /** Requested names that have no value. */
  readonly missing: readonly string[];
  /** Whether a snippet could not be inserted, or seems to be meant, so that more names may be requested than `used`. */
  readonly isMissingSnippet: boolean;
  readonly findings: readonly Finding[];
}

/** A problem at a place in a text file. */
type Finding = Omit<Diagnostic, 'width'> & { readonly width: number };

const NAME = '[A-Za-z_][\\w-]*';
/** `[[> footer.html]]`, or one that never ends; `[[shop_url]]`; and `[[ shop_url ]]`, which is not a placeholder. */
const MARKS = new RegExp(
  `\\[\\[(?:>(?:([^\\n]*?)\\]\\]|[^\\n]*)|(${NAME})\\]\\]|[ \\t]+(${NAME})[ \\t]*\\]\\])`,
  'g',
);

/** Whether a text inserts another one. If so, it can't be kept in a file and sent unchanged. */
export function insertsSnippets(text: string): boolean {
  return [...text.matchAll(MARKS)].some(([, path]) => path !== undefined);
}

/** The placeholders and snippets of a text; a snippet has no name. */
export function placeholdersIn(
  text: string,
): { readonly mark: string; readonly name: string | undefined; readonly index: number }[] {
  return [...text.matchAll(MARKS)].map(({ 0: mark, 2: name, 3: spaced, index }) => ({
    mark,
    index,
    name: name ?? spaced,
  }));
}

/** Whether a name is a valid placeholder name. */
export function isPlaceholderName(name: string): boolean {
  return new RegExp(`^${NAME}$`).test(name);
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
  const spacedNames = new Set<string>();
  const findings: Finding[] = [];
  const parts: string[] = [];
  let length = 0;
  let isTooMuch = false;
  let isMissingSnippet = false;

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

  const isSnippet = (path: string) => context.readSnippet(path).kind === 'text';
  /** The advice on a name without a value that a snippet has: `[[footer]]`. */
  const asSnippet = (name: string | undefined): Partial<Said> => {
    const none = name === undefined || values?.has(name);
    const found = none ? undefined : [`${name}.html`, name].find(isSnippet);
    isMissingSnippet ||= found !== undefined || name === undefined;
    return found === undefined ? {} : { hint: `write [[> ${clip(found)}]]` };
  };

  const fill = ({ file, text }: TextFile, open: readonly string[]) => {
    const place = placesIn(text);
    const almost = almostSnippets(text, isSnippet);
    isMissingSnippet ||= almost.length > 0;
    for (const { mark, index, ...said } of almost)
      findings.push({ file, ...place(index, mark.length), ...said });
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
      if (path === undefined && !(isAssembled && name !== undefined)) {
        if (spaced !== undefined) spacedNames.add(spaced);
        const written = name ?? spaced;
        report({ ...leftAsIs(mark, written, context), ...asSnippet(written) });
        continue;
      }
      put(text.slice(at, index), { file, text, at });
      at = index + mark.length;
      if (path !== undefined) insert(path.trim(), open, report);
      else if (name !== undefined) {
        used.add(name);
        const value = values?.get(name);
        if (value === undefined)
          report({
            ...withoutValue(name, { text, isSnippet: open.length > 1 }, context),
            ...asSnippet(name),
          });
        else {
          put(value, { file, text, at: index, placeholder: mark.length });
          const [next] = /^\w+/.exec(text.slice(at, at + 30)) ?? [];
          if (next !== undefined && isWebsite(value)) report(missingSlash({ name, value, next }));
        }
      }
      checkLimits(report);
    }
    put(text.slice(at), { file, text, at });
  };

  const insert = (path: string, open: readonly string[], report: (said: Said) => void) => {
    const answer = context.readSnippet(path);
    if (answer.kind === 'problem') {
      isMissingSnippet = true;
      report(answer);
      return;
    }
    if (open.includes(answer.file)) {
      report(cycle([...open.slice(open.indexOf(answer.file)), answer.file]));
      return;
    }
    snippets.push(answer);
    // Editors end a file with a line break; the line with the snippet already has its own.
    fill({ file: answer.file, text: answer.text.replace(/\n$/, '') }, [...open, answer.file]);
  };

  fill(root, [root.file]);
  const text = parts.join('');
  const missing = [...used].filter((name) => values?.has(name) !== true);
  return {
    text,
    isAssembled,
    pieces: text === root.text ? [] : pieces,
    snippets,
    used,
    spaced: spacedNames,
    missing,
    isMissingSnippet,
    findings,
  };
}

type Said = Pick<Diagnostic, 'code' | 'message' | 'hint'>;

/** A snippet, or why it can't be inserted. */
export type SnippetAnswer = TextAnswer | ({ readonly kind: 'problem' } & Said);

interface WithMark {
  readonly text: string;
  /** Other campaigns may insert the text, too, with the names that it has. */
  readonly isSnippet: boolean;
}

function withoutValue(name: string, marked: WithMark, { asker, values }: FillContext): Said {
  const near = nearest(name, [...(values?.keys() ?? [])]);
  return {
    code: 'E_PLACEHOLDER',
    message: `[[${clip(name)}]] has no value in ${asker}`,
    hint:
      near === undefined ? `add it there: with: { ${clip(name)}: … }` : misspelledName(name, near, marked),
  };
}

/** Either the text or `with` may have the misspelled name; what the text also has elsewhere is spelled as in `with`. */
function misspelledName(name: string, near: string, { text, isSnippet }: WithMark): string {
  const mark = `[[${near}]]`;
  if (text.includes(mark)) return `write ${mark}`;
  return isSnippet
    ? `with has ${near} there: write ${clip(name)} in place of it`
    : `with has ${near}: write ${mark} here, or ${clip(name)} there`;
}

/** Whether a value is the address of a website, without a slash at its end. */
function isWebsite(value: string): boolean {
  return /^https?:\/\/[^/?#\s]+\.[a-z]{2,}$/i.test(value);
}

/** `[[shop_url]]sale` is another website. */
function missingSlash({ name, value, next }: Readonly<Record<'name' | 'value' | 'next', string>>): Said {
  const mark = `[[${clip(name)}]]`;
  const message = `${mark}${next} becomes ${clip(value + next)}`;
  return { code: 'W_LINK', message, hint: `write ${mark}/${next}` };
}

function leftAsIs(mark: string, name: string | undefined, { values }: FillContext): Said {
  const message = `${clip(mark)} would be sent literally`;
  if (name === undefined) return { code: 'W_PLACEHOLDER', message, hint: 'end it with ]] on the same line' };
  const isSpaced = mark !== `[[${name}]]`;
  const spelled = isSpaced ? `write [[${clip(name)}]], without spaces` : '';
  const given =
    values === undefined ? `give it a value where the text is used: with: { ${clip(name)}: … }` : '';
  // With a value, it can only be meant as a placeholder.
  const code = values?.has(name) ? 'E_PLACEHOLDER' : 'W_PLACEHOLDER';
  return { code, message, hint: [spelled, given].filter(Boolean).join(', and ') };
}

function cycle(files: readonly string[]): Said {
  const names = files.map((file) => file.slice(file.lastIndexOf('/') + 1));
  return {
    code: 'E_PLACEHOLDER',
    message: `this snippet inserts itself: ${names.join(' → ')}`,
    hint: 'remove this line, or move what both need into a third snippet',
  };
}

const TOO_MUCH: Said = {
  code: 'E_FILE',
  message: 'with its values and snippets, this text is larger than 5 MiB or inserts more than 1,000 snippets',
  hint: 'use shorter texts or fewer snippets; the service accepts no larger request',
};
