import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { editYaml } from '../../src/edit/edit-yaml.ts';
import { isJsonObject, isList, type JsonObject, type JsonValue, type Path } from '../../src/model/json.ts';

// A file as people write it, with a comment after every value. Whatever changes in it, all other lines keep their bytes.

type Tree =
  | { readonly kind: 'text'; readonly style: 'plain' | 'single' | 'double' | 'tagged' | 'anchored' | 'block' }
  | { readonly kind: 'map'; readonly members: readonly (readonly [KeyStyle, Tree])[] }
  | { readonly kind: 'list'; readonly items: readonly Tree[] }
  | {
      readonly kind: 'flow';
      readonly shape: 'map' | 'list';
      readonly size: number;
      readonly isClosed: boolean;
    };
type KeyStyle = 'plain' | 'quoted' | 'explicit' | 'anchored' | 'tagged';

const text = fc.record({
  kind: fc.constant('text' as const),
  style: fc.constantFrom('plain', 'single', 'double', 'tagged', 'anchored', 'block' as const),
});
const flow = fc.record({
  kind: fc.constant('flow' as const),
  shape: fc.constantFrom('map', 'list' as const),
  size: fc.integer({ min: 1, max: 4 }),
  isClosed: fc.boolean(),
});
const keyStyle = fc.constantFrom<KeyStyle>('plain', 'plain', 'quoted', 'explicit', 'anchored', 'tagged');
const { tree } = fc.letrec<{ tree: Tree; map: Tree; list: Tree }>((tie) => ({
  tree: fc.oneof({ maxDepth: 3 }, text, flow, tie('map'), tie('list')),
  map: fc.record({
    kind: fc.constant('map' as const),
    members: fc.array(fc.tuple(keyStyle, tie('tree')), { minLength: 1, maxLength: 4 }),
  }),
  list: fc.record({
    kind: fc.constant('list' as const),
    items: fc.array(tie('tree'), { minLength: 1, maxLength: 4 }),
  }),
}));
const file = fc.array(fc.tuple(keyStyle, tree), { minLength: 2, maxLength: 4 });

/** Writes a tree with a number in each value and comment, so that no two lines are equal. */
class Writer {
  private count = 0;

  map(members: readonly (readonly [KeyStyle, Tree])[], indent: string): string {
    return members
      .map(([style, member]) => {
        const name = `k${String(this.next())}`;
        const above = `${indent}# above ${name}\n`;
        const value = this.value(member, indent);
        if (style === 'explicit') return `${above}${indent}? ${name} # key ${name}\n${indent}:${value}`;
        const key = {
          plain: name,
          quoted: `"${name}"`,
          anchored: `&a${name} ${name}`,
          tagged: `!!str ${name}`,
        };
        return `${above}${indent}${key[style]}:${value}`;
      })
      .join('');
  }

  /** What follows a colon or dash in a line with this indentation. */
  private value(one: Tree, indent: string): string {
    const at = String(this.next());
    const deeper = `${indent}  `;
    switch (one.kind) {
      case 'text': {
        const said = {
          ...{ plain: `t${at}`, single: `'t${at}'`, double: `"t${at}"` },
          ...{ tagged: `!!str t${at}`, anchored: `&t${at} t${at}` },
          block: `| # header ${at}\n${deeper}t${at}\n${deeper}more ${at}\n`,
        }[one.style];
        return one.style === 'block' ? ` ${said}` : ` ${said} # text ${at}\n`;
      }
      case 'map':
        return ` # map ${at}\n${this.map(one.members, deeper)}`;
      case 'list':
        return ` # list ${at}\n${one.items.map((item) => `${deeper}# item ${String(this.next())}\n${deeper}-${this.value(item, deeper)}`).join('')}`;
      case 'flow': {
        const [open, close] = one.shape === 'map' ? ['{', '}'] : ['[', ']'];
        const lines = Array.from({ length: one.size }, (_, index) => {
          const n = String(this.next());
          const isLast = index === one.size - 1;
          const entry = one.shape === 'map' ? `k${n}: t${n}` : `t${n}`;
          return `${deeper}# in flow ${n}\n${deeper}${entry}${isLast && !one.isClosed ? '' : ','} # entry ${n}\n`;
        });
        return ` ${open} # flow ${at}\n${lines.join('')}${indent}${close}\n`;
      }
    }
  }

