import { CREATIONS, type Limits } from '../../domain/rate-limits.ts';
import type { Window } from '../../domain/rolling-windows.ts';
import { isJsonObject, objectAt, parseJson, type JsonValue } from '../../domain/json.ts';
import type { OperationName } from '../../domain/operation-name.ts';
import { OPERATIONS } from '../operations/operations.ts';
import { unknownName, type Mistake, type SettingRead } from '../../domain/setting.ts';

/** The fields of an operation's limits, with the spans of their windows in milliseconds. */
const CALL_SPANS: Readonly<Record<string, number>> = {
  per_second: 1000,
  per_minute: 60_000,
  per_hour: 3_600_000,
};

/** The spans of the limits of successful creations, which only `create` has. */
const CREATION_SPANS: Readonly<Record<string, number>> = {
  created_per_minute: 60_000,
  created_per_hour: 3_600_000,
  created_per_day: 86_400_000,
};

/**
 * Reads limits as JSON, `{"create": {"per_second": 5, …}, "search": "off"}`, in the form of `limits` in
 * `workspaces.yaml`. Operations and fields that are left out keep their real limits.
 */
export function readLimits(text: string): SettingRead<Limits> {
  const parsed = parseJson(text);
  if (parsed.kind === 'malformed') return refused([{ place: '', message: 'it is not JSON' }]);
  if (!isJsonObject(parsed.value))
    return refused([{ place: '', message: 'it is not an object with a field per operation' }]);
  const mistakes: Mistake[] = [];
  const limits: Partial<Record<OperationName | 'creations', readonly Window[]>> = {};
  for (const [name, own] of Object.entries(parsed.value)) {
    const operation = OPERATIONS.find((row) => row.name === name);
    if (!operation) {
      mistakes.push(unknownName('', 'an operation', { name, known: OPERATIONS.map((row) => row.name) }));
      continue;
    }
    mistakes.push(...operationMistakes(operation.name, own));
    limits[operation.name] = windowsOf(own, CALL_SPANS, operation.limits);
    if (operation.name === 'create') limits.creations = windowsOf(own, CREATION_SPANS, CREATIONS);
  }
  return mistakes.length > 0 ? refused(mistakes) : { kind: 'read', value: limits };
}

function operationMistakes(operation: OperationName, own: JsonValue): readonly Mistake[] {
  if (own === 'off') return [];
  if (!isJsonObject(own)) return [{ place: operation, message: 'limits are an object, or "off"' }];
  const known = [...Object.keys(CALL_SPANS), ...(operation === 'create' ? Object.keys(CREATION_SPANS) : [])];
  return Object.entries(own).flatMap(([field, limit]): readonly Mistake[] => {
    if (!known.includes(field)) return [unknownName(operation, 'a limit', { name: field, known })];
    if (typeof limit === 'number' && Number.isSafeInteger(limit) && limit >= 1) return [];
    return [{ place: `${operation}.${field}`, message: 'a limit is a whole number of at least 1' }];
  });
}

/** Also called for refused settings, whose result is ignored. */
function windowsOf(
  own: JsonValue,
  spans: Readonly<Record<string, number>>,
  real: readonly Window[],
): readonly Window[] {
  if (own === 'off') return [];
  const given = objectAt(own);
  return Object.entries(spans).flatMap(([field, spanMs]) => {
    const limit = given[field] ?? real.find((window) => window.spanMs === spanMs)?.limit;
    return typeof limit === 'number' ? [{ limit, spanMs }] : [];
  });
}

function refused(mistakes: readonly Mistake[]): SettingRead<Limits> {
  return { kind: 'refused', mistakes };
}
