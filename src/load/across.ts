import type { Finding, Place } from '../model/findings.ts';
import { isGlob } from '../model/glob.ts';
import { groupBy } from '../model/grouping.ts';
import { isJsonObject, isList, valueAt, type JsonObject, type JsonValue, type Path } from '../model/json.ts';
import { placeOfValue, type Making } from './locate.ts';
import type { Head } from './read-head.ts';
import type { PlacedMap } from './rules/placed.ts';
import type { Source } from './yaml/source.ts';

// What no file shows by itself: files, campaigns and workspaces that contradict each other.

/**
 * Two files with one key would overwrite each other's campaign. The file whose path is the key is the original. If no path
 * is, only people know which file is the copy.
 */
export function takenKeys(claims: readonly Claim[]): Finding[] {
  return groupBy(claims, ({ key }) => key).flatMap((group) => {
    const original = group.find(({ isNamedByPath }) => isNamedByPath);
    const copies = group.filter((one) => one !== original);
    return copies.flatMap((copy): Finding[] => {
      const by = original ?? copies.find((other) => other !== copy);
      const { key, at } = copy;
      return by ? [{ code: 'KEY_TAKEN', params: { key, by: by.at.file }, at, path: ['key'] }] : [];
    });
  });
}

/** The key that a file has. */
export interface Claim extends Pick<Head, 'key'> {
  /** Where the file says its key. */
  readonly at: Place;
  readonly isNamedByPath: boolean;
}

/** A filter that names a saved segment. */
export interface UsedSegment {
  readonly name: string;
  readonly id: string;
  readonly path: Path;
  readonly place: Place;
}

/** The saved segments that a campaign uses. */
export function segmentsOf(filters: readonly PlacedMap[], making: Making): UsedSegment[] {
  return filters.flatMap(({ map: { filter_type: type, name, id }, path }) =>
    type === 'custom_segments' && typeof name === 'string' && typeof id === 'string'
      ? [{ name, id, path: [...path, 'id'], place: placeOfValue([...path, 'id'], making) }]
      : [],
  );
}

/**
 * A saved segment is chosen by its ID; its name is only for people. A copied filter in which one of the two was edited
 * goes to other people than it says. Each is compared with the first of the same name, or ID, in a workspace. The
 * findings for each campaign, given the segments of each.
 */
export function sameSegments(ofCampaigns: readonly (readonly UsedSegment[])[]): Finding[][] {
  const [byId, byName] = [new Map<string, UsedSegment>(), new Map<string, UsedSegment>()];
  return ofCampaigns.map((segments) =>
    segments.flatMap((one): Finding[] => {
      const [sameId = one, sameName = one] = [byId.get(one.id), byName.get(one.name)];
      byId.set(one.id, sameId);
      byName.set(one.name, sameName);
      const params =
        sameId.name !== one.name
          ? ({ why: 'segment', segment: one.id, is: [one.name, sameId.name] } as const)
          : ({ why: 'segment', segment: one.name, is: [one.id, sameName.id] } as const);
      if (sameId.name === one.name && sameName.id === one.id) return [];
      return [{ code: 'AUDIENCE', params, at: one.place, path: one.path, judged: [one.path.slice(0, 1)] }];
    }),
  );
}

const PLACE: Path = ['basic_details', 'geofences', 'name'];

/** The name of a campaign's geofence, and where it is written. */
export function geofenceOf(body: JsonObject, making: Making) {
  const name = valueAt(body, PLACE);
  return typeof name === 'string' ? { name, place: placeOfValue(PLACE, making) } : undefined;
}

/** Specification, Geofences: names are unique (open point V12). The findings for each campaign of a workspace. */
export function sameGeofences(
  campaigns: readonly { readonly file: string; readonly geofence: ReturnType<typeof geofenceOf> }[],
): Finding[][] {
  const files = new Map<string, Set<string>>();
  for (const { file, geofence } of campaigns)
    if (geofence) files.set(geofence.name, (files.get(geofence.name) ?? new Set()).add(file));
  return campaigns.map(({ file, geofence }): Finding[] => {
    const [first, second] = (geofence && files.get(geofence.name)) ?? [];
    const by = first === file ? second : first;
    if (!geofence || by === undefined) return [];
    const params = { why: 'taken', seen: geofence.name, by } as const;
    return [{ code: 'VALUE', params, at: geofence.place, path: PLACE }];
  });
}

/**
 * Two entries of workspaces.yaml for one workspace of the service, such as a copied entry that was not edited. The lease,
 * the state branch and the count of creations belong to a name, so each of the two would create and publish every
 * campaign. Only for the workspaces with these names. A warning, because their files may be different ones.
 */
export function sameTargets(source: Source, names: readonly string[]): Finding[] {
  const entries = valueAt(source.value, ['workspaces']);
  const first = new Map<string, string>();
  return Object.entries(isJsonObject(entries) ? entries : {}).flatMap(([name, entry]): Finding[] => {
    const target = targetOf(entry);
    const other = target === undefined ? undefined : first.get(target);
    if (target !== undefined && other === undefined) first.set(target, name);
    if (other === undefined || !(names.includes(name) || names.includes(other))) return [];
    const path = ['workspaces', name];
    const at = source.at(path, { on: 'key' });
    return [{ code: 'SAME_TARGET', params: { name, other }, at, path }];
  });
}

/** One text for all spellings of an address: with or without a slash, a default port or capitals in the host. */
function targetOf(entry: JsonValue): string | undefined {
  if (!isJsonObject(entry)) return undefined;
  const { base_url: address, app_key: appKey } = entry;
  if (typeof address !== 'string' || typeof appKey !== 'string' || !URL.canParse(address)) return undefined;
  const { protocol, host, pathname } = new URL(address);
  return JSON.stringify([protocol, host.replace(/\.(?=:|$)/, ''), pathname.replace(/\/*$/, '/'), appKey]);
}

/**
 * Exceptions from the team's rules for campaigns that don't exist: misspelled keys, or paths of files. Patterns may be
 * for future campaigns.
 */
export function unusedExceptions(source: Source, keys: readonly string[]): Finding[] {
  const rules = valueAt(source.value, ['policy', 'rules']);
  return Object.entries(isJsonObject(rules) ? rules : {}).flatMap(([name, rule]) => {
    const except = valueAt(rule, ['except']);
    return (isList(except) ? except : []).flatMap((field, index): Finding[] => {
      if (typeof field !== 'string' || isGlob(field) || keys.includes(field)) return [];
      const path = ['policy', 'rules', name, 'except', index];
      const params = { field, because: 'as an exception: no campaign has this key' };
      return [{ code: 'NO_EFFECT', params, at: source.at(path), path }];
    });
  });
}
