import { isJsonObject, valueAt, type JsonObject, type JsonValue, type Path } from '../../model/json.ts';
import { clip } from '../../model/show.ts';
import { keyOfPath, keysUpwards } from '../path-set.ts';
import { onKey, type Problem } from '../problem.ts';
import type { Source } from '../yaml/source.ts';
import { placesOf, WORKSPACES_ROOT, type Places } from './schema-place.ts';

// Settings of workspaces.yaml in the wrong place. `policy:` with two spaces before it is a workspace to YAML, and so is
// `drift:` if the line `policy:` above it was deleted. Each is one mistake, although almost nothing fits there.

/** A name in the wrong place, and the names around it that are there only because of it. */
interface Displaced {
  readonly paths: readonly Path[];
  /** The map that lacks them, if it is there. */
  readonly owner?: Path;
  readonly message: string;
  readonly hint: string;
}

/** The problems with each displaced setting as one. */
export function oncePerDisplacedSetting(problems: readonly Problem[], source: Source): Problem[] {
  const { value } = source;
  const places = placesOf(WORKSPACES_ROOT);
  const displaced = [
    ...amongWorkspaces(value, places),
    ...outsideOfTheirMap(value, places),
    ...ofWorkspaces(value, places),
  ];
  const covered = new Set(displaced.flatMap(({ paths }) => paths.map(keyOfPath)));
  return [
    ...displaced.flatMap(({ paths: [first], message, hint }) =>
      first ? [onKey(first, 'E_UNKNOWN_KEY', message, hint)] : [],
    ),
    ...problems.filter(
      (problem) =>
        !keysUpwards(problem.path).some((key) => covered.has(key)) &&
        !displaced.some((one) => isAboutMissing(problem, one)),
    ),
  ];
}

/** Whether a problem is that the map which lacks displaced settings is empty, or lacks one of them. */
function isAboutMissing({ path, on, missing }: Problem, { paths, owner }: Displaced): boolean {
  if (!owner || keyOfPath(path) !== keyOfPath(owner)) return false;
  return missing === undefined ? on === 'value' : paths.some((one) => one.at(-1) === missing);
}

/** Settings of the whole file that are inside `workspaces` or inside a workspace. */
function amongWorkspaces(value: JsonValue, places: Places): Displaced[] {
  const workspaces = valueAt(value, ['workspaces']);
  if (!isJsonObject(value) || !isJsonObject(workspaces)) return [];
  const isSetting = (name: string) => !isWorkspace(workspaces[name] ?? null, places);
  const absent = places.names([]).filter((name) => value[name] === undefined && name !== 'workspaces');
  const ofPolicy = absent.includes('policy')
    ? places.names(['policy']).filter((name) => Object.hasOwn(workspaces, name) && isSetting(name))
    : [];
  const inside = absent.flatMap((name) => {
    const holders: Path[] = [['workspaces'], ...Object.keys(workspaces).map((one) => ['workspaces', one])];
    return holders.flatMap((holder): Displaced[] => {
      const path = [...holder, name];
      const own = valueAt(value, path);
      if (own === undefined || isWorkspace(own, places)) return [];
      // With nothing below it, its own settings are beside it.
      const beside = own === null && name === 'policy' ? ofPolicy.map((one) => [...holder, one]) : [];
      const message = `${name} is inside ${clip(String(holder.at(-1)))}, because it is indented`;
      const hint = `move it${isJsonObject(own) ? ' and everything below it' : ''} to the left margin`;
      return [{ paths: [path, ...beside], message, hint }];
    });
  });
  if (absent.includes('policy')) inside.push(...amongVariables(workspaces, places));
  const [first] = ofPolicy;
  if (first === undefined || Object.hasOwn(workspaces, 'policy')) return inside;
  const message = `${first} belongs to policy, which is missing`;
  const hint = 'write policy: on the line above it, at the left margin';
  return [...inside, { paths: ofPolicy.map((name) => ['workspaces', name]), message, hint }];
}

/** A policy that is indented like the variables above it, so that it has no effect. */
function amongVariables(workspaces: JsonObject, places: Places): Displaced[] {
  const known = places.names(['policy']);
  return Object.keys(workspaces).flatMap((name): Displaced[] => {
    const own = valueAt(workspaces, [name, 'vars', 'policy']) ?? null;
    const names = isJsonObject(own) ? Object.keys(own) : [];
    if (names.length === 0 || !names.every((field) => known.includes(field))) return [];
    const message = `policy is a variable of ${clip(name)}, because it is indented like the variables`;
    const hint = 'move it and everything below it to the left margin';
    return [{ paths: [['workspaces', name, 'vars', 'policy']], message, hint }];
  });
}

function isWorkspace(value: JsonValue, places: Places): boolean {
  const names = places.names(['workspaces', 'a']);
  return isJsonObject(value) && Object.keys(value).some((name) => names.includes(name));
}

/** Settings that are one or more levels further out than the map that they belong to. */
function outsideOfTheirMap(value: JsonValue, places: Places): Displaced[] {
  const maps: Path[] = [['policy'], ['policy', 'rules']];
  return maps.flatMap((home) =>
    places.names(home).flatMap((name): Displaced[] => {
      const holder = [[], ['policy']].find(
        (one) =>
          one.length < home.length &&
          valueAt(value, [...one, name]) !== undefined &&
          !places.names(one).includes(name),
      );
      if (!holder) return [];
      const where = home.join('.');
      const isThere = isJsonObject(valueAt(value, home) ?? null);
      const hint = isThere
        ? `move it below ${String(home.at(-1))}:, indented by 2 more spaces`
        : `write ${String(home.at(-1))}: on the line above it, and indent it by 2 more spaces`;
      return [{ paths: [[...holder, name]], message: `${name} belongs to ${where}`, hint }];
    }),
  );
}

/** Settings of a workspace at the left margin, such as `vars`. */
function ofWorkspaces(value: JsonValue, places: Places): Displaced[] {
  const workspaces = valueAt(value, ['workspaces']);
  if (!isJsonObject(value) || !isJsonObject(workspaces)) return [];
  const [only = '', ...others] = Object.keys(workspaces);
  const owner = only !== '' && others.length === 0 ? clip(only) : 'a workspace';
  return places.names(['workspaces', 'a']).flatMap((name): Displaced[] => {
    const own = value[name];
    if (own === undefined || places.names([]).includes(name)) return [];
    const hint = `move it${isJsonObject(own) ? ' and everything below it' : ''} to the end of the settings of ${owner}, indented by 4 spaces`;
    return [{ paths: [[name]], message: `${name} belongs to ${owner}`, hint }];
  });
}
