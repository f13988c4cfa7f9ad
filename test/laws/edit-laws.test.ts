import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isSource, parseSource } from '../../src/load/yaml/source.ts';
import { editYaml } from '../../src/edit/edit-yaml.ts';
import type { JsonObject, JsonValue } from '../../src/model/json.ts';
import { draws } from '../support/draws.ts';
import { edited, rewrittenFile } from '../support/rewritten-files.ts';

const RUNS = draws(25);

describe('the laws of writing values into a file', () => {
  it('1: the file then says exactly that', () => {
    always(({ text, next }) => {
      expect(valueIn(written(text, next))).toEqual(next);
    });
  });

  it('2: entries that already say the same keep their bytes', () => {
    always(({ text, before }) => {
      expect(written(text, before)).toBe(text);
    });
  });

  it('3: lines outside of the entries that change keep their bytes', () => {
    always(({ text, before, next }) => {
      const after = written(text, next);
      for (const block of unchangedBlocks(text, before, next)) expect(after).toContain(block);
    });
  });

  it('4: an edit and its opposite restore the file, if only texts within a line changed', () => {
    always(({ text, before, next }) => {
      expect(valueIn(written(written(text, next), before))).toEqual(before);
    });
  });
});

function always(check: (drawn: { text: string; before: JsonObject; next: JsonObject }) => void): void {
  const drawn = rewrittenFile.chain(({ text }) => {
    const before = valueIn(text) as JsonObject;
    return edited(before).map((next) => ({ text, before, next }));
  });
  fc.assert(fc.property(drawn, check), { ...RUNS, endOnFailure: true });
}

function written(text: string, value: JsonObject): string {
  const found = editYaml(text, value);
  // An edit that can't be proved is not made: a user makes it.
  fc.pre(found !== undefined);
  return found;
}

function valueIn(text: string): JsonValue | undefined {
  const source = parseSource('', text);
  return isSource(source) ? source.value : undefined;
}

/** The lines of each top-level entry that says the same before and after, up to the last line of its value. */
function unchangedBlocks(text: string, before: JsonObject, next: JsonObject): string[] {
  const source = parseSource('', text);
  // In braces everything is in the lines of the one map. Behind an anchor, the map is rewritten.
  if (!isSource(source) || /^[{&]/.test(text)) return [];
  const lines = text.split('\n');
  const starts = Object.keys(before).map((name) => ({
    name,
    line: source.at([name], { on: 'key' }).line - 1,
  }));
  return starts.flatMap(({ name, line }, at) => {
    if (JSON.stringify(before[name]) !== JSON.stringify(next[name]) || next[name] === undefined) return [];
    const until = starts[at + 1]?.line ?? lines.length;
    if (until <= line) return [];
    // The comments above the next entry don't belong to this one.
    const block = lines
      .slice(line, until)
      .join('\n')
      .replace(/(?:\s*\n *#.*)*\s*$/, '');
    // An alias is written out if its anchor gets another value.
    return /\*n\d/.test(block) ? [] : [block];
  });
}
