import { describe, expect, it } from 'vitest';
import { STATUSES } from '../../src/model/campaign.ts';
import { LOCKABLE, LOCKS, type LockRule } from '../../src/model/locks.ts';

describe('lockable components', () => {
  it.each(STATUSES)('include all that %s locks by name', (status) => {
    const { locked }: LockRule = LOCKS[status];
    const components = locked === 'everything' ? [] : locked.map(({ component }) => component);
    expect([...LOCKABLE]).toEqual(expect.arrayContaining(components));
  });
});
