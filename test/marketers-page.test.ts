import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { IssueHead } from '../src/render/rows/result-rows.ts';

// A marketer looks up on docs/for-marketers.md what a comment or an issue says. So the page has exactly the words and signs
// that are printed.

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const page = readFileSync(join(ROOT, 'docs/for-marketers.md'), 'utf8');

/** The first cells of a table, by the title of its first column. */
function firstCells(title: string): string[] {
  const tables = page.split('\n\n').filter((text) => text.startsWith(`| ${title}`));
  const rows = tables.flatMap((table) => table.trim().split('\n').slice(2));
  return rows.map((line) => line.split('|')[1]?.trim() ?? '');
}

function sourceOf(folder: string): string {
  const names = readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' });
  const sources = names.filter((name) => name.endsWith('.ts'));
  return sources.map((name) => readFileSync(join(ROOT, folder, name), 'utf8')).join('\n');
}

const printed = ['src/messages', 'src/render', 'src/action'].map(sourceOf).join('\n');

/** Complete by type. */
const KINDS: Readonly<Record<IssueHead, true>> = {
  ...{ failed: true, stale: true, blocked: true, unconfirmed: true, deferred: true },
};

describe('docs/for-marketers.md', () => {
  const cells = [...firstCells('message'), ...firstCells('in the issue')];

  it.each(cells)('explains words that are printed: %s', (cell) => {
    for (const words of cell.split(/…|❔/).map((part) => part.trim())) expect(printed).toContain(words);
  });

  it('explains every sign', () => {
    const signs = sourceOf('src/render').match(/(?<=')\p{Extended_Pictographic}\ufe0f?(?=')/gu) ?? [];
    expect(new Set(signs).size).toBeGreaterThan(9);
    for (const sign of new Set(signs)) expect(page).toContain(sign);
  });

  it.each(Object.keys(KINDS))('explains the word of a result: %s', (kind) => {
    expect(page).toContain(kind);
  });
});
