import { CREATIONS, windowsInForce, type LimitsInForce } from '../exchange/rate-limits.ts';
import type { Window } from '../exchange/rolling-windows.ts';
import type { JsonObject } from '../json.ts';
import type { Operation } from '../operations/operation.ts';
import { OPERATIONS } from '../operations/operations.ts';
import { answerData } from './answer-schemas.ts';
import type { Quirks } from '../quirks/quirks.ts';
import { DESCRIPTIONS } from './descriptions.ts';
import { failureRefs, type FailureStatus } from './failures.ts';
import { parametersOf } from './headers.ts';
import { hasBody } from './request-bodies.ts';
import { ref } from './schema.ts';

/** The paths of the operation table, each row told together with its description. */
export function operationPaths(limits: LimitsInForce, quirks: Quirks): JsonObject {
  const paths: Record<string, JsonObject> = {};
  for (const operation of OPERATIONS) {
    const method = operation.method.toLowerCase();
    paths[operation.path] = { ...paths[operation.path], [method]: pathItem(operation, { limits, quirks }) };
  }
  return paths;
}

function pathItem(
  operation: Operation,
  { limits, quirks }: { readonly limits: LimitsInForce; readonly quirks: Quirks },
): JsonObject {
  const { tag, summary, text } = DESCRIPTIONS[operation.name];
  const scopes = operation.scope === null ? [] : [operation.scope];
  return {
    operationId: operation.name,
    tags: [tag],
    summary,
    description: `${text} ${limitText(operation, limits)}`,
    security: [{ basic: scopes, app_key: scopes }],
    parameters: parametersOf(operation),
    ...requestBody(operation),
    responses: { ...success(operation, quirks), ...failureRefs(failuresOf(operation, quirks)) },
  };
}

function requestBody({ name, body }: Operation): JsonObject {
  if (!hasBody(name)) return {};
  const named = Object.entries(DESCRIPTIONS[name].examples).map(([example, value]) => [example, { value }]);
  const content = { schema: ref(`${name}_request`), examples: Object.fromEntries(named) as JsonObject };
  return { requestBody: { required: body === 'required', content: { 'application/json': content } } };
}

function success({ name }: Operation, quirks: Quirks): JsonObject {
  const { success: usual, summary } = DESCRIPTIONS[name];
  const status = name === 'publish' ? quirks.publishStatus : usual;
  const answer = { description: `Done: ${summary.toLowerCase()}.` };
  if (answerData(quirks)[name] === null) return { [status]: answer };
  return { [status]: { ...answer, content: { 'application/json': { schema: ref(`${name}_answer`) } } } };
}

/** The statuses that follow from an operation's row, and those that its description adds. */
function failuresOf(operation: Operation, { forbidden }: Quirks): readonly FailureStatus[] {
  const { name, scope, path, idempotencyKey, limits } = operation;
  // Updates and publishing can be refused for their scope anyway.
  const isForbidden = name === 'status' && forbidden.size > 0;
  const statuses: readonly FailureStatus[] = [
    ...([400, 401, 500] as const),
    ...(scope === null && !isForbidden ? [] : ([403] as const)),
    ...(path.includes('{') ? ([404] as const) : []),
    ...(idempotencyKey === 'ignored' ? [] : ([409] as const)),
    ...(limits.length === 0 ? [] : ([429] as const)),
    ...DESCRIPTIONS[name].failures,
  ];
  return [...new Set(statuses)].sort((a, b) => a - b);
}

/** The limits as they are in force here. Specification, Limits; open points W25 and W27. */
function limitText({ name, limits: real }: Operation, limits: LimitsInForce): string {
  const calls = spans(windowsInForce(limits, name, real));
  const creations = name === 'create' ? spans(windowsInForce(limits, 'creations', CREATIONS)) : '';
  return [
    calls === '' ? 'There is no limit on calls.' : `Calls: at most ${calls}.`,
    ...(creations === '' ? [] : [`Creations that succeed: at most ${creations}.`]),
  ].join(' ');
}

const SPAN_NAMES: ReadonlyMap<number, string> = new Map([
  [1000, 'second'],
  [60_000, 'minute'],
  [3_600_000, 'hour'],
  [86_400_000, 'day'],
]);

function spans(windows: readonly Window[]): string {
  return windows
    .map(({ limit, spanMs }) => `${limit} per ${SPAN_NAMES.get(spanMs) ?? `${spanMs} ms`}`)
    .join(', ');
}
