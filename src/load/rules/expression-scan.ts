import { closeFinder } from './expression-close.ts';
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
}

/** A template's parts, without comments and verbatim blocks. Linear in the text. */
export function partsOf(text: string): Template {
  const parts: TemplatePart[] = [];
  const endOfOutput = closeFinder(text, { open: '{{', close: '}}' });
  const endOfTag = closeFinder(text, { open: '{%', close: '%}' });
  // A lone {# doesn't begin a comment, and neither does any before it.
  const lastComment = text.lastIndexOf('#}');
  const marks = /\{\{|\{%|\{#/g;
  for (let mark = marks.exec(text); mark; mark = marks.exec(text)) {
    const { 0: begin, index } = mark;
    if (begin === '{#') {
      if (index + 2 <= lastComment) marks.lastIndex = text.indexOf('#}', index + 2) + 2;
      continue;
    }
    const close = begin === '{%' ? endOfTag(index + 2) : endOfOutput(index + 2);
    if (close === undefined) return { parts, openTag: begin === '{%' ? index : undefined };
    const part = begin === '{%' ? tagAt(text, index, close) : outputAt(text, index, close);
    parts.push(part);
    marks.lastIndex = close + 2;
    if (part.tag !== undefined && VERBATIM.includes(part.tag)) {
      const end = new RegExp(`\\{%-?\\s*end${part.tag}\\b`, 'g');
      end.lastIndex = close + 2;
      marks.lastIndex = end.exec(text)?.index ?? text.length;
    }
  }
  return { parts, openTag: undefined };
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

const TOKEN =
  /"[^"]*"|'[^']*'|[\p{L}_][\p{L}\p{N}_]*(?:-[\p{L}\p{N}_]+)*\??|\d+(?:,\d+)?|\{\{|\}\}|[=!<>]+|&&|\|\||\?\?|\S/gu;

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
  return /^(?:\d|"[^"]*"$|'[^']*'$)/.test(text);
}
