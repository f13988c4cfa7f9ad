import { lstatSync, mkdtempSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { writePlanFile } from '../../src/app/plan-file.ts';

const folder = () => mkdtempSync(join(tmpdir(), 'write-plan-file-'));

function write(cwd: string, path: string): void {
  const session = { cwd, secrets: { redact: (text: string) => text } as never };
  writePlanFile(session, { option: '--out', path }, 'new');
}

it('replaces a file as a whole and leaves nothing beside it', () => {
  const cwd = folder();
  writeFileSync(join(cwd, 'plan.json'), 'old');
  write(cwd, 'plan.json');
  expect(readFileSync(join(cwd, 'plan.json'), 'utf8')).toBe('new');
  expect(readdirSync(cwd)).toEqual(['plan.json']);
});

it('writes to a device and never puts a file in its place', () => {
  const cwd = folder();
  symlinkSync('/dev/null', join(cwd, 'null'));
  write(cwd, 'null');
  expect(lstatSync(join(cwd, 'null')).isSymbolicLink()).toBe(true);
  expect(readdirSync(cwd)).toEqual(['null']);
});

it('replaces a symbolic link and leaves what it leads to', () => {
  const cwd = folder();
  writeFileSync(join(cwd, 'real.json'), 'old');
  symlinkSync('real.json', join(cwd, 'plan.json'));
  write(cwd, 'plan.json');
  expect(readFileSync(join(cwd, 'real.json'), 'utf8')).toBe('old');
  expect(readFileSync(join(cwd, 'plan.json'), 'utf8')).toBe('new');
  expect(readdirSync(cwd).toSorted()).toEqual(['plan.json', 'real.json']);
});
