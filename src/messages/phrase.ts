import type { FilePlace } from '../model/campaign.ts';
import type { ApplyConsent } from '../model/workspace.ts';

// A sentence is built once, as spans, and each medium lays the spans out in its own way. So nothing has to find out
// later which words of a finished sentence were a field, a command or an option.

export type Span =
  | { readonly kind: 'text'; readonly text: string }
  /** A field, or what is to be written into a file. */
  | { readonly kind: 'code'; readonly text: string }
  /** A command line, which stands alone in a terminal. On GitHub there is none, so there it is said in words. */
  | { readonly kind: 'command'; readonly text: string; readonly inWords: string }
  /** Text that is another one on GitHub, where options are inputs. */
  | { readonly kind: 'spelled'; readonly text: string; readonly onGitHub: string }
  /** What the option `--allow` or the input `allow` permits. */
  | { readonly kind: 'allow'; readonly what: InputConsent }
  | { readonly kind: 'place'; readonly place: FilePlace };

/** What can be allowed in a terminal and on GitHub alike: a workflow sends keys where its secrets say, and commits files. */
export type InputConsent = Exclude<ApplyConsent, 'dirty' | 'target'>;

/** A sentence or a few. */
export type Phrase = readonly Span[];

/** Why something did not happen, and what to do. */
export interface Message {
  readonly why: Phrase;
  /** Empty where there is nothing to do. */
  readonly todo: Phrase;
}

type Part = string | number | Span | Phrase;

/** Tag of a template: its literal parts are text, and so are strings and numbers in it. */
export function say(literals: TemplateStringsArray, ...parts: readonly Part[]): Phrase {
  return literals.flatMap((literal, at): Phrase => {
    const part = parts[at];
    return [...textSpan(literal), ...(part === undefined ? [] : spansOf(part))];
  });
}

export function code(text: string): Span {
  return { kind: 'code', text };
}

export function command(text: string, inWords: string): Span {
  return { kind: 'command', text, inWords };
}

/** Words in a terminal, and other ones on GitHub. */
export function perPlace(inTerminal: string, onGitHub: string): Phrase {
  return [{ kind: 'spelled', text: inTerminal, onGitHub }];
}

/** Said in a terminal only: on GitHub there is nothing like it. */
export function inTerminal(text: string): Phrase {
  return perPlace(text, '');
}

export function allow(what: InputConsent): Span {
  return { kind: 'allow', what };
}

/** `a, b and c` */
export function listed(items: readonly Part[]): Phrase {
  return enumerated(items, ' and ');
}

/** `a, b or c` */
export function alternatives(items: readonly Part[]): Phrase {
  return enumerated(items, ' or ');
}

function enumerated(items: readonly Part[], last: ' and ' | ' or '): Phrase {
  return items.flatMap((item, at) => [
    ...textSpan(at === 0 ? '' : at === items.length - 1 ? last : ', '),
    ...spansOf(item),
  ]);
}

/** Sentences after each other; empty ones are left out. */
export function joined(...phrases: readonly Phrase[]): Phrase {
  return phrases
    .filter((one) => one.length > 0)
    .flatMap((one, at) => [...textSpan(at === 0 ? '' : ' '), ...one]);
}

export function capitalized(phrase: Phrase): Phrase {
  const [first, ...rest] = phrase;
  if (first?.kind !== 'text') return phrase;
  return [{ ...first, text: first.text.charAt(0).toUpperCase() + first.text.slice(1) }, ...rest];
}

/** The same with another text in each span, as where a name is replaced. */
export function mapText(phrase: Phrase, change: (text: string) => string): Phrase {
  return phrase.map((span) => ('text' in span ? { ...span, text: change(span.text) } : span));
}

/** With a period at its end, where no other mark is there. */
export function sentence(phrase: Phrase): Phrase {
  return /[.!?]$/.test(plainText(phrase)) ? phrase : [...phrase, { kind: 'text', text: '.' }];
}

/** The first place in the files that it names. */
export function firstPlace(phrase: Phrase): FilePlace | undefined {
  return phrase.flatMap((span) => (span.kind === 'place' ? [span.place] : []))[0];
}

/** For terminals, and for the messages of JSON documents. */
export function plainText(phrase: Phrase): string {
  return phrase
    .map((span) => {
      if (span.kind === 'place') return placeText(span.place);
      return span.kind === 'allow' ? `--allow ${span.what}` : span.text;
    })
    .join('');
}

/** Plain text for a place on GitHub that renders no Markdown. */
export function plainTextOnGitHub(phrase: Phrase): string {
  return phrase
    .map((span) => {
      if (span.kind === 'place') return placeText(span.place);
      if (span.kind === 'allow') return `the input allow: ${span.what}`;
      if (span.kind === 'command') return span.inWords;
      return span.kind === 'spelled' ? span.onGitHub : span.text;
    })
    .join('');
}

/** `file:line:col` */
export function placeText({ file, line, column }: FilePlace): string {
  return `${file}:${line}:${column}`;
}

function spansOf(part: Part): Phrase {
  if (typeof part === 'string' || typeof part === 'number') return textSpan(String(part));
  return 'kind' in part ? [part] : part;
}

function textSpan(text: string): Phrase {
  return text === '' ? [] : [{ kind: 'text', text }];
}
