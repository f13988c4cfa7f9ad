import { shown } from './failure.ts';
import type { JsonObject } from './json.ts';

/** A user of a workspace, as added through the control interface. */
export interface User {
  readonly id: string;
  readonly email: string | null;
  readonly push_id: string | null;
  readonly mobile: string | null;
  readonly attributes: JsonObject;
}

/** The identifiers of users: fields of their own, or attributes that identify a device. */
export type UserIdentifier = 'id' | 'email' | 'push_id' | 'mobile' | 'advertising_id' | 'gaid';

/** Says that no user was found and what to do. The service knows only the users that were added to it. */
export function unknownUser(by: UserIdentifier, value: string): string {
  return `no user has the ${NAMES[by]} ${shown(value)}: add users with POST /_control/users`;
}

const NAMES = {
  id: 'id',
  email: 'email address',
  push_id: 'push ID',
  mobile: 'mobile number',
  advertising_id: 'attribute advertising_id',
  gaid: 'attribute gaid',
} as const satisfies Record<UserIdentifier, string>;
