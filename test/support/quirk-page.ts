import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './e2e/built-program.ts';

/** The rows of the table of quirks in docs/service.md. */
export function quirkRows(): readonly {
  readonly notation: string;
  readonly does: string;
  readonly openPoints: readonly string[];
}[] {
  const page = readFileSync(join(ROOT, 'docs', 'service.md'), 'utf8');
  const [, section = ''] = /^## Quirks: how a real service may differ$([\s\S]*?)^## /m.exec(page) ?? [];
  const rows = [...section.matchAll(/^\| `([^`]+)` +\| (.+?) +\| ([^|]+?) +\|$/gm)];
  return rows.map(([, notation = '', does = '', points = '']) => ({
    notation,
    does,
    openPoints: points.split(', '),
  }));
}
