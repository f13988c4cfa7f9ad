import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { scanHtml } from '../../src/load/content/html.ts';
import { scanTemplate } from '../../src/load/content/template.ts';
import { judge, type Circumstances, type Judged } from '../../src/load/judge.ts';
import { HAS_ALL } from '../../src/load/grade.ts';
import { loadConfiguration } from '../../src/load/load-configuration.ts';
import { isSource, parseSource } from '../../src/load/yaml/source.ts';
import { hasErrors, type Diagnostic } from '../../src/model/diagnostic.ts';
import type { RecordedCampaign } from '../../src/model/kept-value.ts';
import { stableText, valueAt } from '../../src/model/json.ts';
import { DEFAULT_LIMITS } from '../../src/quota/windows.ts';
import { isInside } from '../support/load/is-inside.ts';
import {
  CONFIGURATION,
  CONFIGURED,
  load,
  read,
  worlds,
  WORKSPACES_TEXT,
  type World,
} from '../support/laws/mutated-files.ts';
import { textMutation, treeMutation } from '../support/laws/mutations.ts';
import { draws } from '../support/draws.ts';

const RUNS = draws(50);

/** Words that show a JavaScript value instead of the file's. */
const LEAKS = /\[object |undefined|NaN|null is|native code|=>/;
const MOST_CHARS = 400;

function expectPresentable(one: Diagnostic, texts: ReadonlyMap<string, string>): void {
  const text = texts.get(one.file);
  expect(text, one.file).toBeDefined();
  expect(isInside(one, (text ?? '').replace(/^\ufeff/, '')), JSON.stringify(one)).toBe(true);
  expect(one.code).toMatch(/^[EW]_[A-Z_0-9]+$/);
  for (const words of [one.message, one.hint]) {
    expect(words.trim()).not.toBe('');
    expect(words.length, words).toBeLessThanOrEqual(MOST_CHARS);
    expect(words).not.toMatch(LEAKS);
    expect(words).not.toMatch(/\p{Surrogate}/u);
  }
}

describe('whatever a file says', () => {
  it('9: nothing is thrown, and each diagnostic is in words and inside of its file', () => {
    fc.assert(
      fc.property(worlds, (world) => {
        for (const one of load(world).diagnostics) expectPresentable(one, world.texts);
      }),
      RUNS,
    );
  });

  it('9: the position of each component is inside its file, at its name', () => {
    fc.assert(
      fc.property(worlds, (world) => {
        for (const { positions, components, file } of [...load(world).desired.values()].flat()) {
          const text = (world.texts.get(file) ?? '').replace(/^\ufeff/, '');
          for (const name of Object.keys(components)) expect([...positions.keys()]).toContain(name);
          for (const [name, at] of positions) {
            expect(isInside(at, text), `${name} ${JSON.stringify(at)}`).toBe(true);
            if (!(name in components)) continue;
            const there = (text.split('\n')[at.line - 1] ?? '').slice(at.column - 1);
            expect(there.replace(/^\? *|^["']/, '').startsWith(name), `${name} at ${there}`).toBe(true);
          }
        }
      }),
      RUNS,
    );
  });

  it('the same text gives the same result', () => {
    const all = ({ desired, diagnostics }: Judged) => JSON.stringify([[...desired], diagnostics]);
    fc.assert(
      fc.property(worlds, (world) => {
        expect(all(load(world))).toBe(all(load(world)));
      }),
      RUNS,
    );
  });

  it('files are loaded once: judging them by any record changes nothing that was found', () => {
    const ended = HAS_ALL;
    const records: readonly (RecordedCampaign | undefined)[] = [
      ...[true, false].map((kept): RecordedCampaign => ({ ...ended, keeps: () => kept })),
      undefined,
    ];
    const text = ({ desired, diagnostics }: Judged) => JSON.stringify([[...desired], diagnostics]);
    fc.assert(
      fc.property(worlds, (world) => {
        const [once, again] = [read(world), read(world)];
        const before = JSON.stringify(once);
        for (const record of records) {
          const circumstances = { record: () => record, now: world.now ?? 0 };
          expect(text(judge(once, circumstances))).toBe(text(judge(again, circumstances)));
        }
        expect(JSON.stringify(once)).toBe(before);
      }),
      RUNS,
    );
  });

  it('what is an error for a campaign that has all this live is one for every campaign', () => {
    fc.assert(
      fc.property(worlds, (world) => {
        const isWrong = (given: Circumstances) => hasErrors(judge(read(world), given).diagnostics);
        if (isWrong({ record: () => HAS_ALL })) expect(isWrong({})).toBe(true);
      }),
      RUNS,
    );
  });

  it('there is a campaign for each workspace of the file, or an error, and never both', () => {
    fc.assert(
      fc.property(worlds, (world) => {
        for (const target of CONFIGURED) {
          const { desired, diagnostics } = load(world, [target]);
          const isMeant = !hasErrors(diagnostics) && isFor(world, target.name);
          expect(desired.get(target.name) ?? []).toHaveLength(isMeant ? 1 : 0);
        }
      }),
      RUNS,
    );
  });

  it('what loads survives a round trip through JSON', () => {
    fc.assert(
      fc.property(worlds, (world) => {
        for (const { components } of [...load(world).desired.values()].flat()) {
          expect(stableText(JSON.parse(JSON.stringify(components)) as never)).toBe(stableText(components));
        }
      }),
      RUNS,
    );
  });
});

it('any workspaces.yaml loads, or has diagnostics in words and at positions inside the file', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(textMutation, treeMutation), { minLength: 1, maxLength: 4 }), (changes) => {
      const text = changes.reduce((changed, change) => change(changed), WORKSPACES_TEXT);
      const loaded = loadConfiguration(CONFIGURATION, text, { limits: DEFAULT_LIMITS });
      expect(loaded.configuration === undefined).toBe(loaded.diagnostics.length > 0);
      for (const one of loaded.diagnostics) expectPresentable(one, new Map([[CONFIGURATION, text]]));
    }),
    RUNS,
  );
});

