import { refuseInvalid, shown, type Detail } from '../../domain/failure.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../domain/json.ts';
import { OPERATIONS } from '../operations/operations.ts';
import { shapeErrors } from '../request-shape.ts';
import { FAULT_KINDS, type Fault } from './faults.ts';

/** Reads a request for a fault. Every field but `kind` has a default. */
export function readFault(body: JsonObject): Fault {
  refuseInvalid([...shapeErrors('fault', body), ...headerErrors(body.headers)]);
  const number = (field: string, otherwise: number): number => {
    const value = body[field];
    return typeof value === 'number' ? value : otherwise;
  };
  return {
    kind: FAULT_KINDS.find((name) => name === body.kind) ?? 'status',
    operation: OPERATIONS.find(({ name }) => name === body.operation)?.name ?? null,
    nth: number('nth', 1),
    times: number('times', 1),
    probability: number('probability', 1),
    status: number('status', 500),
    headers: headersOf(body.headers),
    ms: number('ms', 0),
  };
}

/**
 * Headers that define where an answer ends and what happens to its connection. Changing them would confuse every
 * client.
 */
const FRAMING: ReadonlySet<string> = new Set([
  ...['content-length', 'transfer-encoding', 'connection', 'keep-alive', 'trailer', 'upgrade'],
]);

const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const HEADER_VALUE = /^[\t\x20-\x7e]*$/;

function headerErrors(headers: JsonValue | undefined): readonly Detail[] {
  return Object.entries(headersOf(headers)).flatMap(([name, value]) => {
    if (FRAMING.has(name.toLowerCase())) {
      const message = `${name} belongs to the connection and can't be set`;
      return [{ target: `headers.${name}`, message }];
    }
    if (HEADER_NAME.test(name) && HEADER_VALUE.test(value)) return [];
    return [{ target: 'headers', message: `${shown(name)} isn't a valid header` }];
  });
}

function headersOf(value: JsonValue | undefined): Readonly<Record<string, string>> {
  const entries = Object.entries(isJsonObject(value) ? value : {});
  return Object.fromEntries(
    entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}
