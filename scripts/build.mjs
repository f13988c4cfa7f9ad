// Bundles src/ into dist/, with the licenses of the libraries that are bundled. Builds nothing if the action
// is larger than GitHub should have to download for every job.
import { build } from 'esbuild';
import { chmodSync, copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { actionBundle, cliBundle, ROOT } from './bundles.mjs';
import { libraryTypes } from './library-types.mjs';
import { licensesOf } from './licenses.mjs';
import { stableNames } from './stable-names.mjs';

const dist = join(ROOT, 'dist');
const inMemory = { write: false, metafile: true };
const [cli, action] = await Promise.all([
  build({ ...cliBundle, ...inMemory }),
  build({ ...actionBundle, ...inMemory }),
]);
const { actionBytesAtMost } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).config;
const bytes = action.outputFiles[0].contents.length;
if (bytes > actionBytesAtMost) {
  console.error(
    `dist/action.js would have ${bytes} bytes: at most ${actionBytesAtMost} (config.actionBytesAtMost in package.json) are allowed. Bundle less, or raise the limit.`,
  );
  process.exit(1);
}
rmSync(dist, { recursive: true, force: true });
mkdirSync(dist);
for (const { name, text } of [...stableNames(cli), ...stableNames(action)])
  writeFileSync(join(dist, name), text);
for (const [path, text] of libraryTypes(join(ROOT, 'src'))) {
  mkdirSync(dirname(join(dist, 'types', path)), { recursive: true });
  writeFileSync(join(dist, 'types', path), text);
}
writeFileSync(join(dist, 'third-party-licenses.txt'), licensesOf([cli.metafile, action.metafile]));
const sqlite = dirname(createRequire(import.meta.url).resolve('node-sqlite3-wasm'));
copyFileSync(join(sqlite, 'node-sqlite3-wasm.wasm'), join(dist, 'node-sqlite3-wasm.wasm'));
chmodSync(join(dist, 'cli.js'), 0o755);
