import { isNonEmpty, shown, validationFailed, type Detail, type Failure } from '../../domain/failure.ts';
import { FAULT_KINDS, type Fault } from './faults.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../domain/json.ts';
import { OPERATIONS } from '../operations/operations.ts';

export type FaultRead =
  { readonly kind: 'read'; readonly fault: Fault } | { readonly kind: 'refused'; readonly failure: Failure };

const FIELDS = ['operation', 'nth', 'times', 'probability', 'kind', 'status', 'headers', 'ms'];

/** Reads an order for a fault; every field but `kind` has a default. */
export function readFault(body: JsonObject): FaultRead {
  const details: Detail[] = Object.keys(body)
    .filter((field) => !FIELDS.includes(field))
    .map((field) => ({ target: field, message: `${field} is not a field of a fault` }));
  const wrong = (target: string, wanted: string): void => {
    details.push({ target, message: `${target} must be ${wanted}, not ${shown(body[target] ?? null)}` });
  };
  const number = (
    field: string,
    range: { from: number; to: number; whole: boolean; otherwise: number },
  ): number => {
    const value = body[field] ?? range.otherwise;
    const fits = typeof value === 'number' && value >= range.from && value <= range.to;
    if (fits && (!range.whole || Number.isInteger(value))) return value;
    wrong(field, `a ${range.whole ? 'whole ' : ''}number from ${range.from} to ${range.to}`);
    return range.otherwise;
  };
  const kind = FAULT_KINDS.find((name) => name === body.kind);
  if (!kind) wrong('kind', `one of ${FAULT_KINDS.join(', ')}`);
  const operation = OPERATIONS.find(({ name }) => name === body.operation)?.name ?? null;
  if (body.operation !== undefined && operation === null) {
    wrong('operation', `one of ${OPERATIONS.map(({ name }) => name).join(', ')}`);
  }
  const headers = headersOf(body.headers);
  if (!headers) wrong('headers', 'an object of valid header names and texts');
  for (const name of Object.keys(headers ?? {}).filter((one) => FRAMING.has(one.toLowerCase()))) {
    details.push({
      target: `headers.${name}`,
      message: `${name} belongs to the connection and can't be set`,
    });
  }
  const fault: Fault = {
    kind: kind ?? 'status',
    operation,
    nth: number('nth', { from: 1, to: 1e9, whole: true, otherwise: 1 }),
    times: number('times', { from: 1, to: 1e9, whole: true, otherwise: 1 }),
    probability: number('probability', { from: 0, to: 1, whole: false, otherwise: 1 }),
    status: number('status', { from: 200, to: 599, whole: true, otherwise: 500 }),
    headers: headers ?? {},
    ms: number('ms', { from: 0, to: 600_000, whole: true, otherwise: 0 }),
  };
  return isNonEmpty(details)
    ? { kind: 'refused', failure: validationFailed(details) }
    : { kind: 'read', fault };
}

/** Headers that say where an answer ends and what becomes of its connection: with others no client could read on. */
const FRAMING: ReadonlySet<string> = new Set([
  ...['content-length', 'transfer-encoding', 'connection', 'keep-alive', 'trailer', 'upgrade'],
]);

const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const HEADER_VALUE = /^[\t\x20-\x7e]*$/;

function headersOf(value: JsonValue | undefined): Readonly<Record<string, string>> | null {
  if (value === undefined) return {};
  if (!isJsonObject(value)) return null;
  const pairs = Object.entries(value).flatMap(([name, text]): [string, string][] =>
    HEADER_NAME.test(name) && typeof text === 'string' && HEADER_VALUE.test(text) ? [[name, text]] : [],
  );
  return pairs.length === Object.keys(value).length ? Object.fromEntries(pairs) : null;
}
