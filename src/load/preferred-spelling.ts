import { isMap, isScalar, isSeq, type Scalar, type YAMLMap } from 'yaml';
import {
  isJsonObject,
  isList,
  memberOf,
  sameJson,
  type JsonObject,
  type JsonValue,
  type Path,
} from '../model/json.ts';
import { nearest } from '../model/nearest.ts';
import { isSource, parseSource } from './yaml/source.ts';
import { parseYaml } from './yaml/parse-yaml.ts';

// Several fields have two equivalent spellings, one of which is preferred (open points V13 and V25). A file is
// rewritten in place: the text around a value keeps its comments and its layout.

/** Specification, advanced: the second spelling of each interruption level. */
const LEVELS: Readonly<Record<string, string>> = {
  Passive: 'PASSIVE',
  Active: 'ACTIVE',
  'Time sensitive': 'TIME_SENSITIVE',
  Critical: 'CRITICAL',
};

/** Specification, variation_details: what decides which variation is better. */
const METRICS = ['OPEN_RATE', 'CLICK_RATE', 'BOTH'];

/**
 * The preferred spelling of a text at a place in a campaign; undefined if it has that spelling already, or there is
 * none. Open point V4 for `interruption_level`.
 */
export function preferredSpelling(path: Path, text: string): string | number | undefined {
  const [component] = path;
  const field = path.at(-1);
  if (component === 'advanced' && field === 'interruption_level') {
    return memberOf(LEVELS, text);
  }
  if (component !== 'campaign_content') return undefined;
  if (field === 'slider_transition') {
    const upper = text.toUpperCase();
    return upper !== text && ['MANUAL', 'AUTOMATIC'].includes(upper) ? upper : undefined;
  }
  if (field === 'sherpa_distribution_metric') {
    // Some services show it as `OPEN RATE`, which no request accepts (open point W32).
    const metric = text.toUpperCase().replaceAll(' ', '_');
    return metric !== text && METRICS.includes(metric) ? metric : undefined;
  }
  const isCount = field === 'sherpa_campaign_duration' && /^(?:0|[1-9]\d{0,8})$/.test(text);
  return isCount ? Number(text) : undefined;
}

/** Specification, Filters: the members that begin every condition on an event attribute (open point V13). */
const ATTRIBUTE_TYPE = ['filter_type', 'user_attributes'] as const;
/** A map with one of these is a condition; otherwise it is a group or a reference. */
const CONDITION_FIELDS = ['name', 'data_type', 'operator'];

/**
 * Whether a map at `path` with these members is a condition on an event attribute that lacks the introductory members.
 */
function missingFilterType(path: Path, members: readonly string[]): boolean {
  const inFilters = /^(?:trigger_condition|segmentation_details)\/.*\/attributes(?:\/filters\/\d+)+$/;
  if (!inFilters.test(path.join('/'))) return false;
  return (
    CONDITION_FIELDS.some((name) => members.includes(name)) &&
    !members.some((name) => nearest(name, [ATTRIBUTE_TYPE[0]]) !== undefined)
  );
}

/**
 * The campaign file with every value in its preferred spelling. A file that can't be read, or whose meaning would
 * change, is returned unchanged.
 */
export function inPreferredSpelling(text: string): string {
  const parsed = parseYaml(text);
  if ('code' in parsed) return text;
  const edits = editsIn(parsed.document.contents, { path: [], text }).sort((a, b) => b.from - a.from);
  if (edits.length === 0) return text;
  const respelled = edits.reduce((all, { from, to, put }) => all.slice(0, from) + put + all.slice(to), text);
  const [before, after] = [parseSource('', text), parseSource('', respelled)];
  if (!isSource(before) || !isSource(after)) return text;
  return sameJson(inPreferredWords(before.value, []), inPreferredWords(after.value, [])) ? respelled : text;
}

/** A value of a campaign at `path`, with everything inside it in the preferred spelling. */
export function inPreferredWords(value: JsonValue, path: Path): JsonValue {
  if (isList(value)) return value.map((item, index) => inPreferredWords(item, [...path, index]));
  const place = inCampaign(path);
  if (typeof value === 'string') return preferredSpelling(place, value) ?? value;
  if (!isJsonObject(value)) return value;
  const members = Object.entries(value).map(([name, member]) => [
    name,
    inPreferredWords(member, [...path, name]),
  ]);
  const added = missingFilterType(place, Object.keys(value)) ? [ATTRIBUTE_TYPE] : [];
  return Object.fromEntries([...members, ...added]) as JsonObject;
}

/** The path in the campaign that corresponds to a path in the file. */
function inCampaign(path: Path): Path {
  return path[0] === 'overrides' ? path.slice(2) : path;
}

/** A range of the text, between two offsets, and its replacement. */
interface Edit {
  readonly from: number;
  readonly to: number;
  readonly put: string;
}

/** The position of a node in the file. */
interface Place {
  /** The path from the root of the file. */
  readonly path: Path;
  readonly text: string;
}

function editsIn(node: unknown, place: Place): Edit[] {
  const below = (child: unknown, step: string | number) =>
    editsIn(child, { ...place, path: [...place.path, step] });
  if (isSeq(node)) return node.items.flatMap(below);
  if (isScalar(node)) return scalarEdits(node, place);
  if (!isMap(node)) return [];
  const members = node.items.flatMap(({ key, value }) =>
    isScalar(key) ? below(value, String(key.value)) : [],
  );
  return [...filterTypeEdits(node, place), ...members];
}

const ONE_LINE: readonly unknown[] = ['PLAIN', 'QUOTE_SINGLE', 'QUOTE_DOUBLE'];

/**
 * The value in its preferred spelling, without quotes. A value with an anchor stays, because other places use it, too.
 */
function scalarEdits({ value, range, anchor, type }: Scalar, { path }: Place): Edit[] {
  if (!range || anchor !== undefined || typeof value !== 'string' || !ONE_LINE.includes(type)) return [];
  const preferred = preferredSpelling(inCampaign(path), value);
  const [from, to] = range;
  return preferred === undefined ? [] : [{ from, to, put: String(preferred) }];
}

/** In a flow map, right before its first name; in a block map, on a line of its own above it. */
function filterTypeEdits({ items, flow, anchor }: YAMLMap, { path, text }: Place): Edit[] {
  const keys = items.map(({ key }) => (isScalar(key) ? key : undefined));
  const names = keys.map((key) => String(key?.value));
  const [from] = keys[0]?.range ?? [];
  if (from === undefined || anchor !== undefined || !missingFilterType(inCampaign(path), names)) return [];
  const entry = ATTRIBUTE_TYPE.join(': ');
  if (flow) return [{ from, to: from, put: `${entry}, ` }];
  const indent = ' '.repeat(from - text.lastIndexOf('\n', from - 1) - 1);
  return [{ from, to: from, put: `${entry}\n${indent}` }];
}
