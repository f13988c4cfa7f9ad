// Fails if a folder of src/ has more lines than budgets.json allows. `overdue` holds, while the code is being made smaller,
// how many lines a folder may still have above its budget: these numbers only fall, and end with the last of them.
//   node scripts/budget.mjs [FOLDER BUDGETS]
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const [src = 'src', limits = 'budgets.json'] = process.argv.slice(2);
/** A budget may be exceeded by this share, so that a fix doesn't have to wait for a clean-up. */
const TOLERANCE = 1.03;
const { overdue = {}, ...budgets } = JSON.parse(readFileSync(limits, 'utf8'));

/** The files with their number of lines; `folder` is `entry` for those directly in `src`. */
const files = readdirSync(src, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.(?:tsx?|js)$/.test(path))
  .map((path) => ({
    path,
    folder: path.includes('/') ? path.slice(0, path.indexOf('/')) : 'entry',
    lines: readFileSync(join(src, path), 'utf8').split('\n').length - 1,
  }))
  .sort((a, b) => b.lines - a.lines);

for (const folder of ['total', ...new Set(files.map((file) => file.folder))]) {
  const own = files.filter((file) => folder === 'total' || file.folder === folder);
  const sum = own.reduce((total, { lines }) => total + lines, 0);
  if (sum <= Math.max((budgets[folder] ?? 0) * TOLERANCE, overdue[folder] ?? 0)) continue;
  const names = own.slice(0, 5).map(({ path, lines }) => `${path} ${lines}`);
  console.error(
    `${folder}: ${sum} lines, ${budgets[folder] ?? 0} are planned. The largest: ${names.join(', ')}`,
  );
  process.exitCode = 1;
}
