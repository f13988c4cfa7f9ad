import { isMap, isNode, isScalar, Scalar, visit, type Document, type YAMLMap } from 'yaml';
import { inPreferredWords } from '../load/preferred-spelling.ts';
import { isSource, parseSource } from '../load/yaml/source.ts';
import { withoutMark } from '../model/text-start.ts';
import { isJsonObject, sameJson, type JsonValue } from '../model/json.ts';
import { parseTokens } from './edit-tokens.ts';
import { editYaml } from './edit-yaml.ts';
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
  const source = parseSource('', text);
  const value = isSource(source) ? inPreferredWords(source.value, []) : null;
  const spelled = isJsonObject(value) ? editYaml(text, value) : text;
  return spelled === undefined ? undefined : inCampaignLayout(spelled);
}

/** A campaign file in canonical order and layout. Undefined as for `formatCampaign`. */
export function inCampaignLayout(text: string): string | undefined {
  return formatYaml(text, ({ contents }) => {
    if (isMap(contents)) inEntryOrder(contents);
  });
}

/** A comment that moves may need another pass; after this many, the layout would never be stable. */
const PASSES = 4;

/** Any other YAML file in canonical layout; its entries keep their order. Undefined as for a campaign file. */
export function formatYaml(
  text: string,
  arrange: (document: Document) => void = () => undefined,
): string | undefined {
  const source = parseSource('', text);
  if (!isSource(source)) return undefined;
  const plain = withoutMark(text).replaceAll('\r\n', '\n');
  let [before, form] = ['', plain];
  for (let left = PASSES; left > 0 && form !== before; left -= 1)
    [before, form] = [form, inLayout(form, arrange)];
  // Where nothing changed, nothing is lost.
  if (form === plain && form === before) return form;
  const after = parseSource('', form);
  const isSame = isSource(after) && sameJson(after.value, source.value);
  const isWhole = sameJson(commentsIn(form), commentsIn(plain));
  return form === before && isSame && isWhole ? form : undefined;
}

function inLayout(text: string, arrange: (document: Document) => void): string {
  const { document } = parseTokens(text);
  arrange(document);
  visit(document, {
    Scalar: (_, node) => {
      if (node.type === Scalar.QUOTE_DOUBLE && readsInSingle(node.value)) node.type = Scalar.QUOTE_SINGLE;
    },
    Collection: (_, node) => {
      const isLong = node.flow && inFlow(node.toJS(document) as JsonValue).length > FLOW_CHARS;
      if (isLong || hasCommentsInside(node.srcToken)) inBlocks(node);
    },
  });
  return yamlText(document, { blockQuote: true });
}

/** Whether a text needs no escape in single quotes. */
function readsInSingle(value: unknown): boolean {
  return typeof value === 'string' && !/['\n]/.test(value) && !hasUnshown(value);
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
