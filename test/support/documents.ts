import fc from 'fast-check';
import { Alias, Document, isCollection, isScalar, Pair, Scalar, visit } from 'yaml';
import type { JsonObject, JsonValue } from '../../src/model/json.ts';

// YAML files as people write them: with comments, blank lines, quotes, blocks, braces, anchors and Windows line ends.

const word = fc.constantFrom('name', 'title', 'subject', 'tags', 'note', 'a b', 'x-1', 'yes', '1', 'content');
const text = fc.oneof(
  fc.constantFrom('Welcome', 'true', '12', '', ' padded ', "it's", 'a: b', '# no comment', '{{ user.name }}'),
  fc.constantFrom(
    'two\nlines',
    'three\n\nlines\n',
    '- dash',
    'ends with blank \nline',
    'ends with empty lines\n\n\n',
    'ünïcödé 🎉',
    '*x',
    '&y',
  ),
  fc.string({ maxLength: 12 }).filter((one) => /^[\x20-\x7e]*$/.test(one)),
);
const scalar = fc.oneof({ weight: 4, arbitrary: text }, fc.integer({ min: -9, max: 999 }), fc.boolean());

const { value, object } = fc.letrec<{ value: JsonValue; object: JsonObject }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    scalar,
    fc.array(tie('value'), { maxLength: 4 }),
    tie('object'),
  ),
  object: fc.dictionary(word, tie('value'), { minKeys: 1, maxKeys: 5, noNullPrototype: true }),
}));

/** A file with its value: some comments stand on lines of their own, some behind values. */
export const yamlFile = fc
  .tuple(object, fc.array(fc.nat(), { minLength: 12, maxLength: 40 }))
  .map(([root, choices]) => ({ text: writtenBy(root, choices), value: root }));

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

function writtenBy(root: JsonObject, choices: readonly number[]): string {
  const document = new Document(root, { aliasDuplicateObjects: false });
  let step = 0;
  const next = () => choices[step++ % choices.length] ?? 0;
  let comments = 0;
  let anchors = 0;
  const anchored = new Map<unknown, string>();
  visit(document, {
    Scalar: (key, node) => {
      if (key === 'key') return undefined;
      const style = next() % 6;
      if (typeof node.value === 'string' && style < 4) node.type = STYLES[style] ?? Scalar.PLAIN;
      if (next() % 5 === 0 && !String(node.value).includes('\n')) node.comment = ` behind ${++comments}`;
      const known = anchored.get(node.value);
      if (known !== undefined && next() % 2 === 0) {
        const alias = new Alias(known);
        if (next() % 2 === 0) alias.comment = ` behind ${++comments}`;
        return alias;
      }
      if (next() % 9 === 0) {
        node.anchor = `n${++anchors}`;
        anchored.set(node.value, node.anchor);
      }
      return undefined;
    },
    Collection: (_, node) => {
      if (next() % 4 === 0) node.flow = true;
      if (next() % 9 === 0) node.anchor = `n${++anchors}`;
      for (const item of node.items) {
        const first = item instanceof Pair ? (item.key as Scalar) : item;
        if (!isScalar(first) && !isCollection(first)) continue;
        if (next() % 5 === 0) first.commentBefore = ` above ${++comments}`;
        if (next() % 6 === 0) first.spaceBefore = true;
      }
    },
  });
  const plain = document.toString({ lineWidth: next() % 3 === 0 ? 40 : 0, indent: next() % 4 === 0 ? 4 : 2 });
  return next() % 7 === 0 ? plain.replaceAll('\n', '\r\n') : plain;
}

const STYLES = [Scalar.QUOTE_SINGLE, Scalar.QUOTE_DOUBLE, Scalar.BLOCK_LITERAL, Scalar.BLOCK_FOLDED] as const;
