// Bundles src/cli.ts into dist/: one ESM entry, with the local service in a chunk of its own that loads only on `serve`.
import { build } from 'esbuild';
import { chmodSync, copyFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { precompiledValidators } from './precompile.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
rmSync(`${root}/dist`, { recursive: true, force: true });
await build({
  absWorkingDir: root,
  entryPoints: { cli: 'src/cli.ts' },
  outdir: 'dist',
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  legalComments: 'none',
  plugins: [precompiledValidators],
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
});
const sqlite = dirname(createRequire(import.meta.url).resolve('node-sqlite3-wasm'));
copyFileSync(join(sqlite, 'node-sqlite3-wasm.wasm'), join(root, 'dist', 'node-sqlite3-wasm.wasm'));
chmodSync(`${root}/dist/cli.js`, 0o755);
