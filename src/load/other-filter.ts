import { isJsonObject, valueAt, type JsonObject, type JsonValue, type Path } from '../model/json.ts';
import { firstFew } from '../model/show.ts';
import { keyOfPath } from './path-set.ts';
import { onKey, type Problem } from './problem.ts';
import { campaignRoot, namesIn, schemasAt, schemasBelow } from './schema/schema-place.ts';

/** How many fields a message lists. */
const FIELDS_AT_MOST = 3;

/**
 * Unknown fields of a filter that belong to a filter of another type: the line with its dash and `filter_type` was
 * deleted. That is one mistake, and an error, because without the other condition the campaign reaches more users.
 */
export function asFieldsOfOtherFilter(problems: readonly Problem[], body: JsonObject): Problem[] {
  const groups = new Map<string, Problem[]>();
  for (const problem of problems) {
    if (problem.code !== 'W_UNKNOWN_FIELD' || problem.isKept) continue;
    const key = keyOfPath(problem.path.slice(0, -1));
    groups.set(key, [...(groups.get(key) ?? []), problem]);
  }
  const whole = new Map<Problem, Problem | undefined>();
  for (const group of groups.values()) {
    const [found, others] = fieldsOfOther(group, body);
    for (const one of others) whole.set(one, undefined);
    if (found && others[0]) whole.set(others[0], found);
  }
  return problems.flatMap((problem) => (whole.has(problem) ? (whole.get(problem) ?? []) : [problem]));
}

function fieldsOfOther(
  group: readonly Problem[],
  body: JsonObject,
): readonly [found: Problem | undefined, fields: readonly Problem[]] {
  const path = group[0]?.path.slice(0, -1) ?? [];
  const filter = valueAt(body, path);
  if (path.at(-2) !== 'filters' || path.includes('attributes') || !isJsonObject(filter))
    return [undefined, []];
  const { filter_type: own } = filter;
  if (typeof own !== 'string') return [undefined, []];
  const [best, next] = TYPES.filter((type) => type !== own)
    .map((type) => {
      const names = namesOf(type, body, path);
      return { type, fields: group.filter((one) => names.includes(fieldOf(one))) };
    })
    .sort((a, b) => b.fields.length - a.fields.length);
  if (!best || best.fields.length === (next?.fields.length ?? 0)) return [undefined, []];
  const { type: other, fields } = best;
  const [first, ...others] = fields;
  if (first && others.length === 0 && own === 'custom_segments' && fieldOf(first) === 'negate')
    return [negatedSegment(first, filter.negate), fields];
  const isOne = fields.length === 1;
  const message = `${firstFew(fields.map(fieldOf), FIELDS_AT_MOST)} ${isOne ? 'belongs' : 'belong'} to a filter of the type ${other}, but this one is ${own}`;
  const hint = `begin a new filter above this line with "- filter_type: ${other}"`;
  return [onKey(first?.path ?? path, 'E_UNKNOWN_KEY', message, hint), fields];
}

/** A segment can only be in the other group. */
function negatedSegment({ path }: Problem, negate: JsonValue | undefined): Problem {
  const group = path.includes('excluded_filters') ? 'included_filters' : 'excluded_filters';
  const users = group === 'excluded_filters' ? 'leave these users out' : 'send to these users only';
  const move = negate === false ? '' : `; to ${users}, put the filter into ${group}`;
  return onKey(path, 'E_UNKNOWN_KEY', "a segment can't be negated", `remove negate${move}`);
}

const TYPES = ['user_attributes', 'actions', 'custom_segments'];

function namesOf(type: string, { channel }: JsonObject, path: Path): readonly string[] {
  const root = campaignRoot(channel);
  const list = schemasAt(root, path.slice(0, -1));
  return namesIn(schemasBelow(list, { step: 0, document: root.document, value: { filter_type: type } }));
}

function fieldOf({ path }: Problem): string {
  return String(path.at(-1));
}
