import { ESLint } from 'eslint';
import tseslint from 'typescript-eslint';
import { expect, it } from 'vitest';

/** Lints a text as if it were a file of a folder; only the rules of this repository, which need no type information. */
const eslint = new ESLint({ overrideConfig: [tseslint.configs.disableTypeChecked], cache: false });

async function rulesBroken(file: string, text: string): Promise<string[]> {
  const [result] = await eslint.lintText(text, { filePath: file });
  return (result?.messages ?? [])
    .map(({ ruleId, message }) => ruleId ?? message)
    .filter((rule) => /restricted|no-sentences|^n\//.test(rule));
}

// layers.js has the table of layers, so a few rows of each kind are enough.
it.each([
  ['src/model/x.ts', "import '../plan/make-plan.ts';"],
  ['src/plan/x.ts', "import '../apply/ports.ts';"],
  ['src/plan/x.ts', "import { readFile } from 'node:fs/promises';"],
  ['src/plan/x.ts', "export const later = import('../remote/http-client.ts');"],
  ['src/plan/x.ts', "import '../library.ts';"],
  ['src/plan/x.ts', 'export const now = Date.now();'],
  ['src/plan/x.ts', 'export const now = new Date();'],
  ['src/quota/x.ts', 'export const chance = Math.random();'],
  ['src/render/x.ts', "export const page = fetch('https://example.com');"],
  ['src/render/html/x.ts', "import { markdownRows } from '../markdown/rows-markdown.ts';"],
  ['src/load/x.ts', 'export async function wait() { await null; }'],
  ['src/load/x.ts', "import 'fast-check';"],
  ['src/load/x.ts', "export const secret = process.env['KEY'];"],
  ['src/apply/x.ts', "import '../remote/http-client.ts';"],
  ['src/service/http/operations/x.ts', "import '../../../model/locks.ts';"],
  ['src/service/domain/campaign/x.ts', "import '../../store/store.ts';"],
  ['src/service/x.ts', 'process.exit(1);'],
  ['src/app/x.ts', "import '../state/state-branch.ts';"],
  ['src/app/x.ts', "import { cpSync } from 'node:fs';\ncpSync('a', 'b');"],
  ['src/app/x.ts', "import { createInterface } from 'node:readline/promises';"],
  ['src/cli/serve.ts', "import '../plan/make-plan.ts';"],
  ['src/cli.ts', "import './plan/make-plan.ts';"],
  ['src/library.ts', "import './remote/http-client.ts';"],
  ['src/action/github/x.ts', "import '../../app/context.ts';"],
  ['src/action/x.ts', 'export const why = (key: string) => `${key} was not applied.`;'],
  ['src/action/github/x.ts', "throw new Error('GitHub did not answer');"],
  ['src/app/x.ts', "export const why = 'the file was changed just now';"],
  ['src/plan/x.ts', 'export const why = (a: string) => `nothing is sent to ${a}, so run this again`;'],
  ['src/state/x.ts', "throw new UserFailure('there is no such campaign here');"],
  ['test/support/x.ts', "import { afterEach } from 'vitest';"],
  ['scripts/x.mjs', "import 'strip-ansi';"],
  ['scripts/x.mjs', "import 'node:sqlite';"],
])('refuses in %s: %s', async (file, text) => {
  expect(await rulesBroken(file, `${text}\n`)).not.toEqual([]);
});

it.each([
  ['src/plan/x.ts', "import '../quota/slots.ts';\nimport '../model/plan.ts';"],
  ['src/plan/x.ts', 'export const then = new Date(0);'],
  ['src/plan/x.ts', 'export const id = (a: string, b: string) => `${a} ${b} ${a} ${b} of ${a}`;'],
  ['src/remote/x.ts', "import '../apply/ports.ts';\nimport 'node:fs';"],
  ['src/load/x.ts', "import { parse } from 'yaml';"],
  ['src/app/x.ts', "import '../plan/make-plan.ts';\nimport '../remote/http-client.ts';"],
  ['src/app/x.ts', "throw new Error('this can only be a bug of ours');"],
  ['src/app/process/this-process.ts', 'process.exitCode = 1;'],
  ['src/cli/serve.ts', "import '../service/start-service.ts';\nimport '../state/process-identity.ts';"],
  ['src/service/x.ts', "import '../../schemas/components.schema.json' with { type: 'json' };"],
  ['src/action/x.ts', 'export const name = (key: string) => `campaigns/${key}/plan`;'],
  ['src/messages/x.ts', "export const why = 'The plan is out of date.';"],
  ['src/git/x.ts', "export const args = 'rev-list --first-parent --max-count 1 HEAD';"],
  ['test/support/x.ts', "import { cpSync } from 'node:fs';\ncpSync('a', 'b');"],
])('allows in %s: %s', async (file, text) => {
  expect(await rulesBroken(file, `${text}\n`)).toEqual([]);
});
