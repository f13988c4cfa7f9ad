import { posix } from 'node:path';
import { schemaComment } from '../../files/campaign-schema.ts';
import { isSource, parseSource, type Source } from '../../load/yaml/source.ts';
import { editYaml } from '../../edit/edit-yaml.ts';
import { emergencyStopFor } from '../../model/transitions.ts';
import {
  isJsonObject,
  isList,
  valueAt,
  withValueAt,
  type JsonValue,
  type Path,
  memberOf,
  sameJson,
  type JsonObject,
} from '../../model/json.ts';
import { withoutMark } from '../../model/byte-order-mark.ts';
import { mergePatch } from '../../load/merge-patch.ts';
import type { Workspace } from '../../model/workspace.ts';

/** A text to write. */
interface ValueEdit {
  readonly path: Path;
  readonly value: string;
}

/**
 * The position of a campaign file's text, and the new targets of its `$file`s; paths are from the repository's root.
 */
interface References {
  readonly file: string;
  readonly moved: ReadonlyMap<string, string>;
}

interface Copy extends References {
  readonly to: { readonly file: string; readonly key: string };
  /** The schema of campaign files; undefined if the repository has none. */
  readonly schema: string | undefined;
  /** The new value of each `basic_details.name`, by the old one. */
  readonly nameFor: (name: string) => string;
}

/**
 * The text of a copy: another name and key, and DRAFT if a status was set, so that nothing is sent before the user
 * changes that. Undefined if it can't be written without changing anything else.
 */
export function copyText(text: string, { file, moved, to, schema, nameFor }: Copy): string | undefined {
  const source = parsed(file, text);
  if (!source) return undefined;
  const scopes: readonly Path[] = [[], ...overridesOf(source).map((name) => ['overrides', name])];
  const edits = [
    ...(source.has(['key']) ? [{ path: ['key'], value: to.key }] : []),
    ...scopes.flatMap((scope): ValueEdit[] => {
      const [status, name] = [
        [...scope, 'status'],
        [...scope, 'basic_details', 'name'],
      ];
      const said = valueAt(source.value, name);
      return [
        ...(source.has(status) ? [{ path: status, value: 'DRAFT' }] : []),
        ...(typeof said === 'string' ? [{ path: name, value: nameFor(said) }] : []),
      ];
    }),
    ...referenceEdits(source, { file, moved, to: to.file }),
  ];
  const copy = withEdits(text, source.value, edits);
  return copy && withSchemaLine(copy, { from: file, to: to.file, schema });
}

interface Old extends References {
  /** The text with the edit. */
  readonly edited: string;
  readonly variables: FormerVariables;
}

/** The text of the old campaign as it was last applied. A PAUSED or STOPPED status in its file is kept. */
export function oldText(text: string, { file, moved, edited, variables }: Old): string | undefined {
  const [source, now] = [parsed(file, text), parsed(file, edited)];
  if (!source || !isJsonObject(source.value)) return undefined;
  const type = valueAt(source.value, ['campaign_delivery_type']);
  const stop = typeof type === 'string' ? emergencyStopFor(type) : undefined;
  const statuses = [['status'], ...overridesOf(source).map((name) => ['overrides', name, 'status'])].filter(
    (path) =>
      stop !== undefined &&
      (path.length === 1 || source.has(path)) &&
      valueAt(now?.value, path) === stop &&
      valueAt(source.value, path) !== stop,
  );
  const edits = [
    ...statuses.map((path): ValueEdit => ({ path, value: stop ?? '' })),
    ...referenceEdits(source, { file, moved, to: file }),
  ];
  // A status that the file doesn't have yet belongs at its top.
  const top = statuses.some(({ length }) => length === 1) ? { status: '' } : {};
  return withEdits(text, { ...top, ...withFormerVariables(source.value, variables) }, edits);
}

function parsed(file: string, text: string): Source | undefined {
  const source = parseSource(file, withoutMark(text));
  return isSource(source) ? source : undefined;
}

function overridesOf({ value }: Source): string[] {
  const overrides = valueAt(value, ['overrides']);
  return isJsonObject(overrides) ? Object.keys(overrides) : [];
}

function referenceEdits(
  { value }: Source,
  { file, moved, to }: References & { readonly to: string },
): ValueEdit[] {
  return referencesIn(value, []).flatMap(({ path, target }) => {
    const at = posix.normalize(posix.join(posix.dirname(file), target));
    const now = moved.get(at) ?? at;
    if (now === at && posix.dirname(file) === posix.dirname(to)) return [];
    const way = posix.relative(posix.dirname(to), now);
    return [{ path: [...path, '$file'], value: way.startsWith('../') ? way : `./${way}` }];
  });
}

function referencesIn(here: JsonValue, path: Path): { readonly path: Path; readonly target: string }[] {
  if (isList(here)) return here.flatMap((item, index) => referencesIn(item, [...path, index]));
  if (!isJsonObject(here)) return [];
  if (typeof here.$file === 'string') return [{ path, target: here.$file }];
  return Object.entries(here).flatMap(([name, member]) => referencesIn(member, [...path, name]));
}

function withEdits(text: string, value: JsonValue, edits: readonly ValueEdit[]): string | undefined {
  const next = edits.reduce((all, edit) => withValueAt(all, edit.path, edit.value), value);
  return isJsonObject(next) ? editYaml(text, next) : undefined;
}

/** The comment that names the schema for editors has a path from the file, too. Without one, it becomes the first line. */
function withSchemaLine(
  text: string,
  { from, to, schema }: { readonly from: string; readonly to: string; readonly schema: string | undefined },
): string {
  const [line, head = '', named = ''] = SCHEMA_LINE.exec(text) ?? [];
  if (line === undefined) {
    const end = text.includes('\r\n') ? '\r\n' : '\n';
    return schema === undefined ? text : text.replace(/^\ufeff?/, `$&# ${schemaComment(to, schema)}${end}`);
  }
  if (posix.dirname(from) === posix.dirname(to) || /^(?:[a-z]+:|\/)/i.test(named)) return text;
  const moved = posix.relative(posix.dirname(to), posix.join(posix.dirname(from), named));
  return text.replace(line, () => head + moved);
}

const SCHEMA_LINE = /^(\ufeff?#[ \t]*yaml-language-server:[ \t]*\$schema=)(\S+)/m;

/** Every workspace by name, at the last apply and now. */
interface FormerVariables {
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
