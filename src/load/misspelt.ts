import { severityOf } from '../model/diagnostic.ts';
import { nearest } from '../model/nearest.ts';
import { keyOfPath } from './path-set.ts';
import { onKey, withValues, type Problem } from './problem.ts';

/**
 * A name that is missing because it is misspelled is one mistake, reported at the misspelled name. `atTop` holds the
 * unknown names at the top of the file, which were already reported.
 */
export function once(problems: readonly Problem[], atTop: readonly string[]): Problem[] {
  const unknown = unknownByParent(problems);
  const meant = new Map<Problem, Problem>();
  for (const problem of problems) {
    const { missing } = problem;
    if (missing === undefined) continue;
    const spelling = unknown
      .get(keyOfPath(problem.path))
      ?.find(({ path }) => nearest(String(path.at(-1)), [missing]) === missing);
    if (spelling) meant.set(spelling, problem);
  }
  const replaced = new Set(meant.values());
  return problems
    .filter((problem) => !replaced.has(problem) && !isMeantAtTop(problem, atTop))
    .map((problem) => {
      const wanted = meant.get(problem);
      if (wanted?.missing === undefined || severityOf(wanted) === 'warning') return problem;
      const hint = `write ${wanted.missing}, which is missing here`;
      return { ...onKey(problem.path, 'E_UNKNOWN_KEY', problem.message, hint), fix: problem.fix };
    });
}

function unknownByParent(problems: readonly Problem[]): ReadonlyMap<string, Problem[]> {
  const found = new Map<string, Problem[]>();
  for (const problem of problems.filter(({ code }) => code === 'W_UNKNOWN_FIELD')) {
    const parent = keyOfPath(problem.path.slice(0, -1));
    const siblings = found.get(parent);
    if (siblings) siblings.push(problem);
    else found.set(parent, [problem]);
  }
  return found;
}

function isMeantAtTop({ path, missing }: Problem, atTop: readonly string[]): boolean {
  if (missing === undefined || path.length > 0) return false;
  return atTop.some((name) => nearest(name, [missing]) === missing);
}

/** Reports all names that are missing at one place in one message. */
export function joinMissing(problems: readonly Problem[]): Problem[] {
  const joined = new Map<string, Problem[]>();
  for (const problem of problems) {
    const place = problem.code === 'E_MISSING' ? keyOfPath(problem.path) : '';
    const group = joined.get(place);
    if (group) group.push(problem);
    else joined.set(place, [problem]);
  }
  return [...joined].flatMap(([place, group]) => (place === '' ? group : inOne(group)));
}

function inOne(group: readonly Problem[]): Problem[] {
  const [first] = group;
  if (!first || group.length === 1) return [...group];
  const list = inSentence(group.map(({ missing = '' }) => missing));
  const advice = inSentence(group.map(({ missing = '', offer }) => withValues(missing, offer)));
  return [{ ...first, message: `${list} are missing${first.where ?? ''}`, hint: `add ${advice}` }];
}

function inSentence(names: readonly string[]): string {
  return `${names.slice(0, -1).join(', ')} and ${names.at(-1) ?? ''}`;
}
