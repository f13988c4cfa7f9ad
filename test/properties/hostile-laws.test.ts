import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { firstUnbalanced } from '../../src/load/rules/expression-rules.ts';
import { loadCampaigns, type Loaded } from '../../src/load/load-campaigns.ts';
import { loadConfiguration } from '../../src/load/load-configuration.ts';
import type { ReferenceAnswer } from '../../src/load/references.ts';
import { isSource, parseSource } from '../../src/load/yaml/source.ts';
import { hasErrors, type Diagnostic } from '../../src/model/diagnostic.ts';
import { stableText, valueAt } from '../../src/model/json.ts';
import type { Workspace } from '../../src/model/workspace.ts';
import { DEFAULT_LIMITS } from '../../src/quota/windows.ts';
import { isInside } from '../load/support/is-inside.ts';
import { textMutation, treeMutation, type Mutation } from './support/mutations.ts';

const RUNS = { numRuns: Number(process.env.PROPERTY_RUNS ?? 400) };

const CONFIGURATION = 'campaigns/workspaces.yaml';

/** The project's own examples, and the texts that they refer to, by path from the root. */
const FOLDER = new URL('../../campaigns/', import.meta.url);
const EXAMPLES: ReadonlyMap<string, string> = new Map(
  readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.(yaml|html)$/.test(path))
    .sort()
    .map((path) => [`campaigns/${path.replaceAll('\\', '/')}`, readFileSync(new URL(path, FOLDER), 'utf8')]),
);
const FILES = [...EXAMPLES.keys()].filter((file) => file.endsWith('.yaml') && file !== CONFIGURATION);
const WORKSPACES_TEXT = EXAMPLES.get(CONFIGURATION) ?? '';

interface World {
  readonly file: string;
  readonly texts: ReadonlyMap<string, string>;
  readonly features: readonly string[];
  readonly strict: boolean;
  readonly now: number | undefined;
}

const FEATURES = ['queuing', 'audience_limit', 'portfolio', 'versioning'];
const settings = {
  features: fc.constantFrom([], FEATURES, ['queuing']),
  strict: fc.boolean(),
  now: fc.constantFrom(undefined, Date.UTC(2026, 0, 1), Date.UTC(2040, 0, 1)),
};

/** An example, or one of the texts that it refers to, after one to four changes. */
const worlds: fc.Arbitrary<World> = fc
  .record({
    file: fc.constantFrom(...FILES),
    changes: fc.array(fc.oneof(textMutation, treeMutation), { minLength: 1, maxLength: 4 }),
    // Mostly the texts stay as they are.
    body: fc.oneof(
      { weight: 3, arbitrary: fc.constant<Mutation[]>([]) },
      { weight: 1, arbitrary: fc.array(textMutation, { minLength: 1, maxLength: 3 }) },
    ),
    ...settings,
  })
  .map(({ file, changes, body, ...rest }) => {
    const texts = new Map(EXAMPLES);
    texts.set(file, changes.reduce((text, change) => change(text), EXAMPLES.get(file) ?? ''));
    for (const [name, text] of EXAMPLES) {
      if (name.endsWith('.html')) texts.set(name, body.reduce((changed, change) => change(changed), text));
    }
    return { file, texts, ...rest };
  }); // prettier-ignore

const { configuration, source } = loadConfiguration(CONFIGURATION, WORKSPACES_TEXT, {
  limits: DEFAULT_LIMITS,
});
const CONFIGURED: readonly Workspace[] = [...(configuration?.workspaces.values() ?? [])];

function load({ file, texts, features, strict, now }: World, targets = CONFIGURED): Loaded {
  const workspaces = new Map(CONFIGURED.map((one) => [one.name, { ...one, features }]));
  return loadCampaigns({
    files: [{ file, below: posix.relative('campaigns', file), text: texts.get(file) ?? '' }],
    workspaces,
    targets: targets.map(({ name }) => workspaces.get(name) ?? never()),
    readReference: (from, path): ReferenceAnswer => {
      const found = posix.join(posix.dirname(from), path);
      const text = found.endsWith('.html') ? texts.get(found) : undefined;
      return text === undefined
        ? {
            kind: 'problem',
            code: 'E_FILE_MISSING',
            message: 'there is no such file',
            hint: 'check the path',
          }
        : { kind: 'text', file: found, text };
    },
    strict,
    ...(now !== undefined && { now }),
    ...(source && { configuration: source }),
  });
}

