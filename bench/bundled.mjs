import { basename, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { precompiledValidators } from '../scripts/precompile.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** Bundles a module and its imports into one file in a folder. Returns its path. */
export async function bundle(path, folder) {
  const outfile = join(folder, basename(path, '.ts') + '.mjs');
  await build({
    entryPoints: [join(ROOT, path)],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    plugins: [precompiledValidators],
    // Examples are found relative to the original module.
    define: { 'import.meta.url': JSON.stringify(pathToFileURL(join(ROOT, path)).href) },
    banner: {
      js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(process.cwd() + '/');",
    },
    logLevel: 'warning',
  });
  return outfile;
}

/** The same, imported. */
export async function bundled(path, folder) {
  return import(pathToFileURL(await bundle(path, folder)).href);
}
