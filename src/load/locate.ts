import type { Diagnostic } from '../model/diagnostic.ts';
import { valueAt, type JsonObject, type Path } from '../model/json.ts';
import type { Coded } from './check.ts';
import type { Problem } from './problem.ts';
import type { Head } from './read-head.ts';
import type { Origin } from './references.ts';
import { keyOfPath, keysUpwards } from './path-set.ts';
import { campaignRoot, placesOf } from './schema/schema-place.ts';
import { clip } from '../model/show.ts';
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

const STAYS = 'it may stay while the live campaign has it';
const MAY_BE_MISSING = 'you can leave it out only if the live campaign has none';

/** Turns problems of values into diagnostics of the files in which the values were written. */
export function locateAll(problems: readonly Problem[], making: Making, body: JsonObject): Diagnostic[] {
  const origins = new Map(making.origins.map((origin) => [keyOfPath(origin.path), origin]));
  const places = placesOf(campaignRoot(body.channel));
  return problems.map((problem) => {
    const { path, code, missing, because } = problem;
    const advice = problem.toQuote ? quoted(problem, making) : problem.hint;
    const hint = problem.mayStay ? `${advice}; ${missing === undefined ? STAYS : MAY_BE_MISSING}` : advice;
    const isElsewhere =
      because !== undefined &&
      (missing !== undefined || !making.head.source.has(['overrides', because, ...path]));
    const origin = originOf(path, origins);
    const message = `${problem.message}${isElsewhere ? ` (in ${because})` : ''}`;
    const { section = places.section(missing === undefined ? path : [...path, missing]) } = problem;
    const place = placeOfProblem(problem, origin, making);
    const { fix, isKept } = problem;
    const namesWorkspace = isElsewhere || problem.namesWorkspace === true;
    return {
      ...place,
      code,
      message,
      hint,
      ...(typeof section === 'string' && { section }),
      ...(fix && { fix }),
      ...(isKept && { isKept }),
      ...(namesWorkspace && { namesWorkspace: true as const }),
    };
  });
}

/** Quotes the value as written in the file: 0777 is parsed as a number, which no longer begins with a zero. */
function quoted({ path, hint, toQuote }: Problem, making: Making): string {
  const { head, workspace } = making;
  const place = writtenAt(path, making);
  // A value of `with` is in the campaign file, although it is below a text.
  const written = place
    ? place.source.written(place.path)
    : (head.source.written(['overrides', workspace, ...path]) ?? head.source.written(path));
  if (written === undefined) return hint;
  return toQuote === 'in-list' ? `write ["${clip(written)}"]` : `quote it: "${clip(written)}"`;
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
interface Whereabouts extends Pick<Problem, 'path' | 'on' | 'part' | 'missing'> {
  readonly because?: string | undefined;
}

export type Place = SourceSpan & { readonly file: string };

/** Where something was found in a body. What the body lacks is at the map that lacks it. */
export function placeOfFound(
  { code, path, on = 'value', part }: Coded,
  making: Making,
  { body, because }: Pick<Whereabouts, 'because'> & { readonly body: JsonObject },
): Place {
  const isThere =
    path.length === 0 ||
    valueAt(body, path) !== undefined ||
    (code !== 'MISSING' && (making.head.source.has(path) || isOverridden(path, making)));
  const origins = new Map(making.origins.map((origin) => [keyOfPath(origin.path), origin]));
  const place: Whereabouts = isThere
    ? { path, on, part, because }
    : { path: path.slice(0, -1), on: 'value', missing: String(path.at(-1)), because };
  return placeOfProblem(place, originOf(place.path, origins), making);
}

/** Whether the override of the workspace has a value, so that its position names the workspace. */
export function isOverridden(path: Path, { head, workspace }: Making): boolean {
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

/**
 * In the override if the override sets the value or makes it wrong; otherwise in the body. What the body lacks, whatever
 * the override says, is missing in the body.
 */
function inCampaign(
  { path, on, part, missing, because }: Whereabouts,
  { head: { source }, workspace }: Making,
): SourceSpan {
  const override: Path = ['overrides', workspace];
  const overridden = [...override, ...path];
  const isOfBody = missing !== undefined && because === undefined && source.has(path);
  if (path.length > 0 && source.has(overridden) && !isOfBody) return spanIn(source, overridden, { on, part });
  if (because === undefined) return spanIn(source, path, { on, part });
  const touched = keysTowards(missing === undefined ? path : [...path, missing])
    .map((steps) => [...override, ...steps])
    .find((steps) => source.has(steps));
  return source.keyAt(touched ?? override);
}

/** A path and its prefixes, the longest first; at least one step. */
function keysTowards(path: Path): Path[] {
  return path.map((_, index) => path.slice(0, path.length - index));
}

function spanIn(source: Source, path: Path, { on, part }: Pick<Whereabouts, 'on' | 'part'>): SourceSpan {
  if (part) return source.partAt(path, part.text, part.nth);
  return on === 'key' ? source.keyAt(path) : source.at(path);
}
