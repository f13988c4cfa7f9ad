import { audienceHint } from './audience-words.ts';
import { ruleOf, severityOf } from '../model/diagnostic.ts';
import { nearest } from '../model/nearest.ts';
import { keyOfPath } from './path-set.ts';
import { onKey, withValues, type Problem } from './problem.ts';
import { isJsonObject, valueAt, type JsonObject, type Path } from '../model/json.ts';
import type { RuleInputs } from './rules/rule.ts';

/**
 * A name that is missing because it is misspelled is one mistake, reported at the misspelled name. `atTop` holds the
 * unknown names at the top of the file, which were already reported.
 */
export function joinMisspelled(problems: readonly Problem[], atTop: readonly string[]): Problem[] {
  const unknown = unknownByParent(problems);
  const meant = new Map<Problem, Problem>();
  const replaced = new Set<Problem>();
  for (const problem of problems) {
    const { missing } = problem;
    if (missing === undefined) continue;
    const spelling = unknown
      .get(keyOfPath(problem.path))
      ?.find(
        ({ path, resembles, standsFor = [] }) =>
          resembles === missing ||
          standsFor.includes(missing) ||
          nearest(String(path.at(-1)), [missing]) === missing,
      );
    if (!spelling) continue;
    if (!meant.has(spelling) || severityOf(problem) === 'error') meant.set(spelling, problem);
    replaced.add(problem);
  }
  return problems
    .filter((problem) => !replaced.has(problem) && !isMeantAtTop(problem, atTop))
    .map((problem) => {
      const wanted = meant.get(problem);
      if (wanted?.missing === undefined || severityOf(wanted) === 'warning') return problem;
      if (severityOf(problem) === 'error') return problem;
      const hint = problem.standsFor ? problem.hint : `write ${wanted.missing}, which is missing here`;
      return { ...onKey(problem.path, 'E_UNKNOWN_KEY', problem.message, hint), fix: problem.fix };
    });
}

/** An unknown name where the service ignores it, or a name of a known field elsewhere. */
function isUnknownName({ code, resembles }: Problem): boolean {
  return code === 'W_UNKNOWN_FIELD' || (code === 'E_UNKNOWN_KEY' && resembles !== undefined);
}

function unknownByParent(problems: readonly Problem[]): ReadonlyMap<string, Problem[]> {
  const found = new Map<string, Problem[]>();
  for (const problem of problems.filter(isUnknownName)) {
    const parent = keyOfPath(problem.path.slice(0, -1));
    const siblings = found.get(parent);
    if (siblings) siblings.push(problem);
    else found.set(parent, [problem]);
  }
  return found;
}

function isMeantAtTop({ path, missing }: Problem, atTop: readonly string[]): boolean {
  if (missing === undefined || path.length > 1) return false;
  if (path.length === 1) return atTop.includes(missing);
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

/** Components that decide who gets a message, and when. */
const DECIDING = ['segmentation_details', 'trigger_condition', 'scheduling_details'];
/** The filters of a component, which do nothing anywhere else. */
const FILTERS = ['included_filters', 'excluded_filters', 'secondary_included_filters'];

/**
 * The service stores an unknown field without an error and ignores it (open point V6). If it was meant to be another one
 * that decides who gets a message or when, the message would go to others, so it is an error.
 */
export function misspelledAudience(problems: readonly Problem[], body: JsonObject): Problem[] {
  return problems.map((problem) => {
    const { code, path, message, hint, fix } = problem;
    if (code !== 'W_UNKNOWN_FIELD' || !DECIDING.includes(String(path[0]))) return problem;
    const isMisplaced = FILTERS.includes(String(path.at(-1)));
    if (!isMisplaced && !isMeant(problem, body)) return problem;
    const home = isMisplaced && path.length > 2 ? `move it into ${String(path[0])}` : hint;
    return { ...onKey(path, 'E_UNKNOWN_KEY', message, home), fix };
  });
}

/**
 * An unknown field of the audience itself is an error, too, unless the live campaign has it. That the audience is not
 * chosen is only a consequence.
 */
export function unknownAudience(
  problems: readonly Problem[],
  { body, keepsLive }: Pick<RuleInputs, 'body' | 'keepsLive'>,
): Problem[] {
  const judged = problems.map((problem) => {
    const { code, path, message, hint, fix } = problem;
    if (code !== 'W_UNKNOWN_FIELD' || path[0] !== 'segmentation_details' || path.length !== 2) return problem;
    const meant = audienceHint(String(path[1]));
    if (meant === undefined && keepsLive({ place: path, body })) return problem;
    return { ...onKey(path, 'E_UNKNOWN_KEY', message, meant ?? hint), fix };
  });
  const isWrong = judged.some((problem, index) => problem !== problems[index]);
  return isWrong ? judged.filter(({ code }) => ruleOf(code) !== 'AUDIENCE') : judged;
}

/** Whether an unknown name resembles one that isn't there. */
function isMeant(
  { path, resembles }: { path: Path; resembles?: string | undefined },
  body: JsonObject,
): boolean {
  const parent = valueAt(body, path.slice(0, -1));
  return resembles !== undefined && isJsonObject(parent) && !Object.hasOwn(parent, resembles);
}
