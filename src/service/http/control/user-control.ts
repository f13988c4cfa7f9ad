import { isJsonObject, textAt, type JsonObject, type JsonValue } from '../../domain/json.ts';
import type { User } from '../../domain/user.ts';
import type { Service } from '../service.ts';
import { value, type Result } from './control-result.ts';
import { readListOrder } from './list-order.ts';

/** Adds users, or replaces those with the same ID. Either all of them are stored or none. */
export function seedUsers(service: Service, body: JsonObject): Result {
  const order = readListOrder(service, body, 'users');
  if (order.kind === 'refused') return order;
  const users = order.list.map(userFrom);
  service.store.atomically(() => {
    for (const user of users) service.store.users.put(order.workspace, user);
  });
  return value({ ids: users.map(({ id }) => id) });
}

/** A user from an entry whose shape has been checked. */
function userFrom(given: JsonValue): User {
  const { attributes } = isJsonObject(given) ? given : {};
  return {
    id: textAt(given, 'id') ?? '',
    email: textAt(given, 'email'),
    push_id: textAt(given, 'push_id'),
    mobile: textAt(given, 'mobile'),
    attributes: isJsonObject(attributes) ? attributes : {},
  };
}
