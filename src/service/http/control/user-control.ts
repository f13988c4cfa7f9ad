import { invalid } from '../../domain/failure.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../domain/json.ts';
import type { Service } from '../service.ts';
import type { User } from '../../domain/user.ts';
import { refused, value, type Result } from './control-result.ts';
import { readListOrder, strayField } from './list-order.ts';

type UserRead =
  | { readonly kind: 'read'; readonly user: User }
  | { readonly kind: 'refused'; readonly field: string; readonly message: string };

const ADDRESSES = ['email', 'push_id', 'mobile'] as const;

/** Puts users in, or in the place of those with the same id. All of them or none. */
export function seedUsers(service: Service, body: JsonObject): Result {
  const order = readListOrder(service, body, { field: 'users', wanted: 'a list of users' });
  if (order.kind === 'refused') return order;
  const { workspace, list } = order;
  const users: User[] = [];
  for (const [place, given] of list.entries()) {
    const read = readUser(given);
    if (read.kind === 'refused') return refused(invalid(`users.${place}.${read.field}`, read.message));
    users.push(read.user);
  }
  service.store.atomically(() => {
    for (const user of users) service.store.users.put(workspace, user);
  });
  return value({ ids: users.map(({ id }) => id) });
}

function readUser(given: JsonValue): UserRead {
  const user = isJsonObject(given) ? given : {};
  const stray = strayField(user, ['id', ...ADDRESSES, 'attributes']);
  if (stray) return { kind: 'refused', ...stray };
  const { id, attributes = {} } = user;
  if (typeof id !== 'string' || id === '') return wrong('id', 'a text that is not empty');
  if (!isJsonObject(attributes)) return wrong('attributes', 'an object');
  const field = ADDRESSES.find((name) => addressIn(user, name) === undefined);
  if (field !== undefined) return wrong(field, 'a text');
  const [email = null, push_id = null, mobile = null] = [
    ...[addressIn(user, 'email'), addressIn(user, 'push_id'), addressIn(user, 'mobile')],
  ];
  return { kind: 'read', user: { id, email, push_id, mobile, attributes } };
}

function wrong(field: string, wanted: string): UserRead {
  return { kind: 'refused', field, message: `${field} must be ${wanted}` };
}

/** `null` for none, `undefined` for something else than a text. */
function addressIn(user: JsonObject, field: string): string | null | undefined {
  const address = user[field] ?? null;
  return address === null || typeof address === 'string' ? address : undefined;
}
