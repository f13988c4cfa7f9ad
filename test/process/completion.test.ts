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

const isHere = (shell: string) =>
  runSync({ command: 'sh', args: ['-c', `command -v ${shell} || exit 1`], cwd: '/', env: { PATH } }).code ===
  0;

describe('bash', () => {
  const SCRIPT = `
    source <(campaigns completion bash)
    complete -p campaigns
    try() { COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _campaigns; echo "\${COMPREPLY[*]}"; }
    try campaigns val
    try campaigns plan promo/su
    try campaigns plan --workspace st
    try campaigns -w l
    try campaigns apply --exit
    try campaigns plan --out x`;

  test('completes commands, keys, workspaces and options', () => {
    expect(prepared()('bash', '--norc', '-c', SCRIPT)).toEqual([
      ...['complete -F _campaigns campaigns', 'validate', 'promo/summer', 'staging', 'live', '--exit-code'],
    ]);
  });
});

describe.skipIf(!isHere('zsh'))('zsh', () => {
  const SCRIPT = `
    compdef() { print "compdef $*"; }
    _describe() { print -l -- \${(P)2}; }
    _files() { print "files $*"; }
    source <(campaigns completion zsh)
    try() { words=("$@"); CURRENT=$#; PREFIX=\${words[-1]}; _campaigns; }
    try campaigns plan promo/su
    try campaigns apply --exit
    try campaigns plan --out ''
    try campaigns -C ''`;

  test('completes keys, and options with what they do', () => {
    const [, key, option, ...others] = prepared()('zsh', '-f', '-c', SCRIPT);
    expect({ key, others }).toEqual({ key: 'promo/summer', others: ['files ', 'files -/'] });
    expect(option).toMatch(/^--exit-code:exit 2 /);
  });
});

describe.skipIf(!isHere('fish'))('fish', () => {
  const SCRIPT = `
    campaigns completion fish | source
    complete -C 'campaigns plan promo/su'
    complete -C 'campaigns -w '
    complete -C 'campaigns apply --exit'
    complete -C 'campaigns -C camp'`;

  test('completes keys, workspaces, options and folders', () => {
    const [key, ...others] = prepared()('fish', '--no-config', '-c', SCRIPT);
    expect([key, ...others.map((line) => line.split('\t')[0])]).toEqual([
      ...['promo/summer', 'live', 'staging', '--exit-code', 'campaigns/'],
    ]);
  });
});
