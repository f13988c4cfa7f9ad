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
  readonly end: number;
  /** The beginning of the tag, such as `<img`. */
  readonly text: string;
  readonly attributes: readonly Attribute[];
  /** Whether a template writes some of its attributes. */
  readonly isTemplated: boolean;
  /** Whether its `>` is there. */
  readonly isWhole: boolean;
  /** Whether it ends in `/>`. */
  readonly isEmpty: boolean;
}

interface Attribute {
  readonly name: string;
  readonly value: string;
  /** The attribute as it is written, and where it begins. */
  readonly text: string;
  readonly at: number;
}

/** Elements whose content has no tags. */
const RAW: readonly string[] = ['style', 'script', 'title', 'textarea'];

/** Reads a text, of which `sent` has no code of templates. */
export function scanHtml(text: string, sent: string): Html {
  const tags: Tag[] = [];
  const hidden: Hidden[] = [];
  const marks = /<!--|<(\/?)([a-z][\w:-]*)/gi;
  const lastComment = sent.lastIndexOf('-->');
  let openComment: number | undefined;
  for (let mark = marks.exec(sent); mark; mark = marks.exec(sent)) {
    const { 0: start, 1: slash, 2: name, index: at } = mark;
    if (name === undefined) {
      // `<!-->` is a whole comment.
      if (at + 2 > lastComment) openComment ??= at;
      if (at + 2 > lastComment) continue;
      marks.lastIndex = sent.indexOf('-->', at + 2) + 3;
      hidden.push({ from: at, to: marks.lastIndex, sign: ' ' });
      continue;
    }
    const read = readTag({ text, sent }, at + start.length);
    const tag = { name: name.toLowerCase(), isEnd: slash === '/', at, text: start, ...read };
    tags.push(tag);
    marks.lastIndex = endOfRaw(sent, tag);
    hidden.push({ from: tag.end, to: marks.lastIndex, sign: ' ' });
  }
  return { tags, shown: masked(sent, hidden), openComment };
}

/** Where the content of an element ends that has no tags. */
function endOfRaw(sent: string, { name, isEnd, end }: Pick<Tag, 'name' | 'isEnd' | 'end'>): number {
  if (isEnd || !RAW.includes(name)) return end;
  const ends = new RegExp(`</${name}`, 'gi');
  ends.lastIndex = end;
  return ends.exec(sent)?.index ?? sent.length;
}

/** A part of a template between attributes, an attribute, or another sign. */
const PIECE = new RegExp(
  `\\{[{%]${CODE}*[}%]\\}|([^\\s"'<>/={}]+)(?:\\s*=\\s*("[^"]*"|'[^']*'|(?!["'])[^\\s<>]*))?|[^<>]`,
  'y',
);

/** The attributes of a tag, and its end: a `>`, or where the next tag begins. */
function readTag({ text, sent }: { readonly text: string; readonly sent: string }, from: number) {
  const attributes: Attribute[] = [];
  let [end, isTemplated] = [from, false];
  for (PIECE.lastIndex = from; ; PIECE.lastIndex = end) {
    const piece = PIECE.exec(sent);
    if (!piece) break;
    const {
      0: { length },
      1: name,
      2: value = '',
      index: at,
    } = piece;
    end = at + length;
    isTemplated ||= sent[at] === '{';
    if (name === undefined) continue;
    const written = text.slice(at, end);
    const inside = text.slice(end - value.length, end).replace(/^(["'])(.*)\1$/s, '$2');
    attributes.push({ name: name.toLowerCase(), value: inside, text: written, at });
  }
  const [isWhole, isEmpty] = [sent[end] === '>', sent[end - 1] === '/'];
  return { attributes, isTemplated, isWhole, isEmpty, end: isWhole ? end + 1 : end };
}
