import {
  isCollection,
  isMap,
  isNode,
  isPair,
  isScalar,
  Scalar,
  visit,
  type Document,
  type Node,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml';
import { inPreferredWords } from '../load/preferred-spelling.ts';
import { isSource, parseSource } from '../load/yaml/source.ts';
import { withoutMark } from '../model/byte-order-mark.ts';
import { isJsonObject, sameJson, type JsonValue } from '../model/json.ts';
import { editYaml } from './edit-yaml.ts';
import { parseTokens } from './edit-tokens.ts';
import { rank } from './entry-order.ts';
import {
  commentsIn,
  FLOW_CHARS,
  hasCommentsInside,
  hasUnshown,
  inBlocks,
  inFlow,
  yamlText,
} from './style.ts';

/**
 * A campaign file in canonical order and layout, with its values in their preferred spelling. Undefined if it can't be
 * read, or if its values, its comments or the layout itself would not stay the same.
 */
export function formatCampaign(text: string): string | undefined {
  return formatted(text, {
    spell: (value) => inPreferredWords(value, []),
    arrange: ({ contents }) => {
      if (isMap(contents)) inEntryOrder(contents);
    },
  });
}

/** Any other YAML file in canonical layout; its entries keep their order. Undefined as for a campaign file. */
export function formatYaml(text: string): string | undefined {
  return formatted(text, { spell: (value) => value, arrange: () => undefined });
}

interface Canon {
  readonly spell: (value: JsonValue) => JsonValue;
  readonly arrange: (document: Document) => void;
}

function formatted(text: string, { spell, arrange }: Canon): string | undefined {
  const source = parseSource('', text);
  if (!isSource(source)) return undefined;
  const value = spell(source.value);
  const plain = withoutMark(text).replaceAll('\r\n', '\n');
  const isSpelled = sameJson(value, source.value) || !isJsonObject(value);
  const spelled = isSpelled ? plain : editYaml(plain, value);
  const form = spelled && settled(spelled, (one) => inLayout(one, arrange));
  if (form === undefined || form === text) return form;
  const after = parseSource('', form);
  const isSame =
    isSource(after) && sameJson(after.value, value) && sameJson(commentsIn(form), commentsIn(plain));
  return isSame ? form : undefined;
}

/** A comment that moves may need another pass; after this many, the layout would never be stable. */
const PASSES = 4;

function settled(text: string, pass: (text: string) => string): string | undefined {
  let form = text;
  for (let left = PASSES; left > 0; left -= 1) {
    const next = pass(form);
    if (next === form) return form;
    form = next;
  }
  return undefined;
}

function inLayout(text: string, arrange: Canon['arrange']): string {
  const { document } = parseTokens(text);
  arrange(document);
  visit(document, {
    Scalar: (_, node) => {
      if (node.type === Scalar.QUOTE_DOUBLE && readsInSingle(node.value)) node.type = Scalar.QUOTE_SINGLE;
    },
    Collection: (_, node, above) => {
      const isLong = node.flow && endColumn(node, { document, above }) > FLOW_CHARS;
      if (isLong || hasCommentsInside(node.srcToken)) inBlocks(node as YAMLMap | YAMLSeq);
    },
  });
  return yamlText(document, { blockQuote: true });
}

/** Whether a text needs no escape in single quotes. */
function readsInSingle(value: unknown): boolean {
  return typeof value === 'string' && !/['\n]/.test(value) && !hasUnshown(value);
}

/** Where a map or list in brackets would end on its line. */
function endColumn(
  node: Node,
  { document, above }: { readonly document: Document; readonly above: readonly unknown[] },
): number {
  const indent = 2 * (above.filter(isCollection).length - 1);
  const pair = above.at(-1);
  const key = isPair(pair) ? `${nameOf(pair.key)}: ` : '- ';
  return indent + key.length + inFlow(node.toJS(document) as JsonValue).length;
}

/** Comments above an entry move with it, except those at the top of the file: they are about the whole file. */
function inEntryOrder(map: YAMLMap): void {
  const sorted = map.items.toSorted((a, b) => rank(nameOf(a.key)) - rank(nameOf(b.key)));
  const [was, is] = [map.items[0]?.key, sorted[0]?.key];
  if (isNode(was) && isNode(is) && was !== is) {
    const { commentBefore: top } = was;
    was.spaceBefore = is.spaceBefore === true && !is.commentBefore;
    is.spaceBefore = false;
    was.commentBefore = null;
    if (top) is.commentBefore = [top, ...(is.commentBefore ? ['', is.commentBefore] : [])].join('\n');
  }
  map.items = sorted;
}

function nameOf(key: unknown): string {
  return isScalar(key) ? String(key.value) : '';
}