describe('the first unclosed brace', () => {
  const pieces = ['{{', '}}', '{', '}', '"', "'", ' ', 'a', '\n', '{{ a }}', "{{ '}}' }}"];
  const texts = fc.array(fc.constantFrom(...pieces), { maxLength: 60 }).map((parts) => parts.join(''));

  it('is at the reported position', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const found = scanTemplate(text).unclosed;
        if (found) expect(text.startsWith(found.text, found.at)).toBe(true);
      }),
      RUNS,
    );
  });

  it('does not exist if every expression is closed', () => {
    const closed = fc.constantFrom(
      ...['{{ a }}', "{{ '}}' }}", '{{ "{{" }}', 'a', "it's", '"', '}', '{', '{a{b}}'],
    );
    fc.assert(
      fc.property(fc.array(closed, { maxLength: 20 }), (parts) => {
        const text = parts.map((part) => (part === '{' || part === '}' ? '{}' : part)).join(' ');
        expect(scanTemplate(text).unclosed).toBeUndefined();
      }),
      RUNS,
    );
  });

  it('is found in as many steps as the text has characters', () => {
    fc.assert(
      fc.property(fc.array(texts, { minLength: 1, maxLength: 4 }), ([first = '', ...others]) => {
        const text = [first.repeat(50), ...others, '"'].join('');
        expect(stepsOf(() => scanTemplate(text).unclosed)).toBeLessThanOrEqual(12 * text.length + 100);
      }),
      RUNS,
    );
  });
});

it('a text of a megabyte is scanned at once, whatever it repeats', () => {
  const pieces = ['<', '{{', '{%', '{#', '{{ "', "{{ ' }}", '<a ', '<a b="', "<a b='>", '<!--', '<style>', '<a b="c d="', '{{ "\\"'];
  for (const piece of pieces) {
    const text = piece.repeat(1_000_000 / piece.length);
    const begun = process.cpuUsage();
    scanHtml(text, scanTemplate(text).sent);
    // Quadratic in the text, it would take minutes.
    expect(process.cpuUsage(begun).user, piece).toBeLessThan(3_000_000);
  }
}, 60_000); // prettier-ignore

/** Whether a file belongs to this workspace: its `workspaces:` names it, or it has none. */
function isFor({ file, texts }: World, name: string): boolean {
  const parsed = parseSource(file, texts.get(file) ?? '');
  const listed = isSource(parsed) ? valueAt(parsed.value, ['workspaces']) : undefined;
  return !Array.isArray(listed) || listed.includes(name);
}

/** How many characters JavaScript's searches pass while `act` runs. */
function stepsOf(act: () => unknown): number {
  let steps = 0;
  const count = (added: number) => {
    steps += added;
  };
  const undo = [
    replaced(String.prototype, 'indexOf', (find) => function (this: string, part, from) {
      const found = Number(find.call(this, part, from));
      count((found === -1 ? this.length : found) - Number(from ?? 0) + 1);
      return found;
    }),
    replaced(String.prototype, 'slice', (cut) => function (this: string, from, to) {
      const part = cut.call(this, from, to) as string;
      count(part.length);
      return part;
    }),
    replaced(String.prototype, 'split', (split) => function (this: string, by) {
      count(this.length);
      return split.call(this, by);
    }),
    replaced(RegExp.prototype, 'exec', (exec) => function (this: RegExp, text) {
      const from = this.lastIndex;
      const found = exec.call(this, text) as RegExpExecArray | null;
      count((found ? found.index + found[0].length : String(text).length) - from);
      return found;
    }),
  ]; // prettier-ignore
  try {
    act();
  } finally {
    for (const one of undo) one();
  }
  return steps;
}

// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Method = (this: any, ...args: unknown[]) => unknown;

/** Replaces a method. The returned function restores it. */
function replaced(holder: object, name: string, other: (method: Method) => Method): () => void {
  const method = Reflect.get(holder, name) as Method;
  Object.defineProperty(holder, name, { value: other(method), configurable: true, writable: true });
  return () => {
    Object.defineProperty(holder, name, { value: method, configurable: true, writable: true });
  };
}
