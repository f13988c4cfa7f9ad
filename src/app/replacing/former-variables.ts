import { mergePatch } from '../../load/merge-patch.ts';
import {
  isJsonObject,
  isList,
  memberOf,
  sameJson,
  valueAt,
  withValueAt,
  type JsonObject,
  type JsonValue,
  type Path,
} from '../../model/json.ts';
import type { Workspace } from '../../model/workspace.ts';

/** Every workspace by name, at the last apply and now. */
export interface FormerVariables {
  readonly then: ReadonlyMap<string, Pick<Workspace, 'vars'>>;
  readonly now: ReadonlyMap<string, Pick<Workspace, 'vars'>>;
}

/**
 * A campaign file that says in each workspace what it said with the former values of the variables: these replace the
 * references. A workspace whose variable hasn't changed keeps the reference, and the others get an override.
 */
export function withFormerVariables(file: JsonObject, variables: FormerVariables): JsonObject {
  const names = [...variables.now.keys()].filter((name) => isFor(name, file));
  const formerOf = (workspace: string, name: string): JsonValue | undefined => {
    const [then, now] = [variables.then, variables.now].map((all) =>
      memberOf(all.get(workspace)?.vars ?? {}, name),
    );
    return sameJson(then, now) ? undefined : then;
  };
  return names.reduce((before, workspace) => {
    const found = variablesIn(bodyFor(workspace, before), []);
    return found.reduce((now, { path, name }) => {
      const former = formerOf(workspace, name);
      if (former === undefined) return now;
      const isShared = names.some(
        (other) =>
          sameJson(valueAt(bodyFor(other, now), path), { $var: name }) &&
          !sameJson(formerOf(other, name), former),
      );
      return withFormer(now, { workspace, path, former, isShared });
    }, before);
  }, file);
}

interface Former {
  readonly workspace: string;
  readonly path: Path;
  readonly former: JsonValue;
  readonly isShared: boolean;
}

function withFormer(file: JsonObject, { workspace, path, former, isShared }: Former): JsonObject {
  const overridden: Path = ['overrides', workspace, ...path];
  if (valueAt(file, overridden) !== undefined) return mapWith(file, overridden, former);
  if (!isShared) return mapWith(file, path, former);
  // An override replaces a list as a whole.
  const [list = path.length] = path.flatMap((step, at) => (typeof step === 'number' ? [at] : []));
  const whole = withValueAt(valueAt(file, path.slice(0, list)), path.slice(list), former);
  return mapWith(file, overridden.slice(0, list + 2), whole);
}

function mapWith(file: JsonObject, path: Path, value: JsonValue): JsonObject {
  const next = withValueAt(file, path, value);
  return isJsonObject(next) ? next : file;
}

function isFor(workspace: string, { workspaces }: JsonObject): boolean {
  return !isList(workspaces) || workspaces.includes(workspace);
}

/** What a file says in a workspace, with its references. */
function bodyFor(workspace: string, { overrides, ...body }: JsonObject): JsonValue {
  const patch = valueAt(overrides, [workspace]);
  return isJsonObject(patch) ? mergePatch(body, patch) : body;
}

function variablesIn(here: JsonValue, path: Path): { readonly path: Path; readonly name: string }[] {
  if (isList(here)) return here.flatMap((item, at) => variablesIn(item, [...path, at]));
  if (!isJsonObject(here)) return [];
  if (typeof here.$var === 'string') return [{ path, name: here.$var }];
  return Object.entries(here).flatMap(([name, member]) => variablesIn(member, [...path, name]));
}
