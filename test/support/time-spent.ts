import { appendFileSync } from 'node:fs';

// Where the time of a test file goes, for `npm run test:times`.

/** What tests wait for, apart from the code that they test. */
export type Pastime = 'git' | 'processes' | 'services' | 'waits';

/** Where it is written to, a line of JSON for each file; undefined where nobody asks. */
const REPORT = process.env.TEST_TIMES;

let spent: Record<Pastime, number> = { git: 0, processes: 0, services: 0, waits: 0 };
let hasLaws = false;

/** Counts how long something takes that a test waits for. */
export async function timed<Answer>(pastime: Pastime, act: () => Promise<Answer>): Promise<Answer> {
  const from = performance.now();
  try {
    return await act();
  } finally {
    spent[pastime] += performance.now() - from;
  }
}

/** The same for what holds up this process. */
export function timedSync<Answer>(pastime: Pastime, act: () => Answer): Answer {
  const from = performance.now();
  try {
    return act();
  } finally {
    spent[pastime] += performance.now() - from;
  }
}

/** The rest of the time of this file is mostly that of laws and their draws. */
export function noteLaws(): void {
  hasLaws = true;
}

/** Writes down what the file took, and begins anew for the next one. */
export function reportTimeSpent(file: string): void {
  if (REPORT !== undefined) appendFileSync(REPORT, `${JSON.stringify({ file, spent, hasLaws })}\n`);
  spent = { git: 0, processes: 0, services: 0, waits: 0 };
  hasLaws = false;
}
