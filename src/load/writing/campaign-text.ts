import { Document, isScalar, Scalar, visit, type Node, type Pair, type YAMLMap, type YAMLSeq } from 'yaml';
import { COMPONENTS, type Components } from '../../model/campaign.ts';
import { isJsonObject, isList, type JsonObject, type JsonValue, type Path } from '../../model/json.ts';
import { keyOfPath } from '../path-set.ts';

/** What a campaign file is to say. */
export interface CampaignSource {
  /** Written where the file's path doesn't say it. */
  readonly key?: string;
  /** Written where the file is not meant for all. */
  readonly workspaces?: readonly string[];
  readonly channel: string;
  readonly deliveryType: string;
  readonly components: Components;
  /** Texts that lie in files of their own: the path from the campaign file, by the place of the text. */
  readonly files: readonly { readonly path: Path; readonly file: string }[];
  /** Comments for the top of the file, a line each. */
  readonly comments: readonly string[];
}

/** The text of a campaign file: one entry a line, texts of several lines as blocks, short lists and maps in one line. */
export function campaignText(source: CampaignSource): string {
  const files = new Map(source.files.map(({ path, file }) => [keyOfPath(path), file]));
  const body: JsonObject = {
    ...(source.key !== undefined && { key: source.key }),
    ...(source.workspaces && { workspaces: [...source.workspaces] }),
    channel: source.channel,
    campaign_delivery_type: source.deliveryType,
    ...Object.fromEntries(
      COMPONENTS.flatMap((name) => {
        const component = source.components[name];
        return component === undefined ? [] : [[name, withFiles(component, [name], files)]];
      }),
    ),
  };
  // The same object twice is written twice: an anchor is not what a person would write.
  const document = new Document(body, { aliasDuplicateObjects: false });
  visit(document, {
    Scalar: (key, node) => {
      if (key !== 'key') styleScalar(node);
      else if (typeof node.value === 'string' && NO_BLOCK.test(node.value)) node.type = Scalar.QUOTE_DOUBLE;
    },
    Map: (_, node, ancestors) => {
      if (isShortMap(node, ancestors)) node.flow = true;
    },
    Seq: (_, node) => {
      if (isShortList(node)) node.flow = true;
    },
  });
  const head = source.comments.map((comment) => `# ${comment}\n`).join('');
  return head + document.toString(STYLE).replace(UNESCAPED, escaped);
}

/** No line is broken: in double quotes the library loses blanks at the end of one. */
const STYLE = { lineWidth: 0, blockQuote: 'literal', doubleQuotedMinMultiLineLength: Infinity } as const;

/** Control characters that are no part of YAML (1.2, 5.1), though what writes it leaves them as they are. */
const UNESCAPED = /[\x7f-\x84\x86-\x9f]/g;

/** Such a text stands in double quotes, where everything can be escaped. */
function escaped(character: string): string {
  return `\\x${character.charCodeAt(0).toString(16)}`;
}

function withFiles(value: JsonValue, path: Path, files: ReadonlyMap<string, string>): JsonValue {
  const file = files.get(keyOfPath(path));
  if (file !== undefined) return { $file: file };
  if (isList(value)) return value.map((item, index) => withFiles(item, [...path, index], files));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, withFiles(member, [...path, name], files)]),
  );
}

/** What a block can't hold as it is, or doesn't show: control characters and other line ends. */
const NO_BLOCK = /[^\n\x20-\x7e\xa0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd\u{10000}-\u{10ffff}]/u;

function styleScalar(node: Scalar): void {
  const { value } = node;
  if (typeof value !== 'string') return;
  const isBlock = value.includes('\n') && value.trim() !== '' && !/^\s/.test(value) && !NO_BLOCK.test(value);
  if (isBlock) node.type = Scalar.BLOCK_LITERAL;
  else if (value.includes('\n') || NO_BLOCK.test(value)) node.type = Scalar.QUOTE_DOUBLE;
}

/** As long as what stands in one line may be, in characters, and how many members of a map. */
const LIST_CHARS = 70;
const MAP_CHARS = 60;
const MAP_MEMBERS = 3;
/** A component and what stands right in it have lines of their own. */
const DEPTH = 2;

function isShortList({ items }: YAMLSeq): boolean {
  const shown = items.map(shortText);
  return items.length > 0 && !shown.includes(undefined) && shown.join(', ').length <= LIST_CHARS;
}

function isShortMap({ items }: YAMLMap, ancestors: readonly (Document | Node | Pair)[]): boolean {
  const [first] = items;
  if (first && isScalar(first.key) && first.key.value === '$file') return true;
  const pairs = ancestors.filter((one): one is Pair => 'key' in one);
  const inContent = pairs.slice(0, 2).every((pair, at) => nameOf(pair) === CONTENT[at]);
  if (pairs.length <= DEPTH - 1 || items.length > MAP_MEMBERS || inContent) return false;
  const shown = items.map(({ value }) => shortText(value));
  const names = items.map(({ key }) => shortText(key));
  return ![...shown, ...names].includes(undefined) && [...shown, ...names].join(': ').length <= MAP_CHARS;
}

/** What is sent is read line by line. */
const CONTENT = ['campaign_content', 'content'];

function nameOf({ key }: Pair): unknown {
  return isScalar(key) ? key.value : undefined;
}

/** A word or a number as it stands in a line; undefined for all that is no such thing. */
function shortText(node: unknown): string | undefined {
  if (!isScalar(node)) return undefined;
  const { value } = node;
  if (typeof value === 'string') return /[\n{}[\],]/.test(value) ? undefined : value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;
}
