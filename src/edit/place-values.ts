import {
  isJsonObject,
  sameJson,
  valueAt,
  type JsonObject,
  type JsonValue,
  type Path,
} from '../model/json.ts';
import { isReference, mergePatch } from '../load/references.ts';
import { byEntry } from './entry-order.ts';

/** The top level of a campaign file, and the workspaces that it is for. */
export interface PlacedFile {
  readonly value: JsonObject;
  readonly workspace: string;
  /** The other workspaces that the file is for. */
  readonly others: readonly string[];
}

/**
 * The file's new value, with an entry for one workspace written where it came from: into its override if the override
 * sets it, otherwise into the body. What other workspaces take from the body becomes an override of this one. `wanted` is
 * as the file should say it, with references. Undefined if a merge patch can't express it.
 */
export function placeValues(
  { value, workspace, others }: PlacedFile,
  [name, wanted]: readonly [name: string, wanted: JsonValue | undefined],
): JsonObject | undefined {
  const { overrides: all, ...body } = value;
  const overrides = isJsonObject(all) ? all : {};
  let [base, patch]: [JsonObject, JsonObject] = [body, objectIn(overrides, workspace)];
  const merged = objectOf(mergePatch(base, patch));
  for (const { path, next } of changesIn(merged[name], wanted, [name])) {
    const isOverridden = valueAt(patch, path) !== undefined;
    const above = path.slice(0, -1);
    const isOnlyInPatch =
      above.length > 0 && valueAt(patch, above) !== undefined && !isJsonObject(valueAt(base, above));
    const isOfPatch = isOverridden || isOnlyInPatch;
    const inBody = isOfPatch ? undefined : put(base, path, next);
    const keeps = (other: JsonObject) => sameJson(mergePatch(base, other), mergePatch(inBody ?? {}, other));
    if (inBody && others.every((one) => keeps(objectIn(overrides, one)))) base = inBody;
    else {
      const isGone = next === undefined && valueAt(base, path) === undefined;
      patch = isGone ? put(patch, path, undefined) : put(patch, path, next ?? null);
    }
  }
  if (!sameJson(objectOf(mergePatch(base, patch))[name], wanted)) return undefined;
  const isKept = Object.keys(patch).length > 0 || workspace in overrides;
  const kept = { ...overrides, ...(isKept && { [workspace]: patch }) };
  const isBare = all === undefined && Object.keys(kept).length === 0;
  return byEntry({ ...base, ...(!isBare && { overrides: kept }) });
}

/** The smallest parts that differ. A list is one part, since a merge patch replaces it whole. */
function changesIn(
  before: JsonValue | undefined,
  next: JsonValue | undefined,
  path: Path,
): { readonly path: Path; readonly next: JsonValue | undefined }[] {
  if (sameJson(before, next)) return [];
  const isMap = (one: JsonValue | undefined): one is JsonObject => isJsonObject(one) && !isReference(one);
  if (!isMap(before) || !isMap(next)) return [{ path, next }];
  const names = [...new Set([...Object.keys(before), ...Object.keys(next)])];
  return names.flatMap((name) => changesIn(before[name], next[name], [...path, name]));
}

/** The map with another value at a path; undefined removes it, along with maps that become empty. */
function put(here: JsonObject, path: Path, next: JsonValue | undefined): JsonObject {
  const [step = '', ...rest] = path;
  const name = String(step);
  const member = here[name];
  const inner =
    rest.length === 0 ? next : put(isJsonObject(member) && !isReference(member) ? member : {}, rest, next);
  const isGone = inner === undefined || (next === undefined && sameJson(inner, {}));
  if (isGone) return Object.fromEntries(Object.entries(here).filter(([one]) => one !== name));
  return { ...here, [name]: inner };
}

function objectIn(value: JsonObject, name: string): JsonObject {
  return Object.hasOwn(value, name) ? objectOf(value[name]) : {};
}

function objectOf(value: JsonValue | undefined): JsonObject {
  return isJsonObject(value) && !isReference(value) ? value : {};
}
