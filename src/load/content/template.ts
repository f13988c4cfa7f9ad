// The templates in a text, read once: outputs `{{ … }}`, tags `{% … %}`, comments `{# … #}`, and what tags mark as no
// template. The language is close to Jinja (open point W18); what only Liquid can read is accepted, too. Linear in the text.

/** A part of a text, and where it begins. */
export interface Piece {
  readonly text: string;
  readonly at: number;
}

/** An output or a tag, including its braces. */
export interface TemplatePart extends Piece {
  /** The tag's name, which is empty if it has none; undefined for an output. */
  readonly tag: string | undefined;
  /** The text after the name. */
  readonly inside: string;
}

export interface Template {
  readonly parts: readonly TemplatePart[];
  /** A part that is never closed; the text after it is not read. */
  readonly unclosed: Piece | undefined;
  /**
   * The text with spaces in place of comments, and signs in place of the insides of outputs and tags, at the same positions:
   * nothing in there is taken for text that is sent.
   */
  readonly sent: string;
}

/** Stands for a character inside an output or a tag. */
export const CODE = '\uE001';

/** Blocks whose content is not a template; only `raw` is sent. */
const VERBATIM: readonly string[] = ['raw', 'comment', 'doc'];

/** Reads the templates of a text. */
export function scanTemplate(text: string): Template {
  if (!text.includes('{')) return { parts: [], unclosed: undefined, sent: text };
  const parts: TemplatePart[] = [];
  const hidden: Hidden[] = [];
  const lastComment = text.lastIndexOf('#}');
  const marks = /\{\{|\{%|\{#/g;
  for (let mark = marks.exec(text); mark; mark = marks.exec(text)) {
    const { 0: sign, index: at } = mark;
    if (sign === '{#') {
      // A lone {# doesn't begin a comment.
      if (at + 2 > lastComment) continue;
      marks.lastIndex = text.indexOf('#}', at + 2) + 2;
      hidden.push({ from: at, to: marks.lastIndex, sign: ' ' });
      continue;
    }
    const part = partAt(text, at, sign === '{{' ? '}}' : '%}');
    if (!part) return { parts, unclosed: { text: sign, at }, sent: masked(text, hidden) };
    parts.push(part);
    const end = at + part.text.length;
    hidden.push({ from: at + 2, to: end - 2, sign: CODE });
    marks.lastIndex = endOfVerbatim(text, part, end);
    if (part.tag !== 'raw') hidden.push({ from: end, to: marks.lastIndex, sign: ' ' });
  }
  return { parts, unclosed: undefined, sent: masked(text, hidden) };
}

/** A range of a text in whose place a sign is read. */
export interface Hidden {
  readonly from: number;
  readonly to: number;
  readonly sign: string;
}

/** The text with signs in place of ranges, which are in order. */
export function masked(text: string, hidden: readonly Hidden[]): string {
  if (hidden.length === 0) return text;
  const pieces: string[] = [];
  let end = 0;
  for (const { from, to, sign } of hidden) {
    pieces.push(text.slice(end, from), sign.repeat(to - from));
    end = to;
  }
  return pieces.join('') + text.slice(end);
}

function partAt(text: string, at: number, close: '}}' | '%}'): TemplatePart | undefined {
  const end = endOfPart(text, at + 2, close);
  if (end === undefined) return undefined;
  const whole = text.slice(at + 2, end);
  const [head = '', tag = ''] = close === '}}' ? [] : (/^[-+~]?\s*(\/?\w+|#)?/.exec(whole) ?? []);
  return {
    text: text.slice(at, end + 2),
    at,
    tag: close === '}}' ? undefined : tag,
    inside: whole.slice(head.length),
  };
}

/** The closing mark of a part; undefined if another part begins before it. A mark in quotes closes nothing. */
function endOfPart(text: string, from: number, close: '}}' | '%}'): number | undefined {
  const marks = close === '}}' ? /["']|\}\}|\{\{/g : /["']|%\}|\{%/g;
  marks.lastIndex = from;
  for (let mark = marks.exec(text); mark; mark = marks.exec(text)) {
    if (mark[0] === close) return mark.index;
    if (mark[0].length > 1) return undefined;
    marks.lastIndex = endOfQuoted(text, mark.index) ?? mark.index + 1;
  }
  return undefined;
}

/**
 * The end of a quoted text; undefined if its quote is none, such as an apostrophe. In Jinja, a quote after a backslash
 * belongs to the text, unless the expression goes on there.
 */
function endOfQuoted(text: string, at: number): number | undefined {
  const quote = text.charAt(at);
  let from = at + 1;
  for (let end = text.indexOf(quote, from); end !== -1; end = text.indexOf(quote, from)) {
    const inside = text.slice(from, end);
    const open = inside.search(/\{[{%]/);
    if (open !== -1 && /[%}]\}/.test(inside.slice(open))) return undefined;
    from = end + 1;
    const isEnd = text[end - 1] !== '\\' || /^\s{0,9}(?:[,|)}%\]:]|$)/.test(text.slice(from, from + 10));
    if (isEnd) return from;
  }
  return undefined;
}

function endOfVerbatim(text: string, { tag = '' }: TemplatePart, from: number): number {
  if (!VERBATIM.includes(tag)) return from;
  const ends = new RegExp(`\\{%-?\\s*end${tag}\\b`, 'g');
  ends.lastIndex = from;
  return ends.exec(text)?.index ?? text.length;
}
