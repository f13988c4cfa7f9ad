// Bundles src/ into dist/.
import { build } from 'esbuild';
import { chmodSync, copyFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { actionBundle, cliBundle, ROOT } from './bundles.mjs';

rmSync(join(ROOT, 'dist'), { recursive: true, force: true });
await Promise.all([build(cliBundle), build(actionBundle)]);
const sqlite = dirname(createRequire(import.meta.url).resolve('node-sqlite3-wasm'));
copyFileSync(join(sqlite, 'node-sqlite3-wasm.wasm'), join(ROOT, 'dist', 'node-sqlite3-wasm.wasm'));
chmodSync(join(ROOT, 'dist', 'cli.js'), 0o755);
