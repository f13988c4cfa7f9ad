import { closeFinder, QUOTED } from './expression-close.ts';
import { VERBATIM } from './expression-names.ts';

/** An output `{{ … }}` or a tag `{% … %}` of a template. */
export interface TemplatePart {
  /** The whole part, including its braces. */
  readonly text: string;
  /** Where it begins in the template. */
  readonly at: number;
  /** The tag's name; undefined for an output. */
  readonly tag: string | undefined;
  /** The text after the name, and where it begins in the template. */
  readonly inside: string;
  readonly insideAt: number;
}

export type Tag = TemplatePart & { readonly tag: string };

export interface Template {
  readonly parts: readonly TemplatePart[];
  /** Where a `{%` is that is never closed; the text after it is not read. */
  readonly openTag: number | undefined;
  /** What isn't sent as it is written. */
  readonly hidden: readonly Hidden[];
}

/** The inside of an expression or a tag, a comment, or what a tag marks as no template. */
interface Hidden {
  readonly from: number;
  readonly to: number;
  readonly kind: string;
}

/** The template that was read last: many rules ask for it. */
let last: { readonly text: string; readonly template: Template } | undefined;

/** A template's parts, without comments and verbatim blocks. Linear in the text. */
export function partsOf(text: string): Template {
  if (last?.text !== text) last = { text, template: readParts(text) };
  return last.template;
}

function readParts(text: string): Template {
  const parts: TemplatePart[] = [];
  const hidden: Hidden[] = [];
  const endOfOutput = closeFinder(text, { open: '{{', close: '}}' });
  const endOfTag = closeFinder(text, { open: '{%', close: '%}' });
  // A lone {# doesn't begin a comment, and neither does any before it.
  const lastComment = text.lastIndexOf('#}');
  const marks = /\{\{|\{%|\{#/g;
  for (let mark = marks.exec(text); mark; mark = marks.exec(text)) {
    const { 0: begin, index } = mark;
    if (begin === '{#') {
      if (index + 2 > lastComment) continue;
      marks.lastIndex = text.indexOf('#}', index + 2) + 2;
      hidden.push({ from: index, to: marks.lastIndex, kind: 'comment' });
      continue;
    }
    const close = begin === '{%' ? endOfTag(index + 2) : endOfOutput(index + 2);
    if (close === undefined) return { parts, hidden, openTag: begin === '{%' ? index : undefined };
    const part = begin === '{%' ? tagAt(text, index, close) : outputAt(text, index, close);
    parts.push(part);
    hidden.push({ from: index + 2, to: close, kind: 'code' });
    marks.lastIndex = close + 2;
    if (part.tag !== undefined && VERBATIM.includes(part.tag)) {
      marks.lastIndex = endOfVerbatim(text, part.tag, close + 2);
      hidden.push({ from: close + 2, to: marks.lastIndex, kind: part.tag });
    }
  }
  return { parts, hidden, openTag: undefined };
}

/** Comments may be nested, if each of them ends. */
function endOfVerbatim(text: string, tag: string, from: number): number {
  const marks = new RegExp(`\\{%-?\\s*(end)?${tag}\\b`, 'g');
  marks.lastIndex = from;
  let depth = 1;
  let first: number | undefined;
  for (let mark = marks.exec(text); mark && depth < 9; mark = marks.exec(text)) {
    if (mark[1] !== undefined) first ??= mark.index;
    if (mark[1] !== undefined) depth -= 1;
    else if (tag === 'comment') depth += 1;
    if (depth === 0) return mark.index;
  }
  return first ?? text.length;
}

/** Stands for a character of an expression or a tag. */
const CODE = '\uE001';

/**
 * A text with spaces in place of the comments of its template, and signs in place of the insides of expressions and
 * tags, at the same positions. So nothing in there is taken for a text that is sent. What is marked as `raw` is meant
 * to be sent literally; `readsRaw` keeps it.
 */
export function sentText(text: string, readsRaw = false): string {
  let sent = '';
  for (const { from, to, kind } of partsOf(text).hidden) {
    const isKept = kind === 'raw' && readsRaw;
    const sign = kind === 'code' ? CODE : ' ';
    sent += text.slice(sent.length, from) + (isKept ? text.slice(from, to) : sign.repeat(to - from));
  }
  return sent + text.slice(sent.length);
}

/** A part of such a text with its expressions and tags; it is at a position of `text`. */
export function withCode(part: string, text: string, at: number): string {
  return part.replace(/\uE001+/g, (signs, index: number) =>
    text.slice(at + index, at + index + signs.length),
  );
}

function outputAt(text: string, at: number, close: number): TemplatePart {
  return {
    text: text.slice(at, close + 2),
    at,
    tag: undefined,
    inside: text.slice(at + 2, close),
    insideAt: at + 2,
  };
}

function tagAt(text: string, at: number, close: number): TemplatePart {
  const whole = text.slice(at + 2, close);
  const [head = '', tag = ''] = /^[-+]?\s*(\/?\w+|#)?/.exec(whole) ?? [];
  return {
    text: text.slice(at, close + 2),
    at,
    tag,
    inside: whole.slice(head.length),
    insideAt: at + 2 + head.length,
  };
}

/** What is wrong with an expression. */
export interface Finding {
  /** What can't be evaluated, what is hardly meant, or an unknown name. */
  readonly kind: 'broken' | 'doubtful' | 'name';
  readonly part: Token;
  readonly message: string;
  readonly hint: string;
}

/** Something that begins here and doesn't end. */
export function unclosed(part: Token, what: string, hint: string): Finding {
  return { kind: 'broken', part, message: `${what} is opened here but never closed`, hint };
}

/** A place in an expression that is wrong, and what to write there. */
export interface Slip {
  readonly at: number;
  readonly to: number;
  readonly message: string;
  /** What belongs there, if that is certain. */
  readonly put?: string;
  /** What to do if it isn't. */
  readonly hint?: string;
}

/** A word, a quoted text, a number or a sign of an expression. */
export interface Token {
  readonly text: string;
  readonly at: number;
}

const TOKEN = new RegExp(
  String.raw`${QUOTED}|[\p{L}_][\p{L}\p{N}_]*(?:-[\p{L}\p{N}_]+)*\??|\d+(?:,\d+)?|\{\{|\}\}|[=!<>]+|&&|\|\||\?\?|\S`,
  'gu',
);

/** The tokens inside a part. */
export function tokensOf({ inside, insideAt }: TemplatePart): Token[] {
  return [...inside.matchAll(TOKEN)].map(({ 0: text, index }) => ({ text, at: insideAt + index }));
}

/** Whether a token is a word, so that it may be a name. */
export function isWord({ text = '' }: Partial<Token>): boolean {
  return /^[\p{L}_]/u.test(text);
}

/** Whether a token is a text in quotes or a number. */
export function isLiteral({ text = '' }: Partial<Token>): boolean {
  return /^(?:\d|["'][^])/.test(text);
}
