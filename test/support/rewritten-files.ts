import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { parse, parseDocument, type ToStringOptions } from 'yaml';
import type { JsonObject, JsonValue } from '../../src/model/json.ts';

const FOLDER = fileURLToPath(new URL('../../campaigns/', import.meta.url));
const EXAMPLES = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.yaml') && name !== 'workspaces.yaml')
  .sort()
  .map((name) => readFileSync(join(FOLDER, name), 'utf8'));

/** Syntax that the examples lack: blocks, folds, pasted names, comments in flows, lists that aren't indented. */
const ODD = [
  `zeta: 1
campaign_content:
  content:
    email:
      html_content: |+
        # not a comment
        <p>Hi   {{ user.first_name }}</p>

          key: neither

      subject: >-
        folded
        over lines

        with a gap
      preview_text: "a \\"quoted\\" 'text'
        over lines"
advanced: # of the entry
  - [one,
     two, # in a flow
     three]
  - { a: "b", 'c': d }
key: a
`,
  `utm_params: { utm_source: a,   utm_medium: b }
workspaces:
- local
# in a list
- staging
basic_details:
  "quoted": yes
  nothing:
  tilde: ~
channel: |-
  EMAIL
id: 65f0a1b2c3d4e5f60718293a
overrides:
`,
];

/** A campaign file of the project, or one with more of the language. */
export const campaignFile = fc.constantFrom(...EXAMPLES, ...ODD);

/** A campaign file rewritten in another style, and the comments that were added. */
export interface Rewritten {
  readonly text: string;
  readonly comments: readonly string[];
}

const STYLES: readonly ToStringOptions[] = [
  { indent: 4, lineWidth: 0 },
  { indentSeq: false, defaultStringType: 'QUOTE_DOUBLE' },
  { indent: 3, defaultStringType: 'QUOTE_SINGLE', lineWidth: 60 },
  { flowCollectionPadding: false, lineWidth: 40 },
];

/** A number for each entry. */
export const order = fc.array(fc.nat(), { minLength: 20, maxLength: 20 });

export const rewrittenFile: fc.Arbitrary<Rewritten> = fc
  .record({
    text: campaignFile,
    order,
    style: fc.option(fc.constantFrom(...STYLES), { nil: undefined }),
    insertions: fc.array(
      fc.record({
        line: fc.nat({ max: 150 }),
        what: fc.constantFrom('line', 'line-end', 'blank'),
        depth: fc.nat({ max: 8 }),
      }),
      { maxLength: 8 },
    ),
    lineEnd: fc.constantFrom('\n', '\r\n'),
    mark: fc.constantFrom('', '\ufeff'),
  })
  .map(({ text, order, style, insertions, lineEnd, mark }) => {
    const { head, entries } = entriesOf(text);
    const shuffled = head + inOrderOf(order, entries);
    const styled = style ? legal(shuffled, parseDocument(shuffled).toString(style)) : shuffled;
    const comments: string[] = [];
    const commented = insertions.reduce((before, insertion, index) => {
      const comment = `# note ${index}.`;
      const after = legal(before, inserted(before, { ...insertion, comment }));
      if (after.includes(comment)) comments.push(comment);
      return after;
    }, styled);
    return { text: mark + legal(commented, commented.replaceAll('\n', lineEnd)), comments };
  });

/** The comments at the top of a file, and its top-level entries, each with the comments above it. */
export function entriesOf(text: string): { readonly head: string; readonly entries: readonly string[] } {
  const [head = ''] = /^(?:#.*\n)*/.exec(text) ?? [];
  return { head, entries: text.slice(head.length).split(/(?<!^#.*\n)^(?=(?:#.*\n)*[a-z_]+:)/m) };
}

/** The entries in the order of the drawn numbers. */
export function inOrderOf(numbers: readonly number[], entries: readonly string[]): string {
  return entries
    .map((entry, index) => ({ entry, at: numbers[index] ?? 0 }))
    .sort((a, b) => a.at - b.at)
    .map(({ entry }) => entry)
    .join('');
}

/** The value of a text, apart from key order. A text that isn't YAML has none. */
export function valueOf(text: string): unknown {
  try {
    return parse(text, { logLevel: 'error' });
  } catch {
    return undefined;
  }
}

/** The new text if it means the same as the old one. */
function legal(before: string, after: string): string {
  return isDeepStrictEqual(valueOf(after), valueOf(before)) ? after : before;
}

function inserted(
  text: string,
  { line, what, depth, comment }: { line: number; what: string; depth: number; comment: string },
): string {
  const lines = text.split('\n');
  const at = line % lines.length;
  if (what === 'line-end') return lines.with(at, `${lines[at] ?? ''} ${comment}`).join('\n');
  return lines.toSpliced(at, 0, what === 'blank' ? '' : ' '.repeat(depth) + comment).join('\n');
}

const word = fc.constantFrom('name', 'title', 'subject', 'tags', 'note', 'a b', 'x-1', 'yes', '1', 'content');
const text = fc.constantFrom(
  ...['Welcome', 'true', '12', '', ' padded ', "it's", 'a: b', '# no comment', '{{ user.name }}', '- dash'],
  ...['two\nlines', 'three\n\nlines\n', 'ends with blank \nline', 'ends with empty lines\n\n\n', '*x', '&y'],
  'ünïcödé 🎉',
);
const scalar = fc.oneof(text, fc.integer({ min: -9, max: 999 }), fc.boolean());
const { value } = fc.letrec<{ value: JsonValue }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    scalar,
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(word, tie('value'), { minKeys: 1, maxKeys: 5, noNullPrototype: true }),
  ),
}));

/** Another value that has much in common with the first. */
export function edited(root: JsonObject): fc.Arbitrary<JsonObject> {
  return fc
    .array(fc.tuple(fc.nat(), fc.constantFrom('set', 'remove', 'add'), word, value), {
      minLength: 1,
      maxLength: 3,
    })
    .map((edits) =>
      edits.reduce<JsonObject>(
        (now, [at, kind, name, put]) => editAt(now, at, { kind, name, put }) as JsonObject,
        root,
      ),
    );
}

interface Edit {
  readonly kind: string;
  readonly name: string;
  readonly put: JsonValue;
}

/** Goes down by the digits of a number, and edits where it ends. */
function editAt(here: JsonValue, at: number, edit: Edit): JsonValue {
  const { kind, name, put } = edit;
  if (Array.isArray(here)) {
    const list = here as JsonValue[];
    const index = list.length === 0 ? 0 : at % list.length;
    if (at % 3 !== 0 && list.length > 0)
      return list.map((one, i) => (i === index ? editAt(one, Math.floor(at / 7), edit) : one));
    if (kind === 'remove') return list.filter((_, i) => i !== index);
    return [...list.slice(0, index), put, ...list.slice(kind === 'add' ? index : index + 1)];
  }
  if (typeof here !== 'object' || here === null) return put;
  const entries = Object.entries(here as JsonObject);
  const chosen = entries[at % Math.max(1, entries.length)];
  if (!chosen || kind === 'add') return { ...(here as JsonObject), [name]: put };
  if (at % 3 !== 0)
    return { ...(here as JsonObject), [chosen[0]]: editAt(chosen[1], Math.floor(at / 7), edit) };
  if (kind === 'remove' && entries.length > 1)
    return Object.fromEntries(entries.filter(([one]) => one !== chosen[0]));
  return { ...(here as JsonObject), [chosen[0]]: put };
}
