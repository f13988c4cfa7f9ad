import { encodeLease, type SealedLease } from '../../../src/state/lease-ref.ts';
import type { TestRepository } from './test-repository.ts';

/** The ref of a workspace's lease at origin. */
export const LEASE_REF = 'refs/campaigns/lease/local';
/** What the ref points to while a run holds the lease; '' otherwise. */
export function leaseAtOrigin(repo: TestRepository): string {
  return repo.gitAtOrigin('for-each-ref', '--format=%(refname)', LEASE_REF);
}

/** Creates the lease of a run on another machine. `until` is in epoch milliseconds. */
export function leaseOfAnother(repo: TestRepository, until: number): void {
  const record: SealedLease = {
    run: 'theirs',
    user: 'grace',
    page: null,
    process: null,
    since: until - 120_000,
    until,
  };
  const tree = repo.git('mktree', '--missing', '-z');
  const commit = repo.git('commit-tree', tree, '-m', encodeLease('local', record));
  repo.git('push', '--quiet', '--force', 'origin', `${commit}:${LEASE_REF}`);
}
