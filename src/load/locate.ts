import type { Diagnostic } from '../model/diagnostic.ts';
import { isWithin, valueAt, type JsonObject, type Path } from '../model/json.ts';
import type { Problem } from './problem.ts';
import type { Head } from './read-head.ts';
import type { Origin } from './references.ts';
import { campaignRoot, describedAt } from './schema-place.ts';
import { placeOf, type Source, type Span } from './source.ts';

/** What a campaign's values for one workspace were made of. */
export interface Making {
  readonly head: Head;
  readonly workspace: string;
  readonly origins: readonly Origin[];
  /** workspaces.yaml; undefined where its text is not at hand. */
  readonly configuration: Source | undefined;
}

/** A problem of a value as a diagnostic of the file in which the value was written. */
export function locate(problem: Problem, making: Making, body: JsonObject): Diagnostic {
  const { code, message, hint, section = sectionOf(body, problem.path) } = problem;
  return {
    ...placeOfProblem(problem, making),
    code,
    message,
    hint,
    ...(section !== undefined && { section }),
  };
}

type Place = Span & { readonly file: string };

function placeOfProblem(problem: Problem, making: Making): Place {
  const origin = originOf(problem.path, making.origins);
  if (origin?.kind === 'file') return { file: origin.file, ...spanInText(origin.text, problem.part) };
  if (origin?.kind === 'var' && making.configuration)
    return inVariables(problem, origin, making.configuration, making);
  return { file: making.head.source.file, ...inCampaign(problem, making) };
}

function sectionOf(body: JsonObject, path: Path): string | undefined {
  return describedAt(campaignRoot(valueAt(body, ['channel'])), path).section;
}

/** The reference that a value came by, if any: the value itself, or what holds it. */
function originOf(path: Path, origins: readonly Origin[]): Origin | undefined {
  return origins.find((one) => isWithin(path, one.path));
}

function inVariables(
  { path, on, part }: Problem,
  origin: Extract<Origin, { kind: 'var' }>,
  configuration: Source,
  { workspace }: Making,
): Place {
  const written = ['workspaces', workspace, 'vars', origin.name, ...path.slice(origin.path.length)];
  return { file: configuration.file, ...spanIn(configuration, written, { on, part }) };
}

/** In the override where that says it, else in the body. */
function inCampaign({ path, on, part }: Problem, { head: { source }, workspace }: Making): Span {
  const overridden: Path = ['overrides', workspace, ...path];
  return spanIn(source, path.length > 0 && source.has(overridden) ? overridden : path, { on, part });
}

function spanIn(source: Source, path: Path, { on, part }: Pick<Problem, 'on' | 'part'>): Span {
  if (part) return source.partAt(path, part.text, part.nth);
  return on === 'key' ? source.keyAt(path) : source.at(path);
}

/** In a plain text file; its beginning where no part is named. */
function spanInText(text: string, part: Problem['part']): Span {
  const at = part && placeOf(text, part.text, part.nth);
  if (at === undefined) return { line: 1, column: 1, width: 1 };
  const before = text.slice(0, at).split('\n');
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1, width: part?.text.length ?? 1 };
}
