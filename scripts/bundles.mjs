// How esbuild bundles src/: the command line, with the local service in a separate chunk that loads only for `serve`;
// the library; and the action as one small file, because GitHub downloads an action again for every job.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { leanDependencies } from './lean-dependencies.mjs';
import { precompiledValidators } from './precompile.mjs';
import { shortLibraryNames } from './short-library-names.mjs';

export const ROOT = fileURLToPath(new URL('..', import.meta.url));

const common = {
  absWorkingDir: ROOT,
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  legalComments: 'none',
  logLevel: 'warning',
  // Bundled CommonJS libraries call require() for Node's modules, and look for their files relative to themselves.
  banner: {
    js: [
      "import { createRequire as __createRequire } from 'node:module';",
      "import { fileURLToPath as __fileURLToPath } from 'node:url';",
      'const require = __createRequire(import.meta.url);',
      "const __dirname = __fileURLToPath(new URL('.', import.meta.url));",
    ].join(' '),
  },
};

/** The program knows its version from package.json. The rest of that file would only be read at each start. */
const versionOnly = {
  name: 'version-only',
  setup({ onLoad }) {
    const file = join(ROOT, 'package.json');
    onLoad({ filter: /[\\/]package\.json$/ }, ({ path }) => {
      if (path !== file) return undefined;
      const { version } = JSON.parse(readFileSync(file, 'utf8'));
      return { contents: JSON.stringify({ version }), loader: 'json' };
    });
  },
};

/** Options for dist/cli.js, dist/library.js and the chunks that they share. */
export const cliBundle = {
  ...common,
  entryPoints: { cli: 'src/cli.ts', library: 'src/library.ts' },
  outdir: 'dist',
  splitting: true,
  plugins: [precompiledValidators, versionOnly],
};

/** Options for dist/action.js. */
export const actionBundle = {
  ...common,
  entryPoints: ['src/action.ts'],
  outfile: 'dist/action.js',
  // For OpenID Connect and the name of the machine, which the action doesn't use. They bring another HTTP client.
  alias: {
    '@actions/http-client/lib/auth': './scripts/without.cjs',
    '@actions/http-client': './scripts/without.cjs',
    '@actions/exec': './scripts/without.cjs',
  },
  minifyWhitespace: true,
  minifySyntax: true,
  plugins: [precompiledValidators, leanDependencies, shortLibraryNames],
};
