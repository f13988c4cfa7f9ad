import { createInterface } from 'node:readline/promises';
import pc from 'picocolors';
import type { Paint } from '../../render/text/paint.ts';
import { visibleText, visibleUnderPaint, visibleWithoutPaint } from '../../render/visible-text.ts';
import type { CommonOptions } from '../../app/common-options.ts';
import type { Environment, Host, Output } from '../../app/host.ts';
import type { Secrets } from '../../app/secrets/secrets.ts';
import type { Interruption } from '../../app/interaction.ts';

/** Words, and the address that each leads to. */
type Links = ReadonlyMap<string, string>;

/** Where a command writes to: results on standard output, progress and diagnostics on standard error. */
export interface Terminal {
  readonly paint: Paint;
  /** Characters a line; 80 where there is no terminal to ask. */
  readonly columns: number;
  /** Whether a person can answer a question: standard input is a terminal. */
  readonly interactive: boolean;
  /** Which of the two streams is a terminal, where lines of files are shown below diagnostics. */
  readonly framed: { readonly out: boolean; readonly err: boolean };
  /** `links` has the addresses of words of the text; a terminal shows these words as links. */
  out(text: string, links?: Links): void;
  /** The same for a long text, which a person at a terminal reads with the pager of their choice. */
  page(text: string): Promise<void>;
  err(text: string): void;
  /** Progress; silent under `--quiet`. */
  progress(text: string): void;
  /** Shows a line that the next text takes away; false where standard error is no terminal. */
  bar(line: string): boolean;
  /** Ctrl-C at the question is an interrupt, and an abort is a no; without an interruption, Ctrl-C is a no. */
  confirm(question: string, interruption?: Interruption): Promise<boolean>;
  /** Begins to ask for several lines, on standard error; the caller closes it. */
  converse(): Conversation;
}

/** Questions to a person, one after another. */
export interface Conversation {
  /** The line that is typed; undefined after Ctrl-C or the end of the input. */
  ask(question: string): Promise<string | undefined>;
  say(text: string): void;
  close(): void;
}

const COLUMNS = 80;
const FEWEST_COLUMNS = 40;

/** Takes a line on a terminal away. */
const CLEAR_LINE = '\r\u001b[2K';

/** The streams of a run as the place that it writes text for people to. */
export function openTerminal(
  { environment, stdin, stdout, stderr, secrets, runPager }: Streams,
  { color = true, quiet = false }: CommonOptions,
): Terminal {
  // A terminal that doesn't know its width says 0; below some width nothing can be laid out.
  const asked = Number(environment.COLUMNS) || (isTerminal(stdout) && stdout.columns) || COLUMNS;
  const columns = Math.max(FEWEST_COLUMNS, asked);
  // One of the two may be a pipe or a file, which gets no escape codes.
  const hasColors = (stream: Output) => color && wantsColor(environment, isTerminal(stream));
  const painted = hasColors(stdout) || hasColors(stderr);
  const colors = pc.createColors(painted);
  // Text from files and from the service can't paint over what a reviewer reads.
  const plain = painted ? visibleWithoutPaint : visibleText;
  const visible = new Map([stdout, stderr].map((one) => [one, hasColors(one) ? visibleUnderPaint : plain]));
  let barShown = false;
  const shown = (stream: Output, text: string) => (visible.get(stream) ?? plain)(secrets.redact(text));
  const write = (stream: Output, text: string, links?: Links) => {
    if (barShown) stderr.write(CLEAR_LINE);
    barShown = false;
    stream.write(links ? withLinks(shown(stream, text), links) : shown(stream, text));
  };
  return {
    paint: {
      good: colors.green,
      bad: colors.red,
      warn: colors.yellow,
      strong: colors.bold,
      faint: colors.dim,
    },
    columns,
    interactive: isTerminal(stdin),
    framed: { out: isTerminal(stdout), err: isTerminal(stderr) },
    out: (text, links) => {
      write(stdout, text, hasColors(stdout) && isTerminal(stdout) ? links : undefined);
    },
    page: async (text) => {
      const pager = isTerminal(stdout) && isTerminal(stdin) ? pagerOf(environment) : undefined;
      if (pager === undefined || !(await runPager(pager, shown(stdout, text)))) write(stdout, text);
    },
    err: (text) => {
      write(stderr, text);
    },
    progress: (text) => {
      if (!quiet) write(stderr, text);
    },
    bar: (line) => {
      if (quiet) return true;
      if (!isTerminal(stderr) || environment.TERM === 'dumb') return false;
      write(stderr, line);
      barShown = true;
      return true;
    },
    confirm: async (question, { signal, interrupt } = onItsOwn()) => {
      const lines = createInterface({ input: stdin, output: stderr });
      lines.once('SIGINT', interrupt);
      try {
        const closed = new Promise<string>((resolve) =>
          lines.once('close', () => {
            resolve('');
          }),
        );
        const answer = await Promise.race([lines.question(`${question} [y/N] `, { signal }), closed]);
        return /^y(es)?$/i.test(answer.trim());
      } catch (error) {
        if (error instanceof Error && error.name === 'AbortError') return false;
        throw error;
      } finally {
        lines.close();
      }
    },
    converse: () => {
      const lines = createInterface({ input: stdin, output: stderr });
      // An iterator keeps the lines that arrive before their question.
      const typed = lines[Symbol.asyncIterator]();
      lines.once('SIGINT', () => {
        lines.close();
      });
      return {
        ask: async (question) => {
          lines.setPrompt(shown(stderr, question));
          lines.prompt();
          const next = await typed.next();
          return next.done ? undefined : next.value;
        },
        say: (text) => {
          write(stderr, text);
        },
        close: () => {
          lines.close();
        },
      };
    },
  };
}

type Streams = Pick<Host, 'environment' | 'stdin' | 'stdout' | 'stderr' | 'runPager'> & {
  readonly secrets: Secrets;
};

/** A question that nothing but Ctrl-C cuts short. */
function onItsOwn(): Interruption {
  const controller = new AbortController();
  const interrupt = () => {
    controller.abort();
  };
  return { signal: controller.signal, interrupt };
}

/** Links as terminals know them (OSC 8). They come last, so that no text from outside can bring one of its own. */
function withLinks(text: string, links: Links): string {
  return text.replace(/[\w-]+/g, (word) => {
    const address = links.get(word);
    return address === undefined
      ? word
      : `\u001b]8;;${visibleText(address)}\u001b\\${word}\u001b]8;;\u001b\\`;
  });
}

function isTerminal({ isTTY }: { readonly isTTY?: boolean }): boolean {
  return Boolean(isTTY);
}

/** The pager that people have chosen, else the usual one; undefined where they want none. */
function pagerOf({ PAGER = 'less', TERM }: Environment): string | undefined {
  return PAGER === '' || PAGER === 'cat' || TERM === 'dumb' ? undefined : PAGER;
}

/** Colors are for terminals. NO_COLOR and FORCE_COLOR, which many programs read, say otherwise. */
function wantsColor({ NO_COLOR, FORCE_COLOR, TERM }: Environment, onTerminal: boolean): boolean {
  if (NO_COLOR) return false;
  if (FORCE_COLOR) return !['0', 'false'].includes(FORCE_COLOR);
  return onTerminal && TERM !== 'dumb';
}
