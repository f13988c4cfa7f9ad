import { shown } from './failure.ts';
import { type JsonObject, objectAt, type JsonValue, textAt } from './json.ts';

/** A user of a workspace, as added through the control interface. */
export interface User {
  readonly id: string;
  readonly email: string | null;
  readonly push_id: string | null;
  readonly mobile: string | null;
  readonly attributes: JsonObject;
}

/** A user from a value whose shape has been checked. */
export function userFrom(given: JsonValue): User {
  return {
    id: textAt(given, 'id') ?? '',
    email: textAt(given, 'email'),
    push_id: textAt(given, 'push_id'),
    mobile: textAt(given, 'mobile'),
    attributes: objectAt(given, 'attributes'),
  };
}

/** The identifiers of users: fields of their own, or attributes that identify a device. */
export type UserIdentifier = 'id' | 'email' | 'push_id' | 'mobile' | 'advertising_id' | 'gaid';

/** Says that no user was found and what to do. The service knows only the users that were added to it. */
export function unknownUser(by: UserIdentifier, value: string): string {
  return `no user has the ${by} ${shown(value)}: add users with POST /_control/users`;
}

/**
 * The names that template expressions can start with (open point W18), with the values for a user and, if an event
 * triggered the message, for the event's attributes.
 */
export function templateScope(user: User, eventAttributes: JsonValue | undefined) {
  const { id, email, push_id, mobile, attributes } = user;
  const event = objectAt(eventAttributes);
  return {
    user: fields({ ...byPlainName(attributes), id, email, push_id, mobile, ...attributes }),
    UserAttribute: fields(attributes),
    event: fields({ ...byPlainName(event), ...event }),
    EventAttribute: fields(event),
    BusinessEventAttribute: fields(event),
  };
}

/** Liquid's `size` returns the number of fields unless there is a field of that name. This keeps the number hidden. */
function fields(object: JsonObject): JsonObject {
  if (Object.hasOwn(object, 'size')) return object;
  return Object.defineProperty({ ...object }, 'size', { value: null, enumerable: false });
}

/** `First Name` becomes `first_name`. If two attributes get the same name, the first one counts. */
function byPlainName(attributes: JsonObject): JsonObject {
  const named = Object.entries(attributes).map(([name, value]): [string, JsonValue] => [plain(name), value]);
  return Object.fromEntries(named.reverse());
}

function plain(name: string): string {
  return name
    .replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, '$1_$2')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .join('_')
    .toLowerCase();
}
