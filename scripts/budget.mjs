// Fails if a folder of src/ has more lines than budgets.json allows. `overdue` holds, while the code is being made smaller,
// how many lines a folder may still have above its budget: these numbers only fall, and end with the last of them.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
/** A budget may be exceeded by this share, so that a fix doesn't have to wait for a clean-up. */
const TOLERANCE = 1.03;

/** The files below `src` with their number of lines; `folder` is `entry` for those directly in it. */
export function measure(src) {
  return readdirSync(src, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.(?:tsx?|js)$/.test(path))
    .map((path) => ({
      path,
      folder: path.includes('/') ? path.slice(0, path.indexOf('/')) : 'entry',
      lines: readFileSync(join(src, path), 'utf8').split('\n').length - 1,
    }));
}

/** One sentence for each folder that is over its budget, or has none. */
export function overBudget(files, { overdue = {}, ...budgets }) {
  const sums = new Map([['total', sum(files)]]);
  for (const { folder, lines } of files) sums.set(folder, (sums.get(folder) ?? 0) + lines);
  return [...sums].flatMap(([folder, lines]) => {
    const limit = Math.max((budgets[folder] ?? 0) * TOLERANCE, overdue[folder] ?? 0);
    if (lines <= limit) return [];
    const largest = files.filter((file) => folder === 'total' || file.folder === folder);
    largest.sort((a, b) => b.lines - a.lines);
    const names = largest.slice(0, 5).map((file) => `${file.path} ${file.lines}`);
    return [
      `${folder}: ${lines} lines, ${budgets[folder] ?? 0} are planned. The largest: ${names.join(', ')}`,
    ];
  });
}

function sum(files) {
  return files.reduce((total, { lines }) => total + lines, 0);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const over = overBudget(
    measure(join(ROOT, 'src')),
    JSON.parse(readFileSync(join(ROOT, 'budgets.json'), 'utf8')),
  );
  for (const sentence of over) console.error(sentence);
  process.exitCode = over.length > 0 ? 1 : 0;
}
