import { isComponentName } from '../model/campaign.ts';
import type { JsonObject, Path } from '../model/json.ts';
import { firstFew } from '../model/show.ts';
import { keyOfPath } from './path-set.ts';
import type { Problem } from './problem.ts';

// The name of a component on a wrong line or in a wrong column leaves its fields behind, as unknown fields of another
// component. That is one mistake, so the fields are mentioned where the name is reported.

/** How many fields a message lists. */
const FIELDS_AT_MOST = 3;

/** Problems with the unknown fields of another component among those with the component that they belong to. */
export function joinLeftBehind(
  problems: readonly Problem[],
  { body, namesOf }: { readonly body: JsonObject; readonly namesOf: (path: Path) => readonly string[] },
): Problem[] {
  const left = new Set<Problem>();
  const join = (problem: Problem): Problem => {
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
  };
  const pairs = problems.map((problem) => ({ problem, joined: join(problem) }));
  return pairs.flatMap(({ problem, joined }) => (left.has(problem) ? [] : [joined]));
}
