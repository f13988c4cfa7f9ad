import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from '../support/e2e/built-program.ts';

describe('the bundled action', () => {
  const { stdout, stderr, status } = spawnSync(process.execPath, ['scripts/action-contents.mjs'], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(stderr);
  const { bytes, files } = JSON.parse(stdout) as {
    readonly bytes: number;
    readonly files: readonly string[];
  };

  it('is small enough to be downloaded for every job', () => {
    const { config } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
      readonly config: { readonly actionBytesAtMost: number };
    };
    expect(bytes).toBeLessThanOrEqual(config.actionBytesAtMost);
    expect(bytes).toBeGreaterThan(100_000);
  });

  it('has its schemas already compiled, and no compiler', () => {
    expect(files.filter((file) => file.includes('/ajv/dist/compile/'))).toEqual([]);
    expect(files.filter((file) => file.includes('/ajv/dist/vocabularies/'))).toEqual([]);
  });

  it('has no part of the local service', () => {
    expect(files.filter((file) => /^src\/service\/|node-sqlite3-wasm|hono/.test(file))).toEqual([]);
    expect(files.filter((file) => file.startsWith('src/')).length).toBeGreaterThan(50);
  });
});
