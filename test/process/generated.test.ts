import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { ROOT } from '../support/e2e/built-program.ts';

test.each<readonly [what: string, script: string]>([
  ['campaign.schema.json', 'generate-schema'],
  ['the tables of commands, inputs, outputs and components, and the tag of the action', 'generate-docs'],
])('the generator would not change %s', (_, script) => {
  const { status, stderr } = spawnSync(process.execPath, [`scripts/${script}.mjs`, '--check'], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  expect(status).toBe(0);
});
