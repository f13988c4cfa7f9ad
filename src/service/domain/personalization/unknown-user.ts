import { shown } from '../failure.ts';
import type { UserIdentifier } from '../user.ts';

/** Says that no user was found and what to do. The service knows only the users that were added to it. */
export function unknownUser(by: UserIdentifier, value: string): string {
  return `no user has the ${NAMES[by]} ${shown(value)}: add users with POST /_control/users`;
}

const NAMES = {
  id: 'id',
  email: 'e-mail address',
  push_id: 'push ID',
  mobile: 'mobile number',
  advertising_id: 'attribute advertising_id',
  gaid: 'attribute gaid',
} as const satisfies Record<UserIdentifier, string>;
