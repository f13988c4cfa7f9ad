// How esbuild bundles src/: the command line, with the local service in a separate chunk that loads only for `serve`;
// the library; and the action as one small file, because GitHub downloads an action again for every job.
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

/** Options for dist/cli.js, dist/library.js and the chunks that they share. */
export const cliBundle = {
  ...common,
  entryPoints: { cli: 'src/cli.ts', library: 'src/library.ts' },
  outdir: 'dist',
  splitting: true,
  plugins: [precompiledValidators],
};

/** Options for dist/action.js. */
export const actionBundle = {
  ...common,
  entryPoints: ['src/action.ts'],
  outfile: 'dist/action.js',
  minifyWhitespace: true,
  minifySyntax: true,
  plugins: [precompiledValidators, leanDependencies, shortLibraryNames],
};
