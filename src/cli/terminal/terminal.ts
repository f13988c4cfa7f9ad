import pc from 'picocolors';
import { createInterface } from 'node:readline';
import type { Paint } from '../../render/text/paint.ts';
import { visibleText } from '../../model/show.ts';
import { visibleUnderPaint } from '../../render/text-layout.ts';
import type { CommonOptions } from '../../app/context.ts';
import type { Host, Output, Interruption } from '../../app/process/session.ts';
import type { Environment } from '../../model/clock.ts';
import type { Secrets } from '../../app/secrets.ts';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Diagnostic } from '../../model/diagnostic.ts';
import { diagnosticsText } from '../../render/text/diagnostics-text.ts';

/** Where a command writes: results to standard output, progress and diagnostics to standard error. */
export interface Terminal {
  readonly paint: Paint;
  /** Characters per line; 80 if there is no terminal. */
  readonly columns: number;
  /** Whether a person can answer a question: standard input is a terminal. */
  readonly interactive: boolean;
  /** Which of the two streams is a terminal. */
  readonly isTerminal: { readonly out: boolean; readonly err: boolean };
  /** How many columns a text takes; undefined if neither of the two streams is a terminal. */
  readonly widthOf: ((text: string) => number) | undefined;
  out(text: string): void;
  /** Writes lines that a workflow's runner interprets. It interprets no others. */
  command(text: string): void;
  /** Writes a document as it is in a file, without lines that a runner takes for commands. */
  document(text: string): void;
  err(text: string): void;
  /** Progress; silent under `--quiet`. */
  progress(text: string): void;
  /** Shows a line that the next output replaces; false if the caller should print a line instead. */
  bar(line: string): boolean;
  /** Ctrl-C at the question is an interrupt, and an abort is a no. Without an `interruption`, Ctrl-C is a no. */
  confirm(question: string, interruption?: Interruption): Promise<boolean>;
  /** Starts a conversation of several questions on standard error; the caller closes it. */
  converse(): Conversation;
}

/** Questions to the user, one after another. */
interface Conversation {
  /** The typed line; undefined after Ctrl-C or the end of the input. */
  ask(question: string): Promise<string | undefined>;
  close(): void;
}

const COLUMNS = 80;
const FEWEST_COLUMNS = 40;

/** Erases a line on a terminal. */
const CLEAR_LINE = '\r\u001b[2K';

/** The streams of a run, as the terminal that commands write to. */
export async function openTerminal(
  { environment, stdin, stdout, stderr, secrets }: Streams,
  { color = true, quiet = false }: CommonOptions,
): Promise<Terminal> {
  // One of the two may be a pipe or a file, which gets no escape codes.
  const hasColors = (stream: Output) => color && wantsColor(environment, isTerminal(stream));
  const painted = hasColors(stdout) || hasColors(stderr);
  const { link, links } = linksOn(painted && showsLinks(environment));
  const { green, red, yellow, bold, dim } = pc.createColors(painted);
  // Text from files and from the service must not be able to paint over what a reviewer reads.
  const visible = (stream: Output, text: string) =>
    painted ? visibleUnderPaint(text, hasColors(stream), links) : visibleText(text);
  let barShown = false;
  const shown = (stream: Output, text: string) => visible(stream, secrets.redact(text));
  // A file gets a document as it is; a terminal shows what is hidden.
  const inFile = (to: Output, text: string) =>
    isTerminal(to) ? shown(to, text.replaceAll('\r\n', '\n')) : secrets.redact(text);
  const inert = environment.GITHUB_ACTIONS === 'true' ? withoutCommands : (text: string) => text;
  const writeTo = (stream: Output, show?: typeof shown) => (text: string) => {
    if (barShown) stderr.write(CLEAR_LINE);
    barShown = false;
    stream.write(inert((show ?? shown)(stream, text)));
  };
  const err = writeTo(stderr);
  const ask = (interruption: Interruption) =>
    converse({ stdin, stderr, shown: (text) => shown(stderr, text) }, interruption);
  return {
    paint: { good: green, bad: red, warn: yellow, strong: bold, faint: dim, link },
    columns: Math.max(FEWEST_COLUMNS, widthIn(environment, stdout)),
    interactive: isTerminal(stdin),
    isTerminal: { out: isTerminal(stdout), err: isTerminal(stderr) },
    widthOf: [stdout, stderr].some(isTerminal)
      ? (await import('../../render/columns.ts')).widthOf
      : undefined,
    out: writeTo(stdout),
    command: (text) => stdout.write(shown(stdout, text)),
    document: writeTo(stdout, inFile),
    err,
    progress: (text) => {
      if (!quiet) err(text);
    },
    bar: (line) => {
      if (quiet) return true;
      if (!isTerminal(stderr) || environment.TERM === 'dumb') return false;
      err(line);
      barShown = true;
      return true;
    },
    confirm: async (question, interruption = onItsOwn()) => {
      if (interruption.signal.aborted) return false;
      const conversation = ask(interruption);
      const answer = await conversation.ask(`${question} [y/N] `);
      conversation.close();
      return /^y(es)?$/i.test(answer?.trim() ?? '');
    },
    converse: () => ask(onItsOwn()),
  };
}

