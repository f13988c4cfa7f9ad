import { severityOf } from '../model/diagnostic.ts';
import type { Path } from '../model/json.ts';
import { outdented, type Outdented } from './outdented.ts';
import { keyOfPath, keysUpwards } from './path-set.ts';
import { onKey, type Problem } from './problem.ts';
import type { Head } from './read-head.ts';

/** The codes of a field that is unknown in its place. */
const CODES: ReadonlySet<string> = new Set(['E_UNKNOWN_KEY', 'W_UNKNOWN_FIELD', 'E_NOT_ALLOWED']);

/**
 * Fields that are indented too little are one mistake, reported at the first of them. What else is reported about them,
 * and about the map that lacks them, is only a consequence.
 */
export function joinOutdented(
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
    if (one && first) found.set(keyOfPath(first), { ...one, paths, owner: one.owner.slice(above.length) });
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
function follows({ path, on, missing }: Problem, { paths, owner }: Outdented): boolean {
  const fields = new Set(paths.map(keyOfPath));
  if (keysUpwards(path).some((key) => fields.has(key))) return true;
  if (keyOfPath(path) !== keyOfPath(owner)) return false;
  return missing === undefined ? on === 'value' : paths.some((one) => one.at(-1) === missing);
}

/** The service would store such a field without an error, unless something is missing without it. */
function asProblem({ paths, message, hint }: Outdented, consequences: readonly Problem[]): Problem[] {
  const isError = consequences.some((problem) => severityOf(problem) === 'error');
  const [first] = paths;
  return first ? [onKey(first, isError ? 'E_UNKNOWN_KEY' : 'W_UNKNOWN_FIELD', message, hint)] : [];
}
