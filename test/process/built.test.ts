import { build, type BuildOptions } from 'esbuild';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { ROOT } from '../support/e2e/built-program.ts';

describe('the bundled action', async () => {
  const { actionBundle } = (await import(join(ROOT, 'scripts/action-bundle.mjs'))) as {
    readonly actionBundle: BuildOptions & { readonly write: false; readonly metafile: true };
  };
  const { metafile, outputFiles } = await build(actionBundle);
  const bytes = outputFiles[0]?.contents.length;
  const [bundle] = Object.values(metafile.outputs);
  const files = Object.entries(bundle?.inputs ?? {}).flatMap(([file, { bytesInOutput }]) =>
    bytesInOutput > 0 ? [file] : [],
  );

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
    expect(
      files.filter((file) =>
        /^src\/service\/|node-sqlite3-wasm|@hono\/|hono\/dist\/(?:hono|router)/.test(file),
      ),
    ).toEqual([]);
    expect(files.filter((file) => file.startsWith('src/')).length).toBeGreaterThan(50);
  });
});

interface Loaded {
  /** Our files, from dist/. */
  readonly modules: ReadonlySet<string>;
  /** JSON files, from dist/. */
  readonly documents: ReadonlySet<string>;
  readonly libraries: ReadonlySet<string>;
}

/** What Node reads before the first line of these modules runs: all that they import statically. */
function loadedWith(...entries: readonly string[]): Loaded {
  const modules = new Set<string>();
  const documents = new Set<string>();
  const libraries = new Set<string>();
  const load = (path: string) => {
    if (modules.has(path)) return;
    modules.add(path);
    const text = readFileSync(join(ROOT, 'dist', path), 'utf8');
    for (const [, imported = ''] of text.matchAll(
      /^(?:import |export |\}).*?"([^"\n]+)"(?: with \{.*\})?;$/gm,
    )) {
      if (imported.startsWith('node:')) continue;
      if (!imported.startsWith('.')) libraries.add(/^(?:@[^/]+\/)?[^/]+/.exec(imported)?.[0] ?? imported);
      else if (imported.endsWith('.json')) documents.add(join(path, '..', imported));
      else load(join(path, '..', imported));
    }
  };
  entries.forEach(load);
  return { modules, documents, libraries };
}

const foldersOf = ({ modules }: Loaded) =>
  [...new Set([...modules].map((path) => path.replace(/\/.*/, '')))].sort();

test('starting reads neither libraries nor schemas that the command does not need', () => {
  const started = loadedWith('cli.js');
  expect([...started.libraries]).toEqual(['commander']);
  expect([...started.documents]).toEqual(['../package.json']);
  expect(foldersOf(started)).toEqual(['app', 'cli', 'cli.js', 'git', 'messages', 'model']);
  // Each module takes half a millisecond.
  expect(started.modules.size).toBeLessThan(50);
});

test('a plan without a page reads nothing that only pages need', () => {
  const planning = loadedWith('cli.js', 'cli/session.js', 'cli/plan.js', 'cli/sends.js');
  expect([...planning.libraries]).toContain('undici');
  for (const name of ['hono', 'sanitize-html', 'css-tree'])
    expect([...planning.libraries]).not.toContain(name);
});

test('checking files reads neither the HTTP client nor what plans and applies', () => {
  const validate = loadedWith('cli.js', 'cli/session.js', 'cli/validate.js');
  expect([...validate.libraries]).toContain('yaml');
  // Only a terminal needs the widths of characters, which take long to load.
  for (const name of ['undici', 'hono', 'node-sqlite3-wasm', 'string-width'])
    expect([...validate.libraries]).not.toContain(name);
  expect(validate.modules.size).toBeLessThan(260);
  for (const folder of ['plan', 'apply', 'remote', 'service'])
    expect(foldersOf(validate)).not.toContain(folder);
});

test('the library reads neither the command line nor the HTTP client', () => {
  const library = loadedWith('library.js');
  expect([...library.modules]).toContain('plan/make-plan.js');
  for (const folder of ['app', 'cli', 'service']) expect(foldersOf(library)).not.toContain(folder);
  for (const name of ['commander', 'undici']) expect([...library.libraries]).not.toContain(name);
});

test.each(['scripts/generate.mjs', 'bench/page.mjs'])('%s would not change what it generates', (script) => {
  const { status, stderr } = spawnSync(process.execPath, [script, '--check'], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  expect(status).toBe(0);
});
