// How long it takes to match 12 components of a campaign with what was reviewed: the median of many rounds, compared with a
// SHA-256 of the same amount of text. Exits 1 if it takes 5 ms or more.
//   npm run bench:review
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundled } from './bundled.mjs';

const BUDGET_MS = 5;
const TURNS = 200;
const STEPS = 12;

const folder = mkdtempSync(join(tmpdir(), 'campaigns-bench-'));
try {
  const { digested, match } = await bundled('bench/match-steps.ts', folder);
  if (match() !== STEPS) throw new Error(`${match()} of ${STEPS} steps are approved`);
  const text = JSON.stringify(digested()) + 'x'.repeat(2 * STEPS * 2_000);
  const [hash, taken] = [[], []];
  for (let turn = 0; turn < TURNS; turn += 1) {
    hash.push(timed(() => createHash('sha256').update(text).digest('hex')));
    taken.push(timed(match));
  }
  console.log(`SHA-256 of the same text  ${median(hash).toFixed(3)} ms`);
  console.log(
    `matching ${STEPS} components    ${median(taken).toFixed(3)} ms of less than ${BUDGET_MS}, ${(median(taken) / median(hash)).toFixed(0)} times that`,
  );
  if (median(taken) >= BUDGET_MS) process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function timed(act) {
  const from = performance.now();
  act();
  return performance.now() - from;
}

function median(values) {
  return values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)];
}
