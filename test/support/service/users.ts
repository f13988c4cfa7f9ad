import type { User } from '../../../src/service/domain/user.ts';

/** A user who can be reached by push and email. */
export const ANNA: User = {
  id: 'anna',
  email: 'anna@example.com',
  push_id: 'push-anna',
  mobile: null,
  attributes: {
    'First Name': 'Anna',
    loyaltyTier: 'gold',
    points: 120,
    vip: true,
    motto: '<b>"Go & run"</b>',
    sly: '{{ user.id }}',
  },
};

/** A user without a push ID, email address and attributes. */
export const BARE: User = { id: 'bare', email: null, push_id: null, mobile: null, attributes: {} };
