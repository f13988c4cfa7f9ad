// How esbuild bundles the action: as one file, because GitHub installs nothing, and downloads an action again for every job.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { precompiledValidators } from './precompile.mjs';

export const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** A digest of everything that a build is made of: what it finds in a file is the same for as long as this is. */
function digestOfSources() {
  const digest = createHash('sha256');
  for (const folder of ['src', 'schemas'])
    for (const path of readdirSync(join(ROOT, folder), { recursive: true }).sort())
      if (/\.\w+$/.test(path)) digest.update(`${path}\0`).update(readFileSync(join(ROOT, folder, path)));
  return digest.update(readFileSync(join(ROOT, 'package-lock.json'))).digest('hex');
}

/** Options for everything that is built. */
export const forNode = {
  define: { BUILD: JSON.stringify(digestOfSources()) },
  absWorkingDir: ROOT,
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  logLevel: 'warning',
  write: false,
};

/** For code that calls require(), as CommonJS libraries do for Node's modules. */
export const withRequire = {
  js: "import { createRequire as forRequire } from 'node:module'; const require = forRequire(import.meta.url);",
};

/**
 * Without the parts of undici that the action never uses, everything but plain requests: they would be a seventh of the
 * file. Of its two builds of the same parser, undici takes the one without SIMD, which every processor can run, if the
 * other one fails. It creates a CacheStorage when it is loaded.
 */
const plainRequests = {
  name: 'plain-requests',
  setup({ onLoad }) {
    const unused =
      /[\\/]undici[\\/]lib[\\/](?:(?:cache|interceptor|mock|web)[\\/]|llhttp[\\/]llhttp_simd-wasm)/;
    onLoad({ filter: unused }, () => ({ contents: 'module.exports = { CacheStorage: class {} };' }));
  },
};

/** Options for dist/action.js, with the names that are in the source. */
export const actionBundle = {
  ...forNode,
  bundle: true,
  entryPoints: ['src/action.ts'],
  outfile: 'dist/action.js',
  metafile: true,
  // For OpenID Connect and the name of the machine, which the action doesn't use. They bring another HTTP client.
  alias: {
    '@actions/http-client/lib/auth': './scripts/without.cjs',
    '@actions/http-client': './scripts/without.cjs',
    '@actions/exec': './scripts/without.cjs',
    // sanitize-html parses styles with it only where it is asked to.
    postcss: './scripts/without.cjs',
  },
  legalComments: 'none',
  minifyWhitespace: true,
  minifySyntax: true,
  banner: withRequire,
  plugins: [precompiledValidators, plainRequests],
};
