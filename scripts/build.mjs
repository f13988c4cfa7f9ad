// Compiles src/ into dist/, module by module: the command line and the library. Bundles the action, with the licenses of the
// libraries in it. `npm run build` adds the types of the library (tsconfig.build.json), which take longer than all of this.
// Builds nothing if the action is larger than GitHub should have to download for every job.
import { build } from 'esbuild';
import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { actionBundle, ROOT } from './action-bundle.mjs';
import { compiledInto } from './compile.mjs';

const [compiled, action] = await Promise.all([
  compiledInto('dist', (path) => !/^src\/action[/.]/.test(path)),
  build(actionBundle),
]);
const { actionBytesAtMost } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).config;
const bytes = action.outputFiles[0].contents.length;
if (bytes > actionBytesAtMost) {
  console.error(
    `dist/action.js would have ${bytes} bytes: at most ${actionBytesAtMost} (config.actionBytesAtMost in package.json) are allowed. Bundle less, or raise the limit.`,
  );
  process.exit(1);
}
rmSync(join(ROOT, 'dist'), { recursive: true, force: true });
for (const { path, text } of [...compiled, ...action.outputFiles]) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
writeFileSync(join(ROOT, 'dist/third-party-licenses.txt'), licensesOf(action.metafile));
chmodSync(join(ROOT, 'dist/cli.js'), 0o755);

/**
 * The names, versions and licenses of all packages in a build: most licenses allow it if their text is included. Throws if
 * one has no license.
 */
function licensesOf({ inputs }) {
  const folders = Object.keys(inputs).flatMap(
    (file) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file) ?? [],
  );
  return [...new Set(folders)]
    .sort()
    .map(licenseOf)
    .join(`\n${'-'.repeat(80)}\n\n`);
}

function licenseOf(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(ROOT, folder, 'package.json'), 'utf8'));
  const file = readdirSync(join(ROOT, folder)).find((one) => /^licen[cs]e/i.test(one));
  if (file === undefined && license === undefined) throw new Error(`${name} is bundled but names no license`);
  const text = file === undefined ? `License: ${license}` : readFileSync(join(ROOT, folder, file), 'utf8');
  return `${name} ${version}\n\n${text.trim()}\n`;
}
