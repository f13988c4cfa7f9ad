import type { DiagnosticCode } from '../../model/diagnostic.ts';
import type { JsonObject, Path } from '../../model/json.ts';
import { contentTexts } from './content-texts.ts';
import { sentText, withCode } from './expression-scan.ts';
import { inText } from './in-text.ts';
import { FINDINGS_AT_MOST, type Rule } from './rule.ts';

// The tags of the emails of a campaign. Comments are skipped. Linear in the text.

/** An HTML body of an email. */
export interface Html {
  readonly path: Path;
  readonly text: string;
  /** `text` without its comments and those of its template, at the same positions. */
  readonly shown: string;
  /** Where a comment begins that never ends. */
  readonly openComment: number | undefined;
  /** The start tags of `shown`. */
  readonly tags: readonly Tag[];
}

/** A start tag, and where it begins. */
export interface Tag {
  readonly name: string;
  readonly text: string;
  readonly index: number;
  readonly attributes: readonly Attribute[];
}

export interface Attribute {
  readonly name: string;
  readonly value: string;
  /** The attribute as it is written, and where it begins in the whole text. */
  readonly part: string;
  readonly index: number;
  /** What is missing: the quote after the value, the quote before it, or the `=`. */
  readonly missing?: 'quote' | 'begin' | 'equals' | undefined;
}

/** The emails of the bodies that rules look at: each of them asks. */
const htmlOfBody = new WeakMap<JsonObject, readonly Html[]>();

/** The emails of a campaign. */
export function htmlIn(body: JsonObject): readonly Html[] {
  const known =
    htmlOfBody.get(body) ??
    contentTexts(body)
      .filter(({ path }) => path.at(-1) === 'html_content')
      .map(({ path, text }) => readHtml(path, text));
  htmlOfBody.set(body, known);
  return known;
}

function readHtml(path: Path, text: string): Html {
  const kept: string[] = [];
  const sent = sentText(text, true);
  let from = 0;
  let openComment: number | undefined;
  for (let begin = sent.indexOf('<!--'); begin !== -1; begin = sent.indexOf('<!--', from)) {
    // `<!-->` is a whole comment.
    const close = sent.indexOf('-->', begin + 2);
    if (close === -1) openComment = begin;
    if (close === -1) break;
    kept.push(sent.slice(from, begin), ' '.repeat(close + 3 - begin));
    from = close + 3;
  }
  // A comment that never ends was meant to end somewhere, so it hides nothing here.
  const plain = kept.join('') + sent.slice(from);
  return { path, text, shown: withCode(plain, text, 0), openComment, tags: tagsIn(plain, text) };
}

/** Characters of a tag that are read. A quote that never ends must not make each tag as long as the rest of the text. */
export const TAG_CHARS = 10_000;

/** Start tags of a text in which signs stand for the insides of templates. A `>` in a quoted value doesn't end one. */
function tagsIn(html: string, whole: string): Tag[] {
  return [...html.matchAll(/<([a-z][\w-]*)/gi)].map(({ 1: name = '', index }) => {
    const text = tagAt(html.slice(index, index + TAG_CHARS));
    const from = name.length + 1;
    return {
      name: name.toLowerCase(),
      text: withCode(text, whole, index),
      index,
      attributes: attributesIn(text.slice(from), index + from).map((one) => ({
        ...one,
        value: withCode(one.value, whole, one.index + one.part.lastIndexOf(one.value)),
        part: withCode(one.part, whole, one.index),
      })),
    };
  });
}

