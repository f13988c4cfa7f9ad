import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../built-program.ts';
import type { FaultRunResult } from './fault-run.ts';

const FOLDER = join(ROOT, 'test-results', 'faults');

/**
 * Writes the progress of a group of fault runs below test-results/, and its table at the end: operations × mishaps ×
 * results.
 */
export class Report {
  private readonly name: string;
  private readonly count: number;
  private readonly results: FaultRunResult[] = [];
  private readonly startedAt = Date.now();

  constructor(name: string, count: number) {
    this.name = name;
    this.count = count;
    mkdirSync(FOLDER, { recursive: true });
    writeFileSync(this.file('log'), '');
  }

  add(result: FaultRunResult): void {
    this.results.push(result);
    const { faultRun, runs, struck } = result;
    const end = isWrong(result) ? `WRONG\n${reasons(result).join('\n')}` : `done after ${runs}`;
    const line = `${this.results.length}/${this.count} ${faultRun.name}: ${end}${struck ? '' : ' (not all of it struck)'}`;
    appendFileSync(this.file('log'), `${line}\n`);
  }

  /** Prints and writes the table. Returns each fault run that went wrong, with the reason. */
  finish(): readonly string[] {
    const seconds = Math.round((Date.now() - this.startedAt) / 1000);
    const wrong = this.results.filter(isWrong);
    const missed = this.results.filter(({ struck }) => !struck).length;
    const holes = missed > 0 ? `; in ${missed} not all of the trouble came` : '';
    const count = `${this.results.length} fault runs in ${seconds} s, ${wrong.length} went wrong${holes}`;
    const summary = `${this.name}: ${count}`;
    const text = `${summary}\n\n${tableOf(this.results)}\n`;
    writeFileSync(this.file('md'), text);
    process.stdout.write(`\n${text}`);
    return wrong.map((result) => `${result.faultRun.name}\n${reasons(result).join('\n')}`);
  }

  private file(extension: string): string {
    return join(FOLDER, `${this.name}.${extension}`);
  }
}

function isWrong(result: FaultRunResult): boolean {
  return reasons(result).length > 0;
}

/** A mishap that never happened counts as a failure, because the table would have a gap. */
function reasons({ faultRun, struck, violations }: FaultRunResult): readonly string[] {
  return struck || faultRun.mayMiss ? violations : [...violations, 'the trouble never came'];
}

/** A cell lists after how many runs everything was done: `3 after 1, 1 after 2`. */
function tableOf(results: readonly FaultRunResult[]): string {
  const operations = [...new Set(results.map(({ faultRun }) => faultRun.operation))];
  const troubles = [...new Set(results.map(({ faultRun }) => faultRun.trouble))];
  const among = (operation: string, trouble: string) =>
    results.filter(({ faultRun }) => faultRun.operation === operation && faultRun.trouble === trouble);
  const rows = [
    ['', ...operations],
    ['---', ...operations.map(() => '---')],
    ...troubles.map((trouble) => [
      trouble,
      ...operations.map((operation) => cell(among(operation, trouble))),
    ]),
  ];
  const widths = ['', ...operations].map((_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  );
  return rows
    .map((row) => `| ${row.map((text, column) => text.padEnd(widths[column] ?? 0)).join(' | ')} |`)
    .join('\n');
}

function cell(results: readonly FaultRunResult[]): string {
  if (results.length === 0) return '–';
  const wrong = results.filter(isWrong).length;
  const right = results.filter((result) => !isWrong(result));
  const runs = [...new Set(right.map((one) => one.runs))].sort((a, b) => a - b);
  const after = runs.map((count) => `${right.filter((one) => one.runs === count).length} after ${count}`);
  return [...after, ...(wrong > 0 ? [`${wrong} WRONG`] : [])].join(', ');
}
