import { invalid, refuseInvalid, type Refusal } from '../../domain/failure.ts';
import { listAt, objectAt, textAt, type JsonObject, type JsonValue } from '../../domain/json.ts';
import { FEATURES } from '../../domain/service-options.ts';
import type { User } from '../../domain/user.ts';
import { shapeErrors } from '../request-shape.ts';
import type { Service } from '../service.ts';

/** The lists that the control interface accepts for a workspace, by body field, and their schemas. */
const SCHEMAS = { campaigns: 'seeds', users: 'users', features: 'features' } as const;

/** Reads a body with one list for the workspace `app_key`, by default the first one. */
export function readList(
  { options }: Service,
  body: JsonObject,
  field: keyof typeof SCHEMAS,
): { readonly workspace: string; readonly list: readonly JsonValue[] } {
  refuseInvalid(shapeErrors(SCHEMAS[field], body));
  const names = options.workspaces.map(({ appKey }) => appKey);
  const workspace = names.find((name) => name === (body.app_key ?? names[0]));
  if (workspace === undefined) throw unknownWorkspace();
  return { workspace, list: listAt(body, field) };
}

export function unknownWorkspace(): Refusal {
  return invalid('app_key', 'there is no such workspace');
}

/** Sets the features of a workspace. Features that aren't listed are off. Lasts until the next reset or start. */
export function switchFeatures(service: Service, body: JsonObject): JsonObject {
  const { workspace, list } = readList(service, body, 'features');
  const features = FEATURES.filter((feature) => list.includes(feature));
  service.features.set(workspace, new Set(features));
  return { features };
}

/** Adds users, or replaces those with the same ID. Either all of them are stored or none. */
export function seedUsers(service: Service, body: JsonObject): JsonObject {
  const { workspace, list } = readList(service, body, 'users');
  const users = list.map(userFrom);
  service.store.atomically(() => {
    for (const user of users) service.store.users.put(workspace, user);
  });
  return { ids: users.map(({ id }) => id) };
}

/** A user from an entry whose shape has been checked. */
function userFrom(given: JsonValue): User {
  return {
    id: textAt(given, 'id') ?? '',
    email: textAt(given, 'email'),
    push_id: textAt(given, 'push_id'),
    mobile: textAt(given, 'mobile'),
    attributes: objectAt(given, 'attributes'),
  };
}
