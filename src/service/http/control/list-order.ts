import { invalid, isNonEmpty, validationFailed } from '../../domain/failure.ts';
import { listAt, type JsonObject, type JsonValue } from '../../domain/json.ts';
import { shapeErrors } from '../request-shape.ts';
import type { Service } from '../service.ts';
import { refused, type Refused } from './control-result.ts';

export type ListOrder =
  { readonly kind: 'read'; readonly workspace: string; readonly list: readonly JsonValue[] } | Refused;

/** The lists that the control interface accepts for a workspace, by body field, and their schemas. */
const SCHEMAS = { campaigns: 'seeds', users: 'users', features: 'features' } as const;

/** Reads a body with one list for the workspace `app_key`, by default the first one. */
export function readListOrder(
  { options }: Service,
  body: JsonObject,
  field: keyof typeof SCHEMAS,
): ListOrder {
  const details = shapeErrors(SCHEMAS[field], body);
  if (isNonEmpty(details)) return refused(validationFailed(details));
  const names = options.workspaces.map(({ appKey }) => appKey);
  const workspace = names.find((name) => name === (body.app_key ?? names[0]));
  if (workspace === undefined) return unknownWorkspace();
  return { kind: 'read', workspace, list: listAt(body, field) };
}

export function unknownWorkspace(): Refused {
  return refused(invalid('app_key', 'there is no such workspace'));
}
