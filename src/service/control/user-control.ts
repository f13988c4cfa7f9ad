import { invalid } from '../exchange/envelope.ts';
import { isJsonObject, isList, type JsonObject, type JsonValue } from '../json.ts';
import type { Service } from '../service.ts';
import type { User } from '../store/user-table.ts';
import { refused, unknownWorkspace, value, workspaceOf, type Result } from './control-result.ts';

type UserRead =
  | { readonly kind: 'read'; readonly user: User }
  | { readonly kind: 'refused'; readonly field: string; readonly wanted: string };

/** Puts users in, or in the place of those with the same id. All of them or none. */
export function seedUsers(service: Service, body: JsonObject): Result {
  const workspace = workspaceOf(service, body);
  if (workspace === null) return unknownWorkspace();
  if (!isList(body.users)) return refused(invalid('users', 'users must be a list of users'));
  const users: User[] = [];
  for (const [place, given] of body.users.entries()) {
    const read = readUser(given);
    if (read.kind === 'refused') {
      return refused(invalid(`users.${place}.${read.field}`, `${read.field} must be ${read.wanted}`));
    }
    users.push(read.user);
  }
  service.store.atomically(() => {
    for (const user of users) service.store.users.put(workspace, user);
  });
  return value({ ids: users.map(({ id }) => id) });
}

function readUser(given: JsonValue): UserRead {
  const user = isJsonObject(given) ? given : {};
  const { id, attributes = {} } = user;
  if (typeof id !== 'string' || id === '') {
    return { kind: 'refused', field: 'id', wanted: 'a text that is not empty' };
  }
  if (!isJsonObject(attributes)) return { kind: 'refused', field: 'attributes', wanted: 'an object' };
  const field = (['email', 'push_id', 'mobile'] as const).find((name) => addressIn(user, name) === undefined);
  if (field !== undefined) return { kind: 'refused', field, wanted: 'a text' };
  const [email = null, push_id = null, mobile = null] = [
    ...[addressIn(user, 'email'), addressIn(user, 'push_id'), addressIn(user, 'mobile')],
  ];
  return { kind: 'read', user: { id, email, push_id, mobile, attributes } };
}

/** `null` for none, `undefined` for something else than a text. */
function addressIn(user: JsonObject, field: string): string | null | undefined {
  const address = user[field] ?? null;
  return address === null || typeof address === 'string' ? address : undefined;
}
