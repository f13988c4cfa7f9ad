// Compiles src/ module by module with esbuild: into dist/ for a package, and into .compiled/ for the tests.
import { build } from 'esbuild';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve, sep } from 'node:path';
import { forNode, ROOT, withRequire } from './action-bundle.mjs';
import { PRECOMPILED, precompiledValidators } from './precompile.mjs';

const SRC = join(ROOT, 'src');
/** As deep as src/, because some modules look for files of the package from where they are. */
const FOR_TESTS = join(ROOT, '.compiled');

/** The paths and texts of compiled modules, whose imports name the compiled files. */
export async function compiledInto(outdir, isPart = () => true, more = {}) {
  const modules = readdirSync(SRC, { recursive: true })
    .map((path) => `src/${path.replaceAll('\\', '/')}`)
    .filter((path) => /(?<!\.d)\.(?:tsx?|js)$/.test(path) && isPart(path) && !PRECOMPILED.includes(path));
  const parts = [
    { entryPoints: modules, sourcemap: true },
    {
      entryPoints: PRECOMPILED,
      minifyWhitespace: true,
      plugins: [precompiledValidators],
      banner: withRequire,
      logOverride: { 'unsupported-require-call': 'silent' },
    },
  ];
  const built = await Promise.all(
    parts.map((options) => build({ ...forNode, ...options, ...more, outbase: 'src', outdir })),
  );
  return built.flatMap(({ outputFiles }) =>
    outputFiles.map(({ path, text }) => ({
      path,
      text: path.endsWith('.map')
        ? text
        : text.replace(/\b((?:from|import) ?\(?"\.[^"\n]+)\.tsx?"/g, '$1.js"'),
    })),
  );
}

/**
 * A Vite plugin: what tests import of src/ is compiled once, and loaded by Node itself. Vite would load each module anew for
 * every worker, which takes longer than most tests. Another run may be reading files that stay the same.
 */
export async function sourcesForTests() {
  const all = await compiledInto(FOR_TESTS, undefined, { define: {} });
  const paths = new Set(all.map(({ path }) => path));
  for (const one of existsSync(FOR_TESTS) ? readdirSync(FOR_TESTS, { recursive: true }) : [])
    if (/\.(?:js|map)$/.test(one) && !paths.has(join(FOR_TESTS, one))) rmSync(join(FOR_TESTS, one));
  for (const { path, text } of all) {
    if (existsSync(path) && readFileSync(path, 'utf8') === text) continue;
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
  return {
    name: 'sources-for-tests',
    enforce: 'pre',
    resolveId(source, importer) {
      if (importer === undefined || !/^\..*\.(?:tsx?|js)$/.test(source)) return undefined;
      const path = resolve(dirname(importer), source);
      if (!path.startsWith(SRC + sep)) return undefined;
      return join(FOR_TESTS, path.slice(SRC.length)).replace(/\.tsx?$/, '.js');
    },
  };
}
