import { createInterface } from 'node:readline/promises';
import pc from 'picocolors';
import type { Paint } from '../report/paint.ts';

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
  confirm(question: string): Promise<boolean>;
}

const COLUMNS = 80;

export function openTerminal({
  color,
  quiet,
}: {
  readonly color: boolean;
  readonly quiet: boolean;
}): Terminal {
  const columns = Number(process.env.COLUMNS) || (process.stdout.isTTY ? process.stdout.columns : COLUMNS);
  const colors = pc.createColors(color && pc.isColorSupported && process.stdout.isTTY);
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
    out: (text) => process.stdout.write(text),
    err: (text) => process.stderr.write(text),
    tell: (text) => {
      if (!quiet) process.stderr.write(text);
    },
    confirm: async (question) => {
      const lines = createInterface({ input: process.stdin, output: process.stderr });
      try {
        return /^y(es)?$/i.test((await lines.question(`${question} [y/N] `)).trim());
      } finally {
        lines.close();
      }
    },
  };
}
