import { isWithin } from '../model/json.ts';
import { nearest } from './nearest.ts';
import { onKey, type Problem } from './problem.ts';

/**
 * A name that is missing because it is there in another spelling is one mistake, told at that spelling. `atTop` holds
 * the unknown names at the top of the file, which have been told already.
 */
export function toldOnce(problems: readonly Problem[], atTop: readonly string[]): Problem[] {
  const meant = new Map<Problem, Problem>();
  for (const problem of problems) {
    const unknown = spelling(problem, problems);
    if (unknown) meant.set(unknown, problem);
  }
  const replaced = new Set(meant.values());
  return problems
    .filter((problem) => !replaced.has(problem) && !isMeantAtTop(problem, atTop))
    .map((problem) => {
      const { missing } = meant.get(problem) ?? {};
      if (missing === undefined) return problem;
      const hint = `write ${missing}, which is missing here`;
      return onKey(problem.path, 'E_UNKNOWN_KEY', problem.message, hint);
    });
}

/** The unknown field beside a missing one that was probably meant to be it. */
function spelling({ path, missing }: Problem, problems: readonly Problem[]): Problem | undefined {
  if (missing === undefined) return undefined;
  return problems.find(
    ({ code, path: other }) =>
      code === 'W_UNKNOWN_FIELD' &&
      other.length === path.length + 1 &&
      isWithin(other, path) &&
      nearest(String(other.at(-1)), [missing]) === missing,
  );
}

function isMeantAtTop({ path, missing }: Problem, atTop: readonly string[]): boolean {
  if (missing === undefined || path.length > 0) return false;
  return atTop.some((name) => nearest(name, [missing]) === missing);
}

/** All names that are missing at one place in one message. */
export function joinMissing(problems: readonly Problem[]): Problem[] {
  const joined = new Map<string, Problem[]>();
  for (const problem of problems) {
    const place = problem.missing === undefined ? '' : JSON.stringify(problem.path);
    joined.set(place, [...(joined.get(place) ?? []), problem]);
  }
  return [...joined].flatMap(([place, group]) => (place === '' ? group : inOne(group)));
}

function inOne(group: readonly Problem[]): Problem[] {
  const [first] = group;
  if (!first || group.length === 1) return [...group];
  const names = group.map(({ missing = '' }) => missing);
  const list = `${names.slice(0, -1).join(', ')} and ${String(names.at(-1))}`;
  const [, where = ''] = first.message.split(' is missing');
  return [{ ...first, message: `${list} are missing${where}`, hint: `add ${list}` }];
}