/** The text up to the end of its first tag. A quote begins a value only after `=`. */
export function tagAt(text: string): string {
  return /^<(?:=\s*(?:"[^"]*"|'[^']*')|[^<>])*/.exec(text)?.[0] ?? '';
}

const ATTRIBUTE =
  /([a-z][\w:.@-]*)(?:(\s*=\s*|\s*(?=["']))(?:"([^"]*)("?)|'([^']*)('?)|([^\s"'<>]*)(["'](?=[\s/]|$))?))?|"[^"]*"|'[^']*'/gi;

/** What shows that a value goes on after its end, because its quote is missing: `>`, or `class=`. */
const PAST_END = /\s+[\w-]+\s*=\s*$/;

/** Attributes with a value or without one, as in `href="x"`, `href='x'`, `href=x` and `href`. `from` is where the text begins. */
function attributesIn(text: string, from: number): Attribute[] {
  return [...text.matchAll(ATTRIBUTE)].flatMap((match): Attribute[] => {
    const {
      0: part,
      1: name,
      2: sign,
      3: double,
      4: end,
      5: single,
      6: close,
      7: plain,
      8: last,
      index,
    } = match;
    if (name === undefined) return [];
    const here = { name: name.toLowerCase(), index: from + index };
    const value = double ?? single ?? plain ?? '';
    const quote = end ?? close;
    const past = quote === undefined ? -1 : endOfValue(here.name, value, text[index + part.length]);
    if (quote === '' || past !== -1) {
      const begun = part.length - value.length - (quote ?? '').length;
      const kept = past === -1 ? value : value.slice(0, past);
      return [{ ...here, value: kept, part: part.slice(0, begun + kept.length), missing: 'quote' }];
    }
    const missing = last === undefined || value === '' ? undefined : 'begin';
    return [{ ...here, value, part, missing: sign?.includes('=') === false ? 'equals' : missing }];
  });
}

/** Attributes whose values have no tags. */
const CODE =
  /^(?:href|src|style|class|id|(?:max-)?width|height|v?align|bgcolor|color|border|cell\w+|role|target|rel|dir|lang)$/;

/** Where a value was meant to end that goes on after that; otherwise -1. A text may end in `x =`, too. */
function endOfValue(attribute: string, value: string, next: string | undefined): number {
  const tagEnd = value.indexOf('>');
  if (CODE.test(attribute) && tagEnd !== -1 && value.includes('<', tagEnd)) return tagEnd;
  return isAddress(attribute) || /[^\s/>]/.test(next ?? ' ') ? value.search(PAST_END) : -1;
}

/** Whether an attribute has an address. */
export function isAddress(attribute: string): boolean {
  return attribute === 'href' || attribute === 'src';
}

/** Characters after the beginning of a link that are read. */
const LINK_CHARS = 10_000;

/** What is between a link and its end, or the next link. */
export function insideOf({ shown }: Html, { index, text }: Tag): string {
  const from = index + text.length + 1;
  const rest = shown.slice(from, from + LINK_CHARS);
  const end = rest.search(/<\/?a[\s>]/i);
  return end === -1 ? rest : rest.slice(0, end);
}

/** Whether the start tag of a link without attributes is in another link, where an end tag was meant. */
export function isInLink({ shown }: Html, { attributes, index }: Tag): boolean {
  const before = shown.slice(Math.max(0, index - 999), index).toLowerCase();
  return attributes.length === 0 && before.lastIndexOf('<a ') > before.lastIndexOf('</a');
}

/** Whether a link has a text or an image. */
export function showsSomething(html: Html, tag: Tag): boolean {
  const inside = insideOf(html, tag);
  return /<(?:amp-)?img/i.test(inside) || inside.replace(/<[^>]*>/g, '').trim() !== '';
}

/** The beginning of a tag, such as `<img`. */
export function startOf({ text, name, index }: Tag): Pick<Attribute, 'part' | 'index'> {
  return { part: text.slice(0, name.length + 1), index };
}

/** A problem with a part of an email. */
export type Found = readonly [place: Pick<Attribute, 'part' | 'index'>, message: string, hint: string];

/** The rule that finds problems in each email of a campaign. */
export function inEmails(code: DiagnosticCode, problemsOf: (html: Html) => readonly Found[]): Rule {
  return ({ body }) =>
    htmlIn(body).flatMap((html) =>
      problemsOf(html)
        .slice(0, FINDINGS_AT_MOST)
        .map(([place, message, hint]) => inText(html, place, [code, message, hint])),
    );
}
