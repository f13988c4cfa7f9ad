import type { Place, RuleParams } from '../model/findings.ts';
import type { Path } from '../model/json.ts';
import { nearest } from '../model/nearest.ts';
import { almostSnippets } from './almost-snippets.ts';
import { as, type Coded } from './check.ts';
import { placesIn, type TextPiece } from './place-in-text.ts';
import { faultFound, type ReferenceAnswer } from './reference-answer.ts';

// A text file may contain placeholders for values, `[[shop_url]]`, and for other texts, `[[> footer.html]]`. Everything
// else in it is sent unchanged, whatever it looks like: `[[1, 2]]`, `{{ user.first_name }}`, `[CDATA[`. An inserted
// value is not searched for placeholders again, so it can be anything: `with: { matrix: "[[matrix]]" }` keeps those
// words. An inserted snippet is searched, because it is a part of the text that was moved to a file where other texts
// can use it, too.

type TextFile = Pick<TextAnswer, 'file' | 'text'>;
type TextAnswer = Extract<ReferenceAnswer, { readonly kind: 'text' }>;

export interface FillContext {
  /** The campaign file that uses the text, and the place of its reference. */
  readonly asker: string;
  readonly path: Path;
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
  readonly findings: readonly Referred[];
}

/** What is wrong with a reference; in a text that it leads to, with a position there. */
export type Referred = Coded & { readonly at?: Place };

/** A snippet, or why it can't be inserted. */
export type SnippetAnswer = TextAnswer | { readonly kind: 'problem'; readonly found: Referred };

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
  const { values, limit, path: of } = context;
  const isAssembled = values !== undefined || insertsSnippets(root.text);
  const pieces: TextPiece[] = [];
  const snippets: TextAnswer[] = [];
  const used = new Set<string>();
  const spacedNames = new Set<string>();
  const findings: Referred[] = [];
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

  const checkLimits = (report: (found: Coded) => void) => {
    if (isTooMuch || (length <= limit && snippets.length <= SNIPPETS_AT_MOST)) return;
    isTooMuch = true;
    report(faultFound(TOO_MUCH, of));
  };

  const isSnippet = (path: string) => context.readSnippet(path).kind === 'text';
  const placeholder = (params: RuleParams['PLACEHOLDER']) => as('PLACEHOLDER', params, { path: of });
  /** The snippet that a name without a value is that of: `[[footer]]`. */
  const snippetNamed = (name: string | undefined): string | undefined => {
    const none = name === undefined || values?.has(name);
    const found = none ? undefined : [`${name}.html`, name].find(isSnippet);
    isMissingSnippet ||= found !== undefined || name === undefined;
    return found === undefined ? undefined : `[[> ${found}]]`;
  };

  const fill = ({ file, text }: TextFile, open: readonly string[]) => {
    const place = placesIn(text);
    const almost = almostSnippets(text, isSnippet);
    isMissingSnippet ||= almost.length > 0;
    for (const { mark, index, params } of almost)
      findings.push({ ...placeholder(params), at: { file, ...place(index, mark.length) } });
    const reported = new Set<string>();
    let at = 0;
    for (const match of text.matchAll(MARKS)) {
      if (isTooMuch) return;
      const { index } = match;
      const [mark, path, name, spaced] = match;
      const report = (found: Coded) => {
        if (!reported.has(mark)) findings.push({ ...found, at: { file, ...place(index, mark.length) } });
        reported.add(mark);
      };
      if (path === undefined && !(isAssembled && name !== undefined)) {
        if (spaced !== undefined) spacedNames.add(spaced);
        const written = name ?? spaced;
        const put = snippetNamed(written) ?? (written === undefined ? undefined : `[[${written}]]`);
        // With a value, it can only be meant as a placeholder.
        const isMeant = written !== undefined && values?.has(written);
        report(
          placeholder(
            isMeant
              ? { why: 'meant', seen: mark, put: `[[${written}]]` }
              : { why: 'literal', seen: mark, put },
          ),
        );
        continue;
      }
      put(text.slice(at, index), { file, text, at });
      at = index + mark.length;
      if (path !== undefined) insert(path.trim(), open, report);
      else if (name !== undefined) {
        used.add(name);
        const value = values?.get(name);
        if (value === undefined)
          report(
            placeholder({
              ...{ why: 'no-value', name, in: context.asker },
              near: snippetNamed(name) ?? nearest(name, [...(values?.keys() ?? [])]),
            }),
          );
        else {
          put(value, { file, text, at: index, placeholder: mark.length });
          const [next] = /^\w+/.exec(text.slice(at, at + 30)) ?? [];
          if (next !== undefined && isWebsite(value))
            report(
              as('LINK', { why: 'malformed', seen: value + next, put: `${mark}/${next}` }, { path: of }),
            );
        }
      }
      checkLimits(report);
    }
    put(text.slice(at), { file, text, at });
  };

  const insert = (path: string, open: readonly string[], report: (found: Coded) => void) => {
    const answer = context.readSnippet(path);
    if (answer.kind === 'problem') {
      isMissingSnippet = true;
      report(answer.found);
      return;
    }
    if (open.includes(answer.file)) {
      const files = [...open.slice(open.indexOf(answer.file)), answer.file];
      report(placeholder({ why: 'snippet-cycle', files }));
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

/** Whether a value is the address of a website, without a slash at its end: `[[shop_url]]sale` is another website. */
function isWebsite(value: string): boolean {
  return /^https?:\/\/[^/?#\s]+\.[a-z]{2,}$/i.test(value);
}

const TOO_MUCH = { code: 'E_FILE', why: 'too-large', mebibytes: 5, content: 'text' } as const;
