// Bundles into dist/: src/cli.ts, with the local service in a chunk of its own that loads only on `serve`, and
// src/action.ts as one small file, since GitHub downloads an action anew for every job.
import { build } from 'esbuild';
import { chmodSync, copyFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { leanDependencies } from './lean-dependencies.mjs';
import { precompiledValidators } from './precompile.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
rmSync(`${root}/dist`, { recursive: true, force: true });
const common = {
  absWorkingDir: root,
  bundle: true,
  format: 'esm',
  platform: 'node',
  legalComments: 'none',
  logLevel: 'warning',
  // Bundled CommonJS libraries call require() for Node's own modules, and look for their files beside themselves.
  banner: {
    js: [
      "import { createRequire as __createRequire } from 'node:module';",
      "import { fileURLToPath as __fileURLToPath } from 'node:url';",
      'const require = __createRequire(import.meta.url);',
      "const __dirname = __fileURLToPath(new URL('.', import.meta.url));",
    ].join(' '),
  },
};
await Promise.all([
  build({
    ...common,
    entryPoints: { cli: 'src/cli.ts' },
    outdir: 'dist',
    splitting: true,
    target: 'node20',
    plugins: [precompiledValidators],
  }),
  build({
    ...common,
    entryPoints: ['src/action.ts'],
    outfile: 'dist/action.js',
    minify: true,
    target: 'node20',
    plugins: [precompiledValidators, leanDependencies],
  }),
]);
const sqlite = dirname(createRequire(import.meta.url).resolve('node-sqlite3-wasm'));
copyFileSync(join(sqlite, 'node-sqlite3-wasm.wasm'), join(root, 'dist', 'node-sqlite3-wasm.wasm'));
chmodSync(`${root}/dist/cli.js`, 0o755);
