import { canonicalPart, isSet, keyed } from '../../model/canonical.ts';
import { isFlatContent } from '../../model/channel.ts';
import type { ComponentName } from '../../model/campaign.ts';
import { isJsonObject, isList, stableText, type JsonObject, type JsonValue } from '../../model/json.ts';
import { canonicalZone } from '../../model/local-time.ts';
import { align } from '../align.ts';
import { inSchemaOrder } from './schema-order.ts';
import { sendable } from './written-components.ts';

// The new content of a file after a manual change: a three-way merge, as of branches in git. The common ancestor is
// what the service answered right after our last write. A value that is unchanged in live stays as the file says it,
// however the service spells it; a changed value is taken from live.

/** A component in the file, as last applied, as last observed, and live. */
export interface PulledValues {
  readonly file: JsonObject | undefined;
  readonly applied: JsonObject | undefined;
  readonly observed: JsonObject | undefined;
  readonly live: JsonObject | undefined;
}

/** Whose value wins if the file was changed, too. */
export type Side = 'file' | 'live';

/** The new component for the file; undefined if live no longer has it. */
export function pulledComponent(
  name: ComponentName,
  values: PulledValues,
  { channel, side }: { readonly channel: string; readonly side: Side },
): JsonObject | undefined {
  const { file, applied, observed, live } = inOneShape(name, values);
  const zone = name === 'scheduling_details' ? zoneOf(live ?? file) : undefined;
  const merged = merge({ file, applied, observed, live }, { field: '', zone, side });
  return isJsonObject(merged) ? inSchemaOrder(channel, name, merged) : undefined;
}

/** Content with languages or variations can't be merged member by member with content that has none. */
function inOneShape(name: ComponentName, { file, applied, ...seen }: PulledValues): PulledValues {
  const [observed, live] = [seen.observed, seen.live].map((one) => one && sendable(name, one));
  const all = { file, applied, observed, live };
  if (name !== 'campaign_content') return all;
  if (Object.values(all).every((one) => one === undefined || isFlatContent(one.content))) return all;
  return {
    file: file && keyed(file),
    applied: applied && keyed(applied),
    observed: observed && keyed(observed),
    live: live && keyed(live),
  };
}

function zoneOf(schedule: JsonObject | undefined): string {
  const zone = schedule?.timezone;
  return typeof zone === 'string' && zone !== '' ? canonicalZone(zone) : 'UTC';
}

interface Four {
  readonly file: JsonValue | undefined;
  readonly applied: JsonValue | undefined;
  readonly observed: JsonValue | undefined;
  readonly live: JsonValue | undefined;
}

interface MergeContext {
  readonly field: string;
  readonly zone: string | undefined;
  readonly side: Side;
}

function merge(four: Four, context: MergeContext): JsonValue | undefined {
  const { file, applied, observed, live } = four;
  const { field } = context;
  const same = (one: JsonValue | undefined, other: JsonValue | undefined) =>
    textOf(one, context) === textOf(other, context);
  if (same(observed, live) || same(file, live)) return file;
  if (isJsonObject(file) && isJsonObject(live)) {
    const merged = mergeMaps(four, context);
    return Object.keys(merged).length > 0 ? merged : undefined;
  }
  if (context.side === 'file' && !same(file, applied)) return file;
  if (isList(file) && isList(live))
    return isSet(field) ? mergeSets(file, live, context) : mergeLists({ ...four, file, live }, context);
  return live;
}

function mergeMaps({ file, applied, observed, live }: Four, context: MergeContext): JsonObject {
  const names = new Set([file, live].flatMap((one) => (isJsonObject(one) ? Object.keys(one) : [])));
  return Object.fromEntries(
    [...names].flatMap((name): [string, JsonValue][] => {
      const [a, b, c, d] = [file, applied, observed, live].map((one) => memberIn(one, name));
      const four = { file: a, applied: b, observed: c, live: d };
      const merged = merge(four, { ...context, field: name });
      return merged === undefined ? [] : [[name, merged]];
    }),
  );
}

function memberIn(value: JsonValue | undefined, name: string): JsonValue | undefined {
  return isJsonObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

/** The file's order without what was removed, followed by what was added. */
function mergeSets(file: readonly JsonValue[], live: readonly JsonValue[], context: MergeContext): JsonValue {
  const [said, shown] = [file, live].map((list) => new Set(list.map((one) => textOf(one, context))));
  return [
    ...file.filter((one) => shown?.has(textOf(one, context))),
    ...live.filter((one) => !said?.has(textOf(one, context))),
  ];
}

/** Entry by entry: the service's answer has its entries in the order in which the file's entries were sent. */
function mergeLists(
  { file, applied, observed, live }: Four & { file: readonly JsonValue[]; live: readonly JsonValue[] },
  { zone, side }: MergeContext,
): JsonValue {
  const context = { field: '', zone, side };
  const texts = (list: readonly JsonValue[]) => list.map((one) => textOf(one, context));
  const seen = isList(observed) ? observed : [];
  const moved = align(texts(seen), texts(live));
  const fromSeen = new Map([...moved.same, ...moved.edited].map(([from, to]) => [to, from]));
  const own = new Map(align(texts(file), texts(live)).same.map(([from, to]) => [to, from]));
  const isParallel = seen.length === file.length;
  const sent = isList(applied) && applied.length === file.length ? applied : file;
  return live.map((entry, at): JsonValue => {
    const same = own.get(at);
    if (same !== undefined) return file[same] ?? entry;
    const from = fromSeen.get(at);
    if (!isParallel || from === undefined) return entry;
    const four = { file: file[from], applied: sent[from], observed: seen[from], live: entry };
    return merge(four, context) ?? entry;
  });
}

function textOf(value: JsonValue | undefined, { field, zone }: MergeContext): string {
  return stableText(canonicalPart(value, { field, zone }));
}
