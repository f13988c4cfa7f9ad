import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { CLI } from '../support/e2e/built-program.ts';
import { temporaryFolder } from '../support/cleanup.ts';
import { runSync } from '../support/e2e/shell.ts';

const { PATH } = process.env;

// The scripts in their shells. CI has bash; the others are tested if they are installed.

/** A repository with two campaigns, and `campaigns` on the path. */
function prepared() {
  const folder = temporaryFolder();
  for (const below of ['bin', '.git', 'campaigns/promo']) mkdirSync(join(folder, below), { recursive: true });
  writeFileSync(join(folder, 'campaigns/workspaces.yaml'), 'workspaces: { live: {}, staging: {} }\n');
  for (const name of ['spring', 'summer']) writeFileSync(join(folder, `campaigns/promo/${name}.yaml`), '');
  symlinkSync(CLI, join(folder, 'bin/campaigns'));
  const env = { PATH: `${join(folder, 'bin')}${delimiter}${PATH ?? ''}`, HOME: folder };
  return (shell: string, ...args: string[]) => {
    const { code, out, err } = runSync({ command: shell, args, cwd: folder, env });
    expect({ code, err: err.toString() }).toEqual({ code: 0, err: '' });
    return out.toString().trimEnd().split('\n');
  };
}

describe('bash', () => {
  const SCRIPT = `
    source <(campaigns completion bash)
    complete -p campaigns
    try() { COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _campaigns; echo "\${COMPREPLY[*]}"; }
    try campaigns val
    try campaigns plan promo/su
    try campaigns -w l
    try campaigns plan --out x`;

  test('completes commands, keys, workspaces and options', () => {
    expect(prepared()('bash', '--norc', '-c', SCRIPT)).toEqual([
      ...['complete -F _campaigns campaigns', 'validate', 'promo/summer', 'live'],
    ]);
  });
});
