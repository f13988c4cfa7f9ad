import { CODE, masked, type Hidden } from './template.ts';

// The tags of an email, read once. What templates have in their braces neither begins nor ends a tag. Comments, also those
// for Outlook, and the content of style sheets and scripts are skipped. Linear in the text.

export interface Html {
  readonly tags: readonly Tag[];
  /** The text with spaces in place of comments and of what isn't shown, at the same positions. */
  readonly shown: string;
  /** Where a comment begins that never ends. It hides nothing here, because it was meant to end somewhere. */
  readonly openComment: number | undefined;
}

/** A start tag or an end tag. */
export interface Tag {
  readonly name: string;
  readonly isEnd: boolean;
  readonly at: number;
  /** The position after it. */
  readonly end: number;
  /** The tag as it is written, and its beginning, such as `<img`. */
  readonly text: string;
  readonly start: string;
  readonly attributes: readonly Attribute[];
  /** Whether a template writes some of its attributes. */
  readonly isTemplated: boolean;
  /** Whether its `>` is missing, or, of a style sheet and the like, its end tag. */
  readonly fault?: 'no-end' | 'no-end-tag';
}

export interface Attribute {
  readonly name: string;
  readonly value: string;
  /** The attribute as it is written, and where it begins. */
  readonly text: string;
  readonly at: number;
  /** Whether the quote after its value is missing. */
  readonly isOpen: boolean;
}

/** Elements whose content has no tags. */
const RAW: readonly string[] = ['style', 'script', 'title', 'textarea'];

/** Reads a text, of which `sent` has no code of templates. */
export function scanHtml(text: string, sent: string): Html {
  const tags: Tag[] = [];
  const hidden: Hidden[] = [];
  const marks = /<!--|<(\/?)([a-z][\w:-]*)/gi;
  const endOf = finderIn(sent);
  let openComment: number | undefined;
  for (let mark = marks.exec(sent); mark; mark = marks.exec(sent)) {
    const { 0: start, 1: slash, 2: written, index: at } = mark;
    if (written === undefined) {
      // `<!-->` is a whole comment.
      const close = endOf('-->', at + 2);
      if (close === undefined) openComment ??= at;
      if (close === undefined) continue;
      marks.lastIndex = close + 3;
      hidden.push({ from: at, to: close + 3, sign: ' ' });
      continue;
    }
    const name = written.toLowerCase();
    const read = readTag({ text, sent }, at + start.length);
    const isRaw = slash === '' && read.isWhole && RAW.includes(name);
    const close = isRaw ? endOf(`</${name}`, read.end) : read.end;
    const fault = !read.isWhole ? 'no-end' : close === undefined ? 'no-end-tag' : undefined;
    const { end, attributes, isTemplated } = read;
    const tag = { name, isEnd: slash === '/', at, end, start, attributes, isTemplated };
    tags.push({ ...tag, text: text.slice(at, end), ...(fault && { fault }) });
    marks.lastIndex = close ?? end;
    if (isRaw) hidden.push({ from: end, to: close ?? end, sign: ' ' });
  }
  return { tags, shown: masked(sent, hidden), openComment };
}

/** Finds the next occurrence of a mark, in any case; what was not found once is not searched for again. */
function finderIn(text: string): (mark: string, from: number) => number | undefined {
  const absent = new Set<string>();
  return (mark, from) => {
    if (absent.has(mark)) return undefined;
    const marks = new RegExp(mark, 'gi');
    marks.lastIndex = from;
    const at = marks.exec(text)?.index;
    if (at === undefined) absent.add(mark);
    return at;
  };
}

interface Texts {
  readonly text: string;
  readonly sent: string;
}

/** A part of a template between attributes, a sign, or the name of an attribute with its `=`. */
const PIECE = new RegExp(`\\{[{%]${CODE}*[}%]\\}|([^\\s"'<>/={}]+)(\\s*=\\s*)?|[^<>]`, 'y');

/** The attributes of a tag, and its end: a `>`, or where the next tag begins. */
function readTag({ text, sent }: Texts, from: number) {
  const attributes: Attribute[] = [];
  let [end, isTemplated] = [from, false];
  for (;;) {
    PIECE.lastIndex = end;
    const piece = PIECE.exec(sent);
    if (!piece) break;
    const { 0: written, 1: name, 2: sign, index: at } = piece;
    end = at + written.length;
    isTemplated ||= written.startsWith('{');
    if (name === undefined) continue;
    const value =
      sign === undefined ? { from: end, to: end, end, isOpen: false } : readValue(sent, end, name);
    ({ end } = value);
    attributes.push({
      name: name.toLowerCase(),
      value: text.slice(value.from, value.to),
      text: text.slice(at, end),
      at,
      isOpen: value.isOpen,
    });
  }
  const isWhole = sent[end] === '>';
  return { attributes, isTemplated, isWhole, end: isWhole ? end + 1 : end };
}

/** Attributes with texts, in which `<` and `=` are only signs. */
const TEXTS = /^(?:alt|title|content|summary|label|placeholder|aria-.*|data-.*)$/i;

function readValue(sent: string, from: number, attribute: string) {
  const quote = sent.charAt(from);
  if (quote !== '"' && quote !== "'") {
    UNQUOTED.lastIndex = from;
    const end = from + (UNQUOTED.exec(sent)?.[0].length ?? 0);
    return { from, to: end, end, isOpen: false };
  }
  const close = sent.indexOf(quote, from + 1);
  const to = close === -1 ? sent.length : close;
  const past = endOfOpen(sent.slice(from + 1, to), {
    attribute,
    next: close === -1 ? undefined : sent.charAt(to + 1),
  });
  if (past === undefined) return { from: from + 1, to, end: to + 1, isOpen: false };
  return { from: from + 1, to: from + 1 + past, end: from + 1 + past, isOpen: true };
}

const UNQUOTED = /[^\s<>]*/y;

/** Where a value was meant to end whose own quote is missing, so that it goes on to another one; otherwise undefined. */
function endOfOpen(
  value: string,
  { attribute, next }: { readonly attribute: string; readonly next: string | undefined },
): number | undefined {
  const tagEnd = value.indexOf('>');
  const isText = TEXTS.test(attribute);
  if (next === undefined) return /[\s>]/.exec(value)?.index ?? value.length;
  if (!isText && tagEnd !== -1 && value.includes('<', tagEnd)) return tagEnd;
  const another = /\s+[\w-]+\s*=\s*$/.exec(value.slice(-200));
  if (!another || /^(?:$|[\s/>])/.test(next)) return undefined;
  return value.length - another[0].length;
}
