import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { QUIRKS_HELP } from '../../../../src/cli/arguments/serve-options.ts';
import { QUIRKS, RESPELLINGS, type QuirkRow } from '../../../../src/service/domain/quirks/quirk-table.ts';
import { sections } from '../../../support/contract/specification.ts';
import { ROOT } from '../../../support/e2e/built-program.ts';

const PAGE = readFileSync(join(ROOT, 'docs', 'service.md'), 'utf8');

describe('the table of quirks', () => {
  test('equals the one in the documentation', () => {
    const [, section = ''] = /^## Quirks: how a real service may differ$([\s\S]*?)^## /m.exec(PAGE) ?? [];
    const rows = [...section.matchAll(/^\| (.+) \|$/gm)].map(([, row = '']) =>
      row.split(' | ').map((cell) => cell.trim()),
    );
    const wanted = QUIRKS.map(({ notation, does, openPoints }) => [
      `\`${notation}\``,
      does,
      openPoints.join(', '),
    ]);
    expect(rows.slice(2)).toEqual(wanted);
  });

  test('is complete in the help of serve', () => {
    const [, list = ''] = /comma-separated: (.*); see/.exec(QUIRKS_HELP) ?? [];
    expect(list.replaceAll(', ', ',').split(',')).toEqual(
      QUIRKS.map(({ notation }) => notation).flatMap((notation) => notation.split(',')),
    );
  });

  test('cites existing open points, at least one for each quirk', () => {
    const known: readonly string[] = sections().map(({ name }) => name);
    for (const { name, openPoints } of QUIRKS) {
      expect([name, openPoints.length > 0]).toEqual([name, true]);
      expect([name, openPoints.filter((point) => !known.includes(point))]).toEqual([name, []]);
    }
  });

  test('explains each respelling on the page', () => {
    for (const name of RESPELLINGS) expect(PAGE).toContain(`\`${name}\`: `);
  });

  test('has each name once', () => {
    const names = QUIRKS.map(({ name }: QuirkRow) => name);
    expect(new Set(names).size).toBe(names.length);
  });
});
