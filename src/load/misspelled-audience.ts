import { isJsonObject, valueAt, type JsonObject, type Path } from '../model/json.ts';
import { onKey, type Problem } from './problem.ts';

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

/** Whether an unknown name resembles one that isn't there. */
function isMeant(
  { path, resembles }: { path: Path; resembles?: string | undefined },
  body: JsonObject,
): boolean {
  const parent = valueAt(body, path.slice(0, -1));
  return resembles !== undefined && isJsonObject(parent) && !Object.hasOwn(parent, resembles);
}
