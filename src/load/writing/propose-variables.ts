import {
  isJsonObject,
  isList,
  valueAt,
  type JsonObject,
  type JsonValue,
  type Path,
} from '../../model/json.ts';
import type { SharedVariable } from '../../model/import.ts';
import { withValue } from '../yaml/with-value.ts';
import { firstFree } from './assign-keys.ts';

// If a file is for two workspaces, each difference becomes an override. If the same two values occur in several places,
// such as a connector, a sender address or the ID of a segment, they become a variable: one line for each workspace
// instead of an override in each file.

/** A text in a file, and the live value in the workspace that is imported. */
export interface DifferingText {
  readonly path: Path;
  readonly elsewhere: string;
  readonly here: string;
}

/** Texts that differ at the same path in both, including in lists of the same length. */
export function differingTexts(
  elsewhere: JsonValue | undefined,
  here: JsonValue | undefined,
  path: Path = [],
): DifferingText[] {
  if (typeof elsewhere === 'string' && typeof here === 'string')
    return elsewhere === here ? [] : [{ path, elsewhere, here }];
  if (isList(elsewhere) && isList(here) && elsewhere.length === here.length)
    return elsewhere.flatMap((item, index) => differingTexts(item, here[index], [...path, index]));
  if (!isJsonObject(elsewhere) || !isJsonObject(here)) return [];
  return Object.entries(elsewhere).flatMap(([name, value]) =>
    differingTexts(value, here[name], [...path, name]),
  );
}

/** What differs between a file and the workspace that is imported, and which other workspaces the file is for. */
export interface DifferingFile {
  readonly differences: readonly DifferingText[];
  readonly workspaces: readonly string[];
}

/** The variables of each workspace that has any. */
export type VariablesByWorkspace = ReadonlyMap<string, Readonly<Record<string, JsonValue>>>;

/**
 * A variable for each pair of values that occurs in at least two places. An existing variable with these values is
 * reused; any other gets a name that no workspace has.
 */
export function proposeVariables(
  files: readonly DifferingFile[],
  { workspace, known }: { readonly workspace: string; readonly known: VariablesByWorkspace },
): SharedVariable[] {
  const taken = new Set([...known.values()].flatMap((vars) => Object.keys(vars)));
  return pairsIn(files).map(({ paths, elsewhere, here, workspaces }): SharedVariable => {
    const values = [...workspaces.map((name) => [name, elsewhere] as const), [workspace, here] as const];
    const same = [...taken].find((name) => values.every(([one, value]) => known.get(one)?.[name] === value));
    const name = same ?? spelled(firstFree(nameFor(paths), (one) => taken.has(spelled(one))));
    taken.add(name);
    return {
      name,
      isNew: same === undefined,
      places: paths.length,
      values: values.map(([one, value]) => ({ workspace: one, value })),
    };
  });
}

interface Pair extends Omit<DifferingText, 'path'> {
  readonly paths: Path[];
  readonly workspaces: string[];
}

/** The pairs of values that occur in several places, the most frequent first. */
function pairsIn(files: readonly DifferingFile[]): Pair[] {
  const pairs = new Map<string, Pair>();
  for (const { differences, workspaces } of files)
    for (const { path, elsewhere, here } of differences.filter(canBeVariable)) {
      const known = pairs.get(JSON.stringify([elsewhere, here]));
      const pair = known ?? { elsewhere, here, paths: [], workspaces: [] };
      pair.paths.push(path);
      pair.workspaces.push(...workspaces.filter((one) => !pair.workspaces.includes(one)));
      pairs.set(JSON.stringify([elsewhere, here]), pair);
    }
  return [...pairs.values()]
    .filter(({ paths }) => paths.length > 1)
    .sort((one, other) => other.paths.length - one.paths.length);
}

/** Times and the service's own words are the same in many campaigns without being related. */
function canBeVariable({ path: [component], elsewhere, here }: DifferingText): boolean {
  const isWordOfService = [elsewhere, here].every((text) => /^[A-Z][A-Z_]+$/.test(text));
  return component !== 'scheduling_details' && !isWordOfService && elsewhere !== '' && here !== '';
}

/** `segment_id_2` */
function spelled(name: string): string {
  return name.replace(/\W+/g, '_');
}

/** Names that are too general on their own. */
const TOO_GENERAL = ['id', 'name', 'value', 'title', 'message', 'url'];

/**
 * The field's name, with the component's name if the field's name is too general: `from_address`, `segmentation_id`.
 */
function nameFor([path = []]: readonly Path[]): string {
  const names = path.filter((step) => typeof step === 'string');
  const [component = '', field = component] = [names[0], names.at(-1)];
  return TOO_GENERAL.includes(field) ? `${component.replace(/_.*/, '')}_${field}` : field;
}

/** A campaign file that takes these texts from variables; undefined if none of its places can. */
export function withReferences(
  text: string,
  value: JsonValue,
  { differences, variables }: VariableUse,
): string | undefined {
  if (!isJsonObject(value)) return undefined;
  const referring = differences.reduce<JsonValue>((now, difference) => {
    const variable = variableFor(difference, variables);
    return variable ? withMember(now, difference.path, { $var: variable.name }) : now;
  }, value);
  return isJsonObject(referring) && referring !== value ? withValue(text, referring) : undefined;
}

interface VariableUse {
  readonly differences: readonly DifferingText[];
  readonly variables: readonly SharedVariable[];
}

/** The variable with both values. */
export function variableFor(
  { elsewhere, here }: DifferingText,
  variables: readonly SharedVariable[],
): SharedVariable | undefined {
  return variables.find(({ values }) => values[0]?.value === elsewhere && values.at(-1)?.value === here);
}

/** Only values that the file sets itself, not by a reference. */
export function literalTexts(value: JsonValue, differences: readonly DifferingText[]): DifferingText[] {
  return differences.filter(({ path, elsewhere }) => valueAt(value, path) === elsewhere);
}

/** `workspaces.yaml` with these variables; undefined if they can't be written into it. */
export function withVariables(
  text: string,
  value: JsonValue,
  variables: readonly SharedVariable[],
): string | undefined {
  const added = variables
    .filter(({ isNew }) => isNew)
    .flatMap(({ name, values }) => values.map((one) => ({ ...one, name })));
  const next = added.reduce<JsonValue>(
    (now, one) => withMember(now, ['workspaces', one.workspace, 'vars', one.name], one.value),
    value,
  );
  return isJsonObject(next) ? withValue(text, next) : undefined;
}

function withMember(here: JsonValue | undefined, [step, ...rest]: Path, value: JsonValue): JsonValue {
  if (step === undefined) return value;
  if (isList(here)) return here.map((item, index) => (index === step ? withMember(item, rest, value) : item));
  const map: JsonObject = isJsonObject(here) ? here : {};
  return { ...map, [step]: withMember(map[String(step)], rest, value) };
}
