import { ESLint } from 'eslint';
import tseslint from 'typescript-eslint';
import { describe, expect, it } from 'vitest';

/** Lints a text as if it were a file of a folder; only the rules of this repository, which need no type information. */
const eslint = new ESLint({ overrideConfig: [tseslint.configs.disableTypeChecked], cache: false });

async function rulesBroken(file: string, text: string): Promise<string[]> {
  const [result] = await eslint.lintText(text, { filePath: file });
  return (result?.messages ?? [])
    .map(({ ruleId, message }) => ruleId ?? message)
    .filter((rule) => /restricted|no-sentences|^n\//.test(rule));
}

describe('layers', () => {
  it.each([
    ['src/model/x.ts', "import '../plan/make-plan.ts';"],
    ['src/load/x.ts', "import '../plan/make-plan.ts';"],
    ['src/load/x.ts', "import '../quota/slots.ts';"],
    ['src/plan/x.ts', "import '../remote/http-client.ts';"],
    ['src/plan/x.ts', "import '../apply/ports.ts';"],
    ['src/plan/x.ts', "import { readFileSync } from 'node:fs';"],
    ['src/plan/x.ts', "import { readFile } from 'node:fs/promises';"],
    ['src/plan/x.ts', "export const later = import('../remote/http-client.ts');"],
    ['src/render/x.ts', "import '../plan/make-plan.ts';"],
    ['src/render/x.ts', "import '../apply/run.ts';"],
    ['src/render/rows/x.ts', "import '../text/plan-text.ts';"],
    ['src/render/html/x.ts', "import { markdownRows } from '../markdown/rows-markdown.ts';"],
    ['src/render/markdown/x.ts', "import '../../apply/run.ts';"],
    ['src/apply/x.ts', "import '../remote/http-client.ts';"],
    ['src/apply/x.ts', "import '../git/git.ts';"],
    ['src/apply/x.ts', "import '../plan/make-plan.ts';"],
    ['src/remote/x.ts', "import '../apply/run.ts';"],
    ['src/state/x.ts', "import '../remote/http-client.ts';"],
    ['src/files/x.ts', "import '../load/source.ts';"],
    ['src/service/x.ts', "import '../model/locks.ts';"],
    ['src/service/http/operations/x.ts', "import '../../../model/locks.ts';"],
    ['src/service/domain/x.ts', "import '../store/store.ts';"],
    ['src/service/domain/campaign/x.ts', "import '../../store/store.ts';"],
    ['src/service/domain/campaign/x.ts', "import '../../http/envelope.ts';"],
    ['src/service/store/x.ts', "import '../http/operations/operation.ts';"],
    ['src/cli/x.ts', "import '../service/start-service.ts';"],
    ['src/plan/x.ts', "import '../app/context.ts';"],
    ['src/app/x.ts', "import '../render/text/plan-text.ts';"],
    ['src/app/x.ts', "import '../cli/session.ts';"],
    ['src/app/x.ts', "import '../state/state-branch.ts';"],
    ['src/cli/x.ts', "import '../state/state-branch.ts';"],
    ['src/action/x.ts', "import '../cli/terminal/terminal.ts';"],
    ['src/action/x.ts', "import '../git/history.ts';"],
    ['src/action/github/x.ts', "import '../../app/context.ts';"],
    ['src/action/x.ts', "export const why = 'The plan is out of date.';"],
    ['src/action/x.ts', 'export const why = (key: string) => `${key} was not applied.`;'],
    ['src/action/x.ts', 'export const why = say`Set the input workspace.`;'],
    ['src/action/github/x.ts', "throw new Error('GitHub did not answer');"],
    ['src/git/x.ts', "import '../state/state-branch.ts';"],
    ['src/cli.ts', "import './plan/make-plan.ts';"],
    ['src/library.ts', "import './app/context.ts';"],
    ['src/library.ts', "import './remote/http-client.ts';"],
    ['src/plan/x.ts', "import '../library.ts';"],
    ['src/plan/x.ts', 'export const now = Date.now();'],
    ['src/plan/x.ts', 'export const now = new Date();'],
    ['src/quota/x.ts', 'export const chance = Math.random();'],
    ['src/cli/serve.ts', "import '../plan/make-plan.ts';"],
    ['src/cli/serve.ts', "import '../state/git-lease.ts';"],
    ['src/cli/serve-command.ts', "import '../../state/process-identity.ts';"],
    ['src/load/x.ts', "export const secret = process.env['KEY'];"],
    ['src/cli/x.ts', "export const key = process.env['KEY'];"],
    ['src/service/x.ts', 'process.exit(1);'],
    ['src/cli.ts', "export const key = process.env['KEY'];"],
    ['test/support/x.ts', "import { afterEach } from 'vitest';"],
    ['src/render/x.ts', "export const page = fetch('https://example.com');"],
    ['src/load/x.ts', 'export async function wait() { await null; }'],
    ['src/load/x.ts', "import 'fast-check';"],
    ['src/app/x.ts', "import { cpSync } from 'node:fs';\ncpSync('a', 'b');"],
    ['src/app/x.ts', "import { createInterface } from 'node:readline/promises';"],
    ['scripts/x.mjs', "import 'strip-ansi';"],
    ['scripts/x.mjs', "import 'node:sqlite';"],
  ])('refuses in %s: %s', async (file, text) => {
    expect(await rulesBroken(file, `${text}\n`)).not.toEqual([]);
  });

  it.each([
    ['src/plan/x.ts', "import '../quota/slots.ts';\nimport '../model/plan.ts';"],
    ['src/remote/x.ts', "import '../apply/ports.ts';\nimport 'node:fs';"],
    ['src/apply/x.ts', "import '../quota/slots.ts';\nimport './ports.ts';"],
    ['src/app/x.ts', "import '../plan/make-plan.ts';\nimport '../remote/http-client.ts';"],
    ['src/cli/x.ts', "import '../app/plan.ts';\nimport '../render/text/plan-text.ts';"],
    ['src/action/x.ts', "import '../app/context.ts';\nimport './context.ts';"],
    ['src/action/run-action.ts', "import './github/api.ts';"],
    ['src/action/x.ts', 'export const name = (key: string) => `campaigns/${key}/plan`;'],
    ['src/action/x.ts', "export const inputs = 'plan, apply, drift';"],
    ['src/messages/x.ts', "export const why = 'The plan is out of date.';"],
    ['src/cli/serve.ts', "import '../service/start-service.ts';\nimport '../state/process-identity.ts';"],
    ['src/service/x.ts', "import '../../schemas/components.schema.json' with { type: 'json' };"],
    [
      'src/render/text/x.ts',
      "import '../rows/plan-rows.ts';\nimport '../json.ts';\nimport '../../model/plan.ts';",
    ],
    [
      'src/service/http/operations/x.ts',
      "import '../../store/store.ts';\nimport '../../domain/json.ts';\nimport 'node:http';",
    ],
    ['src/service/store/x.ts', "import '../domain/campaign/campaign-record.ts';"],
    ['src/cli.ts', "import './cli/main.ts';"],
    ['src/plan/x.ts', 'export const then = new Date(0);'],
    ['src/app/process/this-process.ts', 'process.exitCode = 1;'],
    ['test/support/x.ts', "import { expect } from 'vitest';"],
    ['test/support/x.ts', "import { cpSync } from 'node:fs';\ncpSync('a', 'b');"],
    ['src/load/x.ts', "import { parse } from 'yaml';"],
    ['src/action/github/x.ts', "import { Octokit } from '@octokit/core';"],
  ])('allows in %s: %s', async (file, text) => {
    expect(await rulesBroken(file, `${text}\n`)).toEqual([]);
  });
});

describe('sentences', () => {
  it.each([
    ['src/app/x.ts', "export const why = 'the file was changed just now';"],
    ['src/model/x.ts', 'export const why = (key: string) => `${key} was never applied in production`;'],
    ['src/plan/x.ts', 'export const why = (a: string) => `nothing is sent to ${a}, so run this again`;'],
    ['src/files/x.ts', "export type Hint = 'move the file out of here';"],
    ['src/state/x.ts', "throw new UserFailure('there is no such campaign here');"],
  ])('are refused in %s: %s', async (file, text) => {
    expect(await rulesBroken(file, `${text}\n`)).toEqual(['campaigns/no-sentences']);
  });

  it.each([
    ['src/messages/x.ts', "export const why = 'the file was changed just now';"],
    ['src/git/x.ts', "export const args = 'rev-list --first-parent --max-count 1 HEAD';"],
    ['src/app/x.ts', "throw new Error('this can only be a bug of ours');"],
    ['src/plan/x.ts', 'export const id = (a: string, b: string) => `${a} ${b} ${a} ${b} of ${a}`;'],
    ['src/remote/x.ts', '// The service does not answer right away.'],
  ])('are allowed in %s: %s', async (file, text) => {
    expect(await rulesBroken(file, `${text}\n`)).toEqual([]);
  });
});
