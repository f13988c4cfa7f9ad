import { createInterface } from 'node:readline/promises';
import pc from 'picocolors';
import type { Paint } from '../../report/text/paint.ts';
import { visibleText, visibleUnderPaint } from '../../report/visible-text.ts';
import type { CommonOptions } from '../arguments/common-options.ts';
import { withoutSecrets } from './secrets.ts';
import type { Signals } from '../applying/signals.ts';

/** Where a command writes to: results on standard output, progress and diagnostics on standard error. */
export interface Terminal {
  readonly paint: Paint;
  /** Characters a line; 80 where there is no terminal to ask. */
  readonly columns: number;
  readonly interactive: boolean;
  out(text: string): void;
  err(text: string): void;
  /** Progress; silent under `--quiet`. */
  tell(text: string): void;
  /** Shows a line that the next text takes away; false where standard error is no terminal. */
  bar(line: string): boolean;
  /** Ctrl-C at the question is an interrupt, and an abort is a no. */
  confirm(question: string, signals: Pick<Signals, 'signal' | 'interrupt'>): Promise<boolean>;
}

const COLUMNS = 80;
const FEWEST_COLUMNS = 40;

/** There is one terminal, however many speak to it. */
let barShown = false;

/** Takes the bar away before anything else is written. */
export function clearBar(): void {
  if (barShown) process.stderr.write('\r\u001b[2K');
  barShown = false;
}

export function terminalFor({ color = true, quiet = false }: CommonOptions): Terminal {
  // A terminal that doesn't know its width says 0; below some width nothing can be laid out.
  const asked = Number(process.env.COLUMNS) || (process.stdout.isTTY && process.stdout.columns) || COLUMNS;
  const columns = Math.max(FEWEST_COLUMNS, asked);
  const painted = color && pc.isColorSupported && process.stdout.isTTY;
  const colors = pc.createColors(painted);
  // Text from files and from the service can't paint over what a reviewer reads.
  const visible = painted ? visibleUnderPaint : visibleText;
  return {
    paint: {
      good: colors.green,
      bad: colors.red,
      warn: colors.yellow,
      strong: colors.bold,
      faint: colors.dim,
    },
    columns,
    interactive: process.stdin.isTTY && process.stdout.isTTY,
    out: (text) => {
      clearBar();
      process.stdout.write(visible(withoutSecrets(text)));
    },
    err: (text) => {
      clearBar();
      process.stderr.write(visible(withoutSecrets(text)));
    },
    tell: (text) => {
      if (quiet) return;
      clearBar();
      process.stderr.write(visible(withoutSecrets(text)));
    },
    bar: (line) => {
      if (quiet) return true;
      if (!process.stderr.isTTY) return false;
      clearBar();
      process.stderr.write(visible(withoutSecrets(line)));
      barShown = true;
      return true;
    },
    confirm: async (question, { signal, interrupt }) => {
      const lines = createInterface({ input: process.stdin, output: process.stderr });
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
  };
}
