import { place } from '../model/diagnostic.ts';
import type { FilePlace } from '../model/campaign.ts';
import type { ApplyConsent } from '../model/workspace.ts';

// A sentence is built once, as spans, and each medium lays out the spans in its own way: a terminal puts a command on a
// line of its own, GitHub replaces it with words. So no code has to find out later which words of a finished sentence
// were a field, a command or an option.

type Span =
  | { readonly kind: 'text'; readonly text: string }
  /** A field, or text for a file. */
  | { readonly kind: 'code'; readonly text: string }
  /** The important part of a sentence. */
  | { readonly kind: 'strong'; readonly text: string }
  /** A command line, on a line of its own. Only in a terminal. */
  | { readonly kind: 'command'; readonly text: string }
  /** GitHub has inputs in place of options, and words in place of a command line. */
  | ({ readonly kind: 'per-medium' } & Readonly<Record<Medium, Phrase>>)
  | { readonly kind: 'place'; readonly place: FilePlace }
  /** Words that lead to a page on GitHub. Where nothing can be clicked, only the words are shown. */
  | { readonly kind: 'link'; readonly text: string; readonly address: string };

type Medium = 'inTerminal' | 'onGitHub';

/** What both `--allow` and the input `allow` can permit. A workflow commits its files and gets its keys from secrets. */
export type InputConsent = Exclude<ApplyConsent, 'dirty' | 'target'>;

/** One or more sentences. */
export type Phrase = readonly Span[];

/** Why something did not happen, and what to do about it. */
export interface Message {
  readonly why: Phrase;
  /** Empty where there is nothing to do. */
  readonly todo: Phrase;
}

/** What a phrase is made of. */
export type Part = string | number | Span | Phrase;

/** Tag of a template: its literal parts are text, and so are strings and numbers in it. */
export function say(literals: readonly string[], ...parts: readonly Part[]): Phrase {
  return literals.flatMap((literal, at): Phrase => {
    const part = parts[at];
    return [...textSpan(literal), ...(part === undefined ? [] : spansOf(part))];
  });
}

export function code(text: string): Span {
  return { kind: 'code', text };
}

export function strong(text: string): Extract<Span, { kind: 'strong' }> {
  return { kind: 'strong', text };
}

export function link(text: string, address: string): Span {
  return { kind: 'link', text, address };
}

/** What to run, as the end of a sentence; on GitHub, which has no command line, an engineer is asked to do it. */
export function run(text: string, onGitHub = askEngineer(text)): Phrase {
  return perMedium([...textSpan('run: '), { kind: 'command', text }], onGitHub);
}

function askEngineer(text: string): string {
  const [, name = text] = /^campaigns ((?:state )?\w+)/.exec(text) ?? [];
  return `ask an engineer to use the ${name} command`;
}

/** An option of the command line, which is an input on GitHub, or has no equivalent there. */
export function option(inTerminal: string, input?: string): Phrase {
  return perMedium(inTerminal, input === undefined ? '' : `the input ${input}`);
}

/** Different words in a terminal and on GitHub. */
export function perMedium(inTerminal: Part, onGitHub: Part): Phrase {
  return [{ kind: 'per-medium', inTerminal: spansOf(inTerminal), onGitHub: spansOf(onGitHub) }];
}

/** How to allow something, perhaps for one campaign only. */
export function allow(what: InputConsent, only?: string): Phrase {
  const input = code(`allow: ${what}`);
  return only === undefined
    ? perMedium(code(`--allow ${what}`), say`the input ${input}`)
    : perMedium(code(`${only} --allow ${what}`), say`the inputs ${input} and ${code(`only: ${only}`)}`);
}

/** `a, b and c` */
export function listed(items: readonly Part[], last: 'and' | 'or' = 'and'): Phrase {
  return items.flatMap((item, at) => [
    ...textSpan(at === 0 ? '' : at === items.length - 1 ? ` ${last} ` : ', '),
    ...spansOf(item),
  ]);
}

/** One sentence after the other, without the empty ones. */
export function joined(...phrases: readonly Phrase[]): Phrase {
  return phrases
    .filter((one) => one.length > 0)
    .flatMap((one, at) => [...textSpan(at === 0 ? '' : ' '), ...one]);
}

/** The phrase as the beginning of a sentence, if it begins with text. */
export function capitalized([first, ...rest]: Phrase): Phrase {
  if (first?.kind !== 'text') return first ? [first, ...rest] : rest;
  return [{ ...first, text: first.text.charAt(0).toUpperCase() + first.text.slice(1) }, ...rest];
}

/** The phrase with the text of each span changed, for example to replace a name. */
export function mapText(phrase: Phrase, change: (text: string) => string): Phrase {
  return phrase.map((span) => ('text' in span ? { ...span, text: change(span.text) } : span));
}

/** The phrase as a medium shows it. */
export function inMedium(medium: Medium, phrase: Phrase): Phrase {
  return phrase.flatMap((span) => (span.kind === 'per-medium' ? inMedium(medium, span[medium]) : [span]));
}

/** Adds a period if the phrase has no punctuation mark at its end. */
export function sentence(phrase: Phrase): Phrase {
  return /[.!?]$/.test(plainText(phrase)) ? phrase : [...phrase, { kind: 'text', text: '.' }];
}

/** The first place in a file that the phrase names. */
export function firstPlace(phrase: Phrase): FilePlace | undefined {
  return phrase.flatMap((span) => (span.kind === 'place' ? [span.place] : []))[0];
}

/** The phrase in one line, for terminals and for the messages of JSON documents. */
export function plainText(phrase: Phrase): string {
  const shown = inMedium('inTerminal', phrase);
  const [before, last] = shown.slice(-2);
  // A period after a command at the end would be copied with it.
  const isCommandLast = before?.kind === 'command' && last?.kind === 'text' && last.text === '.';
  return textOf(isCommandLast ? shown.slice(0, -1) : shown);
}

/** The phrase in one line, for a place on GitHub that doesn't render Markdown. */
export function plainTextOnGitHub(phrase: Phrase): string {
  return textOf(inMedium('onGitHub', phrase));
}

function textOf(shown: Phrase): string {
  return shown
    .map((span) => (span.kind === 'place' ? place(span.place) : 'text' in span ? span.text : ''))
    .join('');
}

function spansOf(part: Part): Phrase {
  if (typeof part === 'string' || typeof part === 'number') return textSpan(String(part));
  return 'kind' in part ? [part] : part;
}

function textSpan(text: string): Phrase {
  return text === '' ? [] : [{ kind: 'text', text }];
}
