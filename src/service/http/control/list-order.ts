import { invalid } from '../../domain/failure.ts';
import { isList, type JsonObject, type JsonValue } from '../../domain/json.ts';
import type { Service } from '../service.ts';
import { refused, unknownWorkspace, type Refused } from './control-result.ts';

export type ListOrder =
  { readonly kind: 'read'; readonly workspace: string; readonly list: readonly JsonValue[] } | Refused;

/** Reads a body that brings one list, for the workspace that `app_key` names; the first one when it is left out. */
export function readListOrder(
  service: Service,
  body: JsonObject,
  { field, wanted }: { readonly field: string; readonly wanted: string },
): ListOrder {
  const stray = strayField(body, [field, 'app_key']);
  if (stray) return refused(invalid(stray.field, stray.message));
  const { app_key: named } = body;
  const names = service.options.workspaces.map(({ appKey }) => appKey);
  const workspace = names.find((name) => name === (named ?? names[0]));
  if (workspace === undefined) return unknownWorkspace();
  const list = body[field];
  if (!isList(list)) return refused(invalid(field, `${field} must be ${wanted}`));
  return { kind: 'read', workspace, list };
}

/** A field that is not among the known ones, if any: unless somebody is told, what they meant by it just vanishes. */
export function strayField(
  object: JsonObject,
  known: readonly string[],
): { readonly field: string; readonly message: string } | null {
  const field = Object.keys(object).find((name) => !known.includes(name));
  if (field === undefined) return null;
  return { field, message: `${field} is not a field here; there are ${known.join(', ')}` };
}
