import { valueAt, type JsonValue } from '../../model/json.ts';
import { onValue, type Problem } from '../problem.ts';
import { valueAndComment } from '../yaml/foreign-comment.ts';

/** The codes of a value that its place doesn't allow. */
const OF_VALUES = ['E_VALUE', 'E_TYPE', 'E_FORMAT', 'E_VALUE', 'E_FILTER_OPERATOR'];

/** A value that isn't allowed only because of a comment that isn't one in YAML, as in `channel: EMAIL // ours`, or of a comma after it. */
export function meantAsComment(problem: Problem, body: JsonValue): Problem {
  const { path, code } = problem;
  const seen = valueAt(body, path);
  if (problem.on !== 'value' || !OF_VALUES.includes(code) || typeof seen !== 'string') return problem;
  const found = valueAndComment(seen);
  if (found) return onValue(path, code, ...found);
  const [, meant] = /^(true|false|\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)[,;]$/.exec(seen) ?? [];
  return meant === undefined ? problem : { ...problem, hint: `write ${meant}` };
}
