import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readPack, writePack } from '../../src/files/pack-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'pack-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
});
const path = join(folder, 'campaigns', 'facts');
const LINES = ['one', 'zwölf\t\u{1f600}', '', '\tlast'];
const read = (from: string, identity: string) =>
  readPack(from, identity).map((field) => [field(0), field(1)]);

describe('kept lines', () => {
  it('come back as they were written, and leave no other file', () => {
    writePack(path, 'me', LINES);
    expect(read(path, 'me')).toEqual([
      ['one', ''],
      ['zwölf', '\u{1f600}'],
      ['', ''],
      ['', 'last'],
    ]);
    expect(readdirSync(join(folder, 'campaigns'))).toEqual(['facts']);
  });

  it('are none if nothing was written, for another identity, and wherever a byte changed or is missing', () => {
    expect(readPack(join(folder, 'nothing'), 'me')).toEqual([]);
    expect(readPack(folder, 'me')).toEqual([]);
    expect(readPack(path, 'you')).toEqual([]);
    const whole = readFileSync(path);
    whole.forEach((byte, at) => {
      writeFileSync(path, Buffer.from(whole.map((one, index) => (index === at ? byte ^ 1 : one))));
      expect(readPack(path, 'me')).toEqual([]);
      writeFileSync(path, whole.subarray(0, at));
      expect(readPack(path, 'me')).toEqual([]);
    });
  });

  it('are not written where the disk takes none, which is no failure', () => {
    writePack(join(path, 'below-a-file'), 'me', LINES);
    expect(readPack(join(path, 'below-a-file'), 'me')).toEqual([]);
  });
});
