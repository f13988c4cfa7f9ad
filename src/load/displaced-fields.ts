import { severityOf } from '../model/diagnostic.ts';
import type { Path, JsonObject } from '../model/json.ts';
import { outdented, type Outdented } from './outdented.ts';
import { keyOfPath, keysUpwards } from './path-set.ts';
import { onKey, type Problem } from './problem.ts';
import type { Head } from './read-head.ts';
import { isComponentName } from '../model/campaign.ts';
import { firstFew } from '../model/show.ts';

/** The codes of a field that is unknown in its place. */
const CODES: ReadonlySet<string> = new Set(['E_UNKNOWN_KEY', 'W_UNKNOWN_FIELD', 'E_NOT_ALLOWED']);

/**
 * Fields that are indented too little are one mistake, reported at the first of them. What else is reported about them,
 * and about the map that lacks them, is only a consequence.
 */
export function inTheirPlaces(
  problems: readonly Problem[],
  { head, workspace }: { readonly head: Head; readonly workspace: string },
): Problem[] {
  const found = new Map<string, Outdented>();
  for (const { on, path, code } of problems) {
    if (on !== 'key' || !CODES.has(code)) continue;
    const override: Path = ['overrides', workspace];
    const above = head.source.has([...override, ...path]) ? override : [];
    const one = outdented([...above, ...path], head.layout);
    const paths = one?.paths.map((place) => place.slice(above.length)) ?? [];
    const [first] = paths;
    if (one && first) found.set(keyOfPath(first), { ...one, paths, target: one.target.slice(above.length) });
  }
  const left = problems.filter((problem) => !head.outdents.some((one) => follows(problem, one)));
  const consequences = new Map(
    [...found.values()].map((one) => [one, left.filter((problem) => follows(problem, one))]),
  );
  const dropped = new Set([...consequences.values()].flat());
  return [
    ...[...consequences].flatMap(([one, its]) => asProblem(one, its)),
    ...left.filter((problem) => !dropped.has(problem)),
  ];
}

/** Whether a problem is about such a field, about the map that lacks it as a whole, or about its absence there. */
function follows({ path, on, missing }: Problem, { paths, target }: Outdented): boolean {
  const fields = new Set(paths.map(keyOfPath));
  if (keysUpwards(path).some((key) => fields.has(key))) return true;
  if (keyOfPath(path) !== keyOfPath(target)) return false;
  return missing === undefined ? on === 'value' : paths.some((one) => one.at(-1) === missing);
}

/** The service would store such a field without an error, unless something is missing without it. */
function asProblem({ paths, message, hint }: Outdented, consequences: readonly Problem[]): Problem[] {
  const isError = consequences.some((problem) => severityOf(problem) === 'error');
  const [first] = paths;
  return first ? [onKey(first, isError ? 'E_UNKNOWN_KEY' : 'W_UNKNOWN_FIELD', message, hint)] : [];
}

// The name of a component on a wrong line or in a wrong column leaves its fields behind, as unknown fields of another
// component. That is one mistake, so the fields are mentioned where the name is reported.

/** How many fields a message lists. */
const FIELDS_AT_MOST = 3;

/** Problems with the unknown fields of another component among those with the component that they belong to. */
export function withFieldsLeftBehind(
  problems: readonly Problem[],
  { body, namesOf }: { readonly body: JsonObject; readonly namesOf: (path: Path) => readonly string[] },
): Problem[] {
  const left = new Set<Problem>();
  const reported = problems.map((problem) => {
    const { path, code, hint } = problem;
    const component = String(path.at(-1));
    const isInside = code === 'E_UNKNOWN_KEY' && path.length > 1;
    const isEmpty = code === 'E_TYPE' && path.length === 1 && body[component] === null;
    if (!isComponentName(component) || (!isInside && !isEmpty)) return problem;
    const known = namesOf([component]);
    const fields = problems.filter(
      (one) =>
        one.code === 'W_UNKNOWN_FIELD' &&
        !left.has(one) &&
        known.includes(String(one.path.at(-1))) &&
        (isInside
          ? keyOfPath(one.path.slice(0, -1)) === keyOfPath(path.slice(0, -1))
          : one.path.length === 2),
    );
    const [first] = fields;
    if (!first) return problem;
    for (const one of fields) left.add(one);
    const names = firstFew(
      fields.map((one) => String(one.path.at(-1))),
      FIELDS_AT_MOST,
    );
    return {
      ...problem,
      hint: isInside
        ? `${hint}, and ${names} below it`
        : `move ${names} from ${String(first.path[0])} below it, or remove the line`,
    };
  });
  return reported.filter((problem, index) => !left.has(problems[index] ?? problem));
}
