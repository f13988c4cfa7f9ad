import { describe, expect, it } from 'vitest';
import { STATUSES } from '../../src/model/campaign.ts';
import { LOCKS, type Locks } from '../../src/model/locks.ts';
import { LOCKED } from '../support/golden/check-requests.ts';

describe('the locks that the check of golden plans has', () => {
  it.each(STATUSES)('are those of the planner while %s', (status) => {
    const locked: Locks = LOCKS[status];
    const paths =
      locked === 'everything'
        ? locked
        : new Set(locked.map(({ component, field }) => (field ? `${component}.${field}` : component)));
    const checked = LOCKED[status];
    expect(checked === 'everything' ? checked : new Set(checked)).toEqual(paths);
  });
});
