// Bundles src/cli.ts into dist/: one ESM entry, with the local service in a chunk of its own that loads only on `serve`.
import { build } from 'esbuild';
import { chmodSync, rmSync } from 'node:fs';
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
  // Bundled CommonJS libraries call require() for Node's own modules.
  banner: {
    js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);",
  },
});
chmodSync(`${root}/dist/cli.js`, 0o755);
