import type { FactOf } from '../model/findings.ts';

// A snippet as other programs insert it, or with a part of `[[> footer.html]]` missing.

const PATH = '[\\w./-]+';
const MARKS = new RegExp(
  [
    `\\[\\[[ \\t]*(?:>[ \\t]*)?(${PATH})[ \\t]*\\]\\]`,
    `(?<!\\[)\\[>[ \\t]*(${PATH})[ \\t]*\\](?!\\])`,
    `\\{%-?[ \\t]*(?:include|render)[ \\t]+["'](${PATH})["'][^{}%]*%\\}`,
    `\\{\\{-?[ \\t]*>[ \\t]*["']?(${PATH})["']?[ \\t]*\\}\\}`,
  ].join('|'),
  'g',
);

const FILE = /\.(?:html?|txt|liquid)$/i;

interface AlmostSnippet {
  readonly index: number;
  readonly mark: string;
  readonly fact: FactOf<'PLACEHOLDER'>;
}

/** Such places in a text, the first of each kind. It is an error if there is a snippet of that name; otherwise, it may be anything. */
export function almostSnippets(text: string, isSnippet: (path: string) => boolean): AlmostSnippet[] {
  const seen = new Set<string>();
  return [...text.matchAll(MARKS)].flatMap(({ 0: mark, index, ...paths }): AlmostSnippet[] => {
    if (mark.startsWith('[[>') || seen.has(mark)) return [];
    seen.add(mark);
    const written = paths[1] ?? paths[2] ?? paths[3] ?? paths[4] ?? '';
    // A name in double brackets is that of a value.
    if (mark.startsWith('[[') && !/[./]/.test(written) && !mark.includes('>')) return [];
    const path = written.replace(/^(?:\.{0,2}\/)*(?:snippets\/)?/, '');
    const found = [path, `${path}.html`].find(isSnippet);
    if (found === undefined && (mark.startsWith('{{') || !FILE.test(path))) return [];
    const why = found === undefined ? 'literal' : 'misspelled';
    const params = { why, seen: mark, put: `[[> ${found ?? path}]]` } as const;
    return [{ index, mark, fact: { code: 'PLACEHOLDER', params } }];
  });
}