  private next(): number {
    this.count += 1;
    return this.count;
  }
}

const write = (members: readonly (readonly [KeyStyle, Tree])[]) => new Writer().map(members, '');

/** Every text, with its path. */
function leavesOf(value: JsonValue, path: Path = []): { path: Path; text: string }[] {
  if (typeof value === 'string') return [{ path, text: value }];
  if (isList(value)) return value.flatMap((item, at) => leavesOf(item, [...path, at]));
  return isJsonObject(value)
    ? Object.entries(value).flatMap(([name, member]) => leavesOf(member, [...path, name]))
    : [];
}

function changed(value: JsonValue, [step, ...rest]: Path, change: (one: JsonValue) => JsonValue): JsonValue {
  if (step === undefined) return change(value);
  if (isList(value)) return value.map((item, at) => (at === step ? changed(item, rest, change) : item));
  return Object.fromEntries(
    Object.entries(value as JsonObject).map(([name, member]) => [
      name,
      name === step ? changed(member, rest, change) : member,
    ]),
  );
}

it('a changed text changes only its own lines', () => {
  fc.assert(
    fc.property(file, fc.nat(), (members, pick) => {
      const before = write(members);
      const value = parse(before) as JsonObject;
      const leaves = leavesOf(value);
      const leaf = leaves[pick % leaves.length];
      if (!leaf) return;
      const next = changed(value, leaf.path, () => 'new') as JsonObject;
      const after = editYaml(before, next);
      expect(parse(after ?? '')).toEqual(next);
      const number = /\d+/.exec(leaf.text)?.[0] ?? '';
      // A block text has three lines; its header may keep its comment.
      const own = new RegExp(`\\bt${number}\\b|\\b(?:more|header|text|entry) ${number}\\b`);
      const others = before.split('\n').filter((line) => !own.test(line));
      const left = (after ?? '').split('\n');
      expect(left.filter((line) => others.includes(line))).toEqual(others);
    }),
  );
});

it('what is added or removed leaves all other lines', () => {
  fc.assert(
    fc.property(file, fc.nat(), fc.boolean(), (members, pick, isAdded) => {
      const before = write(members);
      const value = parse(before) as JsonObject;
      const leaves = leavesOf(value).filter(({ path }) => path.length > 0);
      const leaf = leaves[pick % leaves.length];
      if (!leaf) return;
      const parent = leaf.path.slice(0, -1);
      const step = leaf.path.at(-1);
      const next = changed(value, parent, (one) => {
        if (isList(one)) return isAdded ? [...one, 'new'] : one.filter((_, at) => at !== step);
        const entries = Object.entries(one as JsonObject);
        return Object.fromEntries(
          isAdded ? [...entries, ['new', 'new']] : entries.filter(([name]) => name !== step),
        );
      }) as JsonObject;
      const isEmptied = leavesOf(next).length < leaves.length - 1 || JSON.stringify(next).match(/\{\}|\[\]/);
      if (isEmptied) return;
      const after = editYaml(before, next);
      expect(parse(after ?? '')).toEqual(next);
      const said = /\d+/.exec(leaf.text)?.[0] ?? '';
      const number = isAdded ? 'none' : said;
      const name = typeof step === 'string' ? step : 'none';
      const own = new RegExp(
        `\\bt${number}\\b|\\b(?:more|header|text|entry) ${number}\\b|\\bkey ${name}\\b|[?] ${name}\\b`,
      );
      const others = before.split('\n').filter((line) => !own.test(line));
      if (before.includes(`# entry ${said}\n`)) {
        // Brackets that get or lose an entry are written again: their comments stay.
        const comments = others.flatMap((line) => /# .*/.exec(line)?.[0] ?? []);
        expect(comments.filter((comment) => !(after ?? '').includes(`${comment}\n`))).toEqual([]);
        return;
      }
      const left = (after ?? '').split('\n');
      expect(left.filter((line) => others.includes(line))).toEqual(others);
    }),
  );
});