function never(): never {
  throw new Error('a workspace that is configured is there');
}

/** Words that show a value of JavaScript and not of a file. */
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
  it('nothing is thrown, and each diagnostic is in words and inside of its file', () => {
    fc.assert(
      fc.property(worlds, (world) => {
        for (const one of load(world).diagnostics) expectPresentable(one, world.texts);
      }),
      RUNS,
    );
  });

  it('the same text says the same', () => {
    const all = ({ desired, diagnostics }: Loaded) => JSON.stringify([[...desired], diagnostics]);
    fc.assert(
      fc.property(worlds, (world) => {
        expect(all(load(world))).toBe(all(load(world)));
      }),
      RUNS,
    );
  });

  it('there is a campaign for each workspace that it is for, or an error; and never both', () => {
    fc.assert(
      fc.property(worlds, (drawn) => {
        const world = { ...drawn, strict: false };
        for (const target of CONFIGURED) {
          const { desired, diagnostics } = load(world, [target]);
          const isMeant = !hasErrors(diagnostics) && isFor(world, target.name);
          expect(desired.get(target.name) ?? []).toHaveLength(isMeant ? 1 : 0);
        }
      }),
      RUNS,
    );
  });

  it('what loads is the same after a journey as JSON', () => {
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

it('whatever workspaces.yaml says, it is told in words and inside of the file, or loads', () => {
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

describe('the first brace without its other', () => {
  const pieces = ['{{', '}}', '{', '}', '"', "'", ' ', 'a', '\n', '{{ a }}', "{{ '}}' }}"];
  const texts = fc.array(fc.constantFrom(...pieces), { maxLength: 60 }).map((parts) => parts.join(''));

  it('stands where it says', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const found = firstUnbalanced(text);
        if (found) expect(text.startsWith(found.part, found.at)).toBe(true);
      }),
      RUNS,
    );
  });

  it('is none where every expression is closed', () => {
    const closed = fc.constantFrom(
      '{{ a }}',
      "{{ '}}' }}",
      '{{ "{{" }}',
      'a',
      "it's",
      '"',
      '}',
      '{',
      '{a{b}}',
    );
    fc.assert(
      fc.property(fc.array(closed, { maxLength: 20 }), (parts) => {
        const text = parts.map((part) => (part === '{' || part === '}' ? '{}' : part)).join(' ');
        expect(firstUnbalanced(text)).toBeUndefined();
      }),
      RUNS,
    );
  });

  it('is found in so many steps as the text has characters', () => {
    fc.assert(
      fc.property(fc.array(texts, { minLength: 1, maxLength: 4 }), ([first = '', ...others]) => {
        const text = [first.repeat(50), ...others, '"'].join('');
        expect(stepsOf(() => firstUnbalanced(text))).toBeLessThanOrEqual(12 * text.length + 100);
      }),
      RUNS,
    );
  });
});

/** Whether the `workspaces:` of a file name one, or it has none. */
function isFor({ file, texts }: World, name: string): boolean {
  const parsed = parseSource(file, texts.get(file) ?? '');
  const listed = isSource(parsed) ? valueAt(parsed.value, ['workspaces']) : undefined;
  return !Array.isArray(listed) || listed.includes(name);
}

/** How many characters the searches of JavaScript pass while something is done. */
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

/** Puts another method in the place of one; what is returned puts the first one back. */
function replaced(holder: object, name: string, other: (method: Method) => Method): () => void {
  const method = Reflect.get(holder, name) as Method;
  Object.defineProperty(holder, name, { value: other(method), configurable: true, writable: true });
  return () => {
    Object.defineProperty(holder, name, { value: method, configurable: true, writable: true });
  };
}