/** Columns of a terminal, which reports 0 if it doesn't know them; below a minimum, nothing can be laid out. */
function widthIn(environment: Environment, stdout: Output): number {
  return Number(environment.COLUMNS) || (isTerminal(stdout) && stdout.columns) || COLUMNS;
}

/** Lines of campaign text that a runner would take for commands, which it does wherever a line is broken. */
function withoutCommands(text: string): string {
  return text.replace(/^(\s*:)(?=:)/gm, '$1\\').replace(/#(?=#(?:\[|vso\[))/g, '#\\');
}

type Streams = Pick<Host, 'environment' | 'stdin' | 'stdout' | 'stderr'> & {
  readonly secrets: Secrets;
};

/** Questions one after another. Ctrl-C interrupts what is asking, and an abort is the end of the input. */
function converse(
  { stdin, stderr, shown }: Pick<Streams, 'stdin' | 'stderr'> & { readonly shown: (text: string) => string },
  { signal, interrupt }: Interruption,
): Conversation {
  const lines = createInterface({ input: stdin, output: stderr });
  // An iterator keeps the lines that arrive before their question.
  const typed = lines[Symbol.asyncIterator]();
  const close = () => {
    signal.removeEventListener('abort', close);
    lines.close();
  };
  lines.once('SIGINT', interrupt);
  signal.addEventListener('abort', close);
  return {
    ask: async (question) => {
      lines.setPrompt(shown(question));
      lines.prompt();
      const next = await typed.next();
      return next.done ? undefined : next.value;
    },
    close,
  };
}

/** A question that only Ctrl-C can interrupt. */
function onItsOwn(): Interruption {
  const controller = new AbortController();
  const interrupt = () => {
    controller.abort();
  };
  return { signal: controller.signal, interrupt };
}

/** Lines of files below `root`, counted from 1; undefined if there is none. Each file is read once. */
function lineReader(root: string): (file: string, line: number) => string | undefined {
  const texts = new Map<string, readonly string[]>();
  return (file, line) => {
    const lines = texts.get(file) ?? linesOf(join(root, file));
    texts.set(file, lines);
    return lines[line - 1];
  };
}

/** Empty if the file can't be read. */
function linesOf(path: string): readonly string[] {
  try {
    return readFileSync(path, 'utf8').split(/\r?\n/);
  } catch {
    return [];
  }
}

function isTerminal({ isTTY }: { readonly isTTY?: boolean }): boolean {
  return Boolean(isTTY);
}

/** Colors are on for terminals, unless NO_COLOR or FORCE_COLOR, which many programs read, says otherwise. */
function wantsColor({ NO_COLOR, FORCE_COLOR, TERM }: Environment, onTerminal: boolean): boolean {
  if (NO_COLOR) return false;
  if (FORCE_COLOR) return !['0', 'false'].includes(FORCE_COLOR);
  return onTerminal && TERM !== 'dumb';
}

/** Writes links to addresses and files, and keeps no others in a painted text. */
function linksOn(isShown: boolean): Pick<Paint, 'link'> & { readonly links: ReadonlySet<string> } {
  const end = '\u001b]8;;\u0007';
  const links = new Set([end]);
  const link = (text: string, to: string) => {
    const start = `\u001b]8;;${URL.canParse(to) ? new URL(to).href : pathToFileURL(to).href}\u0007`;
    links.add(start);
    return isShown ? start + text + end : text;
  };
  return { link, links };
}

/** Whether a terminal is known to show links; some others show their codes. Colors that are forced may go to a file. */
function showsLinks({ CI, FORCE_COLOR, TERM, TERM_PROGRAM, VTE_VERSION, ...others }: Environment): boolean {
  const isKnown = /\b(?:iTerm\.app|WezTerm|vscode|ghostty|kitty|alacritty|foot)\b/.test(
    `${TERM} ${TERM_PROGRAM}`,
  );
  const isNew = Number(VTE_VERSION) >= 5_000 || Boolean(others.WT_SESSION ?? others.KONSOLE_VERSION);
  return !CI && !FORCE_COLOR && (isKnown || isNew);
}

/** Where diagnostics are written; paths are relative to `root`, the top of the work tree. */
interface Place {
  readonly root: string;
  /** Standard output if the diagnostics are the result, otherwise standard error. */
  readonly stream: 'out' | 'err';
}

/** Writes diagnostics: on a terminal, each with its line of the file; for scripts, one line each. */
export function showDiagnostics(
  terminal: Pick<Terminal, 'paint' | 'isTerminal' | 'widthOf' | 'out' | 'err'>,
  diagnostics: readonly Diagnostic[],
  { root, stream }: Place,
): void {
  const { paint, isTerminal, widthOf } = terminal;
  const frames = isTerminal[stream] && widthOf ? { lineOf: lineReader(root), widthOf } : undefined;
  terminal[stream](diagnosticsText(diagnostics, { paint, root, frames }));
}
