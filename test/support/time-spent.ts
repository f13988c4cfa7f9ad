import { appendFileSync } from 'node:fs';

// Measures where a test file spends its time, for `npm run test:times`.

/** What tests wait for, apart from the code under test. */
export type WaitKind = 'git' | 'processes' | 'services' | 'waits';

/** The output file, with a line of JSON for each test file; `undefined` if nothing is measured. */
const REPORT = process.env.TEST_TIMES;

let spent: Record<WaitKind, number> = { git: 0, processes: 0, services: 0, waits: 0 };
let hasLaws = false;

/** Measures how long a test waits for something. */
export async function timed<Answer>(pastime: WaitKind, act: () => Promise<Answer>): Promise<Answer> {
  const from = performance.now();
  try {
    return await act();
  } finally {
    spent[pastime] += performance.now() - from;
  }
}

/** The same for synchronous work. */
export function timedSync<Answer>(pastime: WaitKind, act: () => Answer): Answer {
  const from = performance.now();
  try {
    return act();
  } finally {
    spent[pastime] += performance.now() - from;
  }
}

/** Marks that the rest of the file's time is mostly spent in laws and their draws. */
export function noteLaws(): void {
  hasLaws = true;
}

/** Writes the measurements of a file and resets them. */
export function reportTimeSpent(file: string): void {
  if (REPORT !== undefined) appendFileSync(REPORT, `${JSON.stringify({ file, spent, hasLaws })}\n`);
  spent = { git: 0, processes: 0, services: 0, waits: 0 };
  hasLaws = false;
}
