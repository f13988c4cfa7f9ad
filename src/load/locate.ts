import type { RuleCode } from '../model/findings.ts';
import { valueAt, type JsonObject, type Path } from '../model/json.ts';
import type { Coded } from './check.ts';
import type { Head } from './read-head.ts';
import type { Origin } from './references.ts';
import { keyOfPath, keysUpwards } from './path-set.ts';
import { placeInText } from './place-in-text.ts';
import type { Source, SourceSpan } from './yaml/source.ts';

/** The sources of a campaign's values for one workspace. */
export interface Making {
  readonly head: Head;
  readonly workspace: string;
  readonly origins: readonly Origin[];
  /** workspaces.yaml; undefined if its text isn't available. */
  readonly configuration: Source | undefined;
}

/**
 * The reference that the value at a path, or an ancestor of it, came from. Below a text there is only its `with`, in
 * the YAML.
 */
function originOf(path: Path, origins: ReadonlyMap<string, Origin>): Origin | undefined {
  const found = keysUpwards(path).map((key) => origins.get(key));
  return firstOf(found.filter((one) => one?.kind !== 'file' || one.path.length === path.length));
}

function firstOf<Item>(items: readonly (Item | undefined)[]): Item | undefined {
  return items.find((item) => item !== undefined);
}

/** The parts of a problem that say where it is. */
interface Whereabouts {
  readonly path: Path;
  readonly on?: 'key' | 'value' | undefined;
  readonly part?: Coded['part'] | undefined;
}

export type Place = SourceSpan & { readonly file: string };

/** Rules about what a body may lack, although the file has it for another workspace. */
const LACKING: readonly RuleCode[] = ['MISSING', 'PUBLISH', 'AUDIENCE', 'TEAM_RULE'];

/** Where something was found in a body. What the body lacks is at the map that lacks it. */
export function placeOfFound(
  { code, path, on = 'value', part }: Coded,
  making: Making,
  body: JsonObject,
): Place {
  const isWritten = making.head.source.has(path) || isOverridden(path, making);
  const isThere =
    path.length === 0 || valueAt(body, path) !== undefined || (!LACKING.includes(code) && isWritten);
  const origins = new Map(making.origins.map((origin) => [keyOfPath(origin.path), origin]));
  const place: Whereabouts = isThere ? { path, on, part } : { path: path.slice(0, -1) };
  return placeOfProblem(place, originOf(place.path, origins), making);
}

/** Whether the override of the workspace has a value. */
function isOverridden(path: Path, { head, workspace }: Making): boolean {
  return head.source.has(['overrides', workspace, ...path]);
}

/** Where the value at a path was written, whichever reference it came from. */
export function placeOfValue(path: Path, making: Making): Place {
  const origins = new Map(making.origins.map((origin) => [keyOfPath(origin.path), origin]));
  const origin = originOf(path, origins);
  return placeOfProblem({ path, on: 'value' }, origin, making);
}

/** The YAML in which the value at a path was written, and the position in it; undefined for the text of a `$file`. */
export function writtenAt(path: Path, making: Making): { source: Source; path: Path } | undefined {
  const { head, workspace, configuration } = making;
  const origin = firstOf(
    keysUpwards(path).map((key) => making.origins.find((one) => keyOfPath(one.path) === key)),
  );
  if (origin?.kind === 'var')
    return configuration && { source: configuration, path: pathOfVariable(path, origin, workspace) };
  if (origin) return undefined;
  const overridden: Path = ['overrides', workspace, ...path];
  return { source: head.source, path: head.source.has(overridden) ? overridden : path };
}

/** `origin` is the reference that the value, or an ancestor of it, came from. The key before a reference is in the campaign. */
function placeOfProblem(problem: Whereabouts, origin: Origin | undefined, making: Making): Place {
  const isKey = problem.on === 'key' && origin?.path.length === problem.path.length;
  if (origin?.kind === 'file' && !isKey) return placeInText(origin, problem.part);
  if (origin?.kind === 'var' && !isKey && making.configuration)
    return inVariables(problem, origin, making.configuration, making);
  return { file: making.head.source.file, ...inCampaign(problem, making) };
}

type Variable = Extract<Origin, { kind: 'var' }>;

function inVariables(
  { path, on, part }: Whereabouts,
  origin: Variable,
  configuration: Source,
  { workspace }: Making,
): Place {
  const written = pathOfVariable(path, origin, workspace);
  return { file: configuration.file, ...spanIn(configuration, written, { on, part }) };
}

function pathOfVariable(path: Path, { name, path: from }: Variable, workspace: string): Path {
  return ['workspaces', workspace, 'vars', name, ...path.slice(from.length)];
}

/** In the override if it sets the value, or the map that lacks one. */
function inCampaign({ path, on, part }: Whereabouts, { head: { source }, workspace }: Making): SourceSpan {
  const overridden: Path = ['overrides', workspace, ...path];
  return spanIn(source, path.length > 0 && source.has(overridden) ? overridden : path, { on, part });
}

function spanIn(source: Source, path: Path, { on, part }: Pick<Whereabouts, 'on' | 'part'>): SourceSpan {
  if (part) return source.partAt(path, part.text, part.nth);
  return on === 'key' ? source.keyAt(path) : source.at(path);
}
