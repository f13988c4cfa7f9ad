import { COMPONENTS, DESIRED_STATUSES, type CampaignKey, type DesiredStatus } from '../model/campaign.ts';
import type { Finding } from '../model/findings.ts';
import { isJsonObject, isList, memberOf, type JsonObject, type JsonValue, type Path } from '../model/json.ts';
import { nearest } from '../model/nearest.ts';
import { bare } from '../model/show.ts';
import { as, fixOf, withText, type Coded } from './check.ts';
import { isKey, keyOf, validKeyLike } from './key.ts';
import { isSource, parseSource, type Source } from './yaml/source.ts';

/**
 * A campaign file, split at the top level: our own key, workspaces, status and overrides, and the API's body, still as
 * written.
 */
export interface Head {
  readonly source: Source;
  readonly key: CampaignKey;
  /** If omitted: all. */
  readonly workspaces: readonly string[] | undefined;
  /** The body and the status. */
  readonly said: JsonObject;
  readonly overrides: JsonObject;
  /** The folder of the snippets, from the root of the repository. */
  readonly snippets: string;
}

const BODY_KEYS = ['channel', 'campaign_delivery_type', ...COMPONENTS];
/** Our own names at the top level of a campaign file, and those of the service. */
const TOP_KEYS = ['key', 'status', 'workspaces', 'overrides', ...BODY_KEYS];
/** What a workspace may change: the body and the status. The rest is the same in every workspace. */
const OVERRIDABLE = ['status', ...BODY_KEYS];

/** Open point V18: fields that a response of the service contains and that a file can't set. */
const PASTED: Readonly<Record<string, string>> = {
  id: 'the state branch records it',
  campaign_id: 'the state branch records it',
  version_number: 'the service counts versions',
  created_by: "it is the author of the file's last commit",
  updated_by: "it is the author of the file's last commit",
  created_at: 'the service sets it',
  updated_at: 'the service sets it',
  request_id: 'every run creates its own',
};

/** Reads the top level of a file. A file that isn't a map, or whose key is invalid, has no head. */
export function readHead(
  { file, below, text }: { readonly file: string; readonly below: string; readonly text: string },
  workspaces: Iterable<string>,
): { readonly head: Head | undefined; readonly findings: readonly Finding[] } {
  const source = parseSource(file, text);
  if (!isSource(source)) return { head: undefined, findings: source };
  const { value } = source;
  if (!isJsonObject(value)) {
    return { head: undefined, findings: placedIn(source, [as('YAML', { why: 'empty' }, { path: [] })]) };
  }
  const known = [...workspaces];
  const { key: own, workspaces: listed, status } = value;
  const overrides = value.overrides ?? {};
  const key = own === undefined ? keyOf(below) : own;
  const invalid = judgeKey(key, own === undefined ? [] : ['key']);
  const findings = placedIn(source, [
    ...Object.keys(value).flatMap((name) => judgeName(name, value)),
    ...invalid,
    ...judgeWorkspaces(listed, known),
    ...(status === undefined ? [] : judgeStatus(status, ['status'])),
    ...judgeOverrides(overrides, known),
  ]);
  if (typeof key !== 'string' || invalid.length > 0) return { head: undefined, findings };
  const head: Head = {
    source,
    key: key as CampaignKey,
    workspaces: listed === undefined ? undefined : textsIn(listed),
    said: Object.fromEntries(Object.entries(value).filter(([name]) => OVERRIDABLE.includes(name))),
    overrides: isJsonObject(overrides) ? overrides : {},
    snippets: `${file.slice(0, file.length - below.length)}snippets`,
  };
  return { head, findings };
}

/** What is found in the values of a file, at its places. What is missing is reported at the map that lacks it. */
export function placedIn(source: Source, found: readonly Coded[]): Finding[] {
  return found.map((one) => ({
    ...withText(one, source.plain(one.path)),
    at: source.at(one.code === 'MISSING' ? one.path.slice(0, -1) : one.path, one),
  }));
}

export function isDesiredStatus(value: JsonValue | undefined): value is DesiredStatus {
  return DESIRED_STATUSES.some((one) => one === value);
}

function judgeStatus(seen: JsonValue, path: Path): Coded[] {
  if (isDesiredStatus(seen)) return [];
  const near = nearest(bare(seen), DESIRED_STATUSES);
  return [as('STATUS', { why: 'unknown', seen, near }, { path, ...fixOf(seen, DESIRED_STATUSES) })];
}

function judgeName(name: string, value: JsonObject): Coded[] {
  if (TOP_KEYS.includes(name)) return [];
  const source = memberOf(PASTED, name);
  const place = { path: [name], on: 'key' as const };
  return [
    source ? as('UNKNOWN_FIELD', { why: 'pasted', name, source }, place) : unknown(place, TOP_KEYS, value),
  ];
}

function unknown(place: Pick<Coded, 'path' | 'on'>, known: readonly string[], beside: JsonObject): Coded {
  const name = String(place.path.at(-1));
  const free = known.filter((one) => !Object.hasOwn(beside, one));
  return as('UNKNOWN_KEY', { name, near: nearest(name, free) }, { ...place, ...fixOf(name, free) });
}

function judgeKey(key: JsonValue, path: Path): Coded[] {
  if (typeof key !== 'string') return [as('TYPE', { field: 'key', seen: key, wanted: ['string'] }, { path })];
  return isKey(key) ? [] : [as('KEY', { key, valid: validKeyLike(key) }, { path })];
}

function judgeWorkspaces(seen: JsonValue | undefined, known: readonly string[]): Coded[] {
  const [field, path] = ['workspaces', ['workspaces']];
  if (seen === undefined) return [];
  if (!isList(seen)) return [as('TYPE', { field, seen, wanted: ['array'] }, { path })];
  if (seen.length === 0) return [as('RANGE', { field, seen, keyword: 'minItems', limit: 1 }, { path })];
  return seen.flatMap((name, index) => {
    const place = { path: [...path, index] };
    if (typeof name !== 'string') return [as('TYPE', { field, seen: name, wanted: ['string'] }, place)];
    return known.includes(name) ? [] : [unknownWorkspace(name, known, place)];
  });
}

/** The texts of a list. */
export function textsIn(value: JsonValue | undefined): string[] {
  return isList(value) ? value.filter((one) => typeof one === 'string') : [];
}

/** A workspace that isn't in workspaces.yaml. */
export function unknownWorkspace(
  name: string,
  known: readonly string[],
  place: Pick<Coded, 'path' | 'on'>,
): Coded {
  return as('WORKSPACE_UNKNOWN', { name, near: nearest(name, known), known }, place);
}

function judgeOverrides(seen: JsonValue, known: readonly string[]): Coded[] {
  if (!isJsonObject(seen))
    return [as('TYPE', { field: 'overrides', seen, wanted: ['object'] }, { path: ['overrides'] })];
  return Object.entries(seen).flatMap(([workspace, patch]): Coded[] => {
    const place = { path: ['overrides', workspace], on: 'key' as const };
    if (!known.includes(workspace)) return [unknownWorkspace(workspace, known, place)];
    if (!isJsonObject(patch))
      return [as('TYPE', { field: workspace, seen: patch, wanted: ['object'] }, place)];
    return Object.entries(patch).flatMap(([name, value]) => {
      const path = [...place.path, name];
      if (name === 'status' && value !== null) return judgeStatus(value, path);
      return OVERRIDABLE.includes(name) ? [] : [unknown({ ...place, path }, OVERRIDABLE, patch)];
    });
  });
}
