import { isJsonObject, isList, valueAt, type JsonValue, type Path } from '../../model/json.ts';
import { firstFew } from '../../model/show.ts';
import { keyOfPath } from '../path-set.ts';
import { onValue, type Problem } from '../problem.ts';

/**
 * A dash on each line of one filter makes each of its fields a filter. That is one mistake, reported at the second dash;
 * what these filters lack is only a consequence.
 */
export function splitFilters(problems: readonly Problem[], body: JsonValue): Problem[] {
  const done = new Map<string, Problem | undefined>();
  return problems.flatMap((problem) => {
    const list = problem.path.slice(0, -1);
    if (problem.missing === undefined || list.at(-1) !== 'filters') return [problem];
    const key = keyOfPath(list);
    const isKnown = done.has(key);
    if (!isKnown) done.set(key, splitIn(list, body));
    const split = done.get(key);
    if (!split) return [problem];
    return isKnown ? [] : [split];
  });
}

/** How many names a message shows. */
const NAMES_AT_MOST = 4;

function splitIn(list: Path, body: JsonValue): Problem | undefined {
  const filters = valueAt(body, list);
  if (!isList(filters)) return undefined;
  const names = filters.map((one) => (isJsonObject(one) ? Object.keys(one) : []));
  const first = names.findIndex((own, at) => own.join('') === 'filter_type' && names[at + 1]?.length === 1);
  const end = names.findIndex((own, at) => at > first && (own.length !== 1 || own[0] === 'filter_type'));
  const fields = names.slice(first + 1, end === -1 ? undefined : end).flat();
  if (first === -1 || fields.length < 2) return undefined;
  return onValue(
    [...list, first + 1],
    'E_TYPE',
    `the dash before ${fields[0] ?? ''} begins another filter, but it belongs to the one above`,
    `replace the dashes before ${firstFew(fields, NAMES_AT_MOST)} with spaces`,
  );
}
