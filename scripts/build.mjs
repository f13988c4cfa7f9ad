// Compiles src/ into dist/, module by module: the command line and the library. Bundles the action, with the licenses of the
// libraries in it. `npm pack` adds the types of the library (tsconfig.build.json), which take longer than all of this.
import { build } from 'esbuild';
import { chmodSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { actionBundle, forNode, ROOT, withRequire } from './action-bundle.mjs';
import { licensesOf } from './licenses.mjs';
import { PRECOMPILED, precompiledValidators } from './precompile.mjs';

const modules = readdirSync(join(ROOT, 'src'), { recursive: true })
  .map((path) => `src/${path.replaceAll('\\', '/')}`)
  .filter((path) => path.endsWith('.ts') && !/^src\/action[/.]/.test(path) && !PRECOMPILED.includes(path));
const [compiled, precompiled, action] = await Promise.all([
  compile({ entryPoints: modules, sourcemap: true }),
  compile({
    entryPoints: PRECOMPILED,
    minifyWhitespace: true,
    plugins: [precompiledValidators],
    banner: withRequire,
    logOverride: { 'unsupported-require-call': 'silent' },
  }),
  build(actionBundle),
]);
rmSync(join(ROOT, 'dist'), { recursive: true, force: true });
for (const { path, text } of [...compiled, ...precompiled, ...action.outputFiles]) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
writeFileSync(join(ROOT, 'dist/third-party-licenses.txt'), licensesOf(action.metafile));
chmodSync(join(ROOT, 'dist/cli.js'), 0o755);

/** Each module as a file of its own, whose imports name the compiled files. */
async function compile(options) {
  const { outputFiles } = await build({ ...forNode, ...options, outbase: 'src', outdir: 'dist' });
  return outputFiles.map(({ path, text }) => ({
    path,
    text: path.endsWith('.map') ? text : text.replace(/\b((?:from|import) ?\(?"\.[^"\n]+)\.ts"/g, '$1.js"'),
  }));
}
